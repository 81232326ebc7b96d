import { type GithubOptions, type GithubPage, type GithubRelease, readText } from "@/lib/launcher/github_client.ts";
import { parseTag } from "@/lib/launcher/github_names.ts";
import { compareVersions } from "@/lib/launcher/version.ts";

/** Number of releases per channel whose signatures are read: updaters install the newest. */
const SIGNED_RELEASES = 3;

/** The largest signature file that is read: one of Tauri has about 400 bytes. */
const MAX_SIGNATURE_BYTES = 4096;

/** Signatures by the identity of the file that contains them. */
export type Signatures = Readonly<Record<string, string>>;

type Asset = GithubRelease["assets"][number];
type Pages = readonly Pick<GithubPage, "releases">[];

/** Options of {@linkcode loadSignatures}. */
export interface SignatureOptions extends Pick<GithubOptions, "fetch" | "timeoutMs"> {
  readonly appName: string;
  /** Those that are known are not read again. */
  readonly previous: Signatures;
  /** Receives the address of a file that cannot be read, and the reason. */
  readonly onError: (url: string, error: unknown) => void;
}

/** Returns the signature in `<file>.sig`, where the tools of Tauri put it, if it was read. */
export function findSignature(file: Asset, assets: readonly Asset[], signatures: Signatures): string | null {
  const companion = findCompanion(file, assets);
  return companion === undefined ? null : signatures[toKey(companion)] ?? null;
}

/**
 * Reads the signatures of the launcher's newest releases. They are public files that need neither the token nor the
 * quota of the API. One that cannot be read is left out and tried again with the next refresh.
 */
export async function loadSignatures(pages: Pages, options: SignatureOptions): Promise<Signatures> {
  const { previous, fetch, onError } = options;
  const signal = AbortSignal.timeout(options.timeoutMs);
  const companions = findNewest(pages, options.appName).flatMap(({ assets }) => {
    return assets.flatMap((file) => findCompanion(file, assets) ?? []);
  });
  const signatures = await Promise.all(companions.map(async (companion) => {
    const { browser_download_url: url } = companion;
    const key = toKey(companion);
    const text = previous[key] ??
      await fetch(url, { signal }).then(readSignature).catch((error) => onError(url, error));
    // Other tools write signatures in binary form, which no updater here reads.
    return /^[A-Za-z0-9+/]{16,}={0,2}$/.test(text ?? "") ? { [key]: text } : {};
  }));
  return Object.assign({}, ...signatures);
}

async function readSignature(response: Response): Promise<string> {
  const text = await readText(response, MAX_SIGNATURE_BYTES);
  if (response.status !== 200) throw new TypeError(`must respond with 200, got ${response.status}`);
  return text.trim();
}

function findCompanion({ name }: Asset, assets: readonly Asset[]): Asset | undefined {
  return assets.find((each) => each.name === `${name}.sig` && each.size <= MAX_SIGNATURE_BYTES);
}

// A file that is uploaded again keeps its address.
function toKey({ browser_download_url: url, updated_at: time, digest, size }: Asset): string {
  return `${url} ${time ?? digest ?? size}`;
}

function findNewest(pages: Pages, appName: string): GithubRelease[] {
  const tagged = pages.flatMap(({ releases }) => releases).filter(({ draft }) => !draft)
    .flatMap((release) => {
      const tag = parseTag(release.tag_name, appName);
      return tag === undefined || (tag.component ?? "launcher") !== "launcher" ? [] : [{ release, tag }];
    })
    .sort((a, b) => compareVersions(b.tag.version, a.tag.version));
  const stable = tagged.filter(({ release, tag }) => !release.prerelease && tag.version.prerelease.length === 0);
  const newest = [...tagged.slice(0, SIGNED_RELEASES), ...stable.slice(0, SIGNED_RELEASES)];
  return [...new Set(newest.map(({ release }) => release))];
}
