import { type GithubApi, readText, requestApi } from "@/lib/launcher/github/api.ts";
import type { GithubAsset, GithubPage } from "@/lib/launcher/github/schema.ts";
import { CHANNELS } from "@/lib/launcher/names.ts";
import { filterChannel, findOffered, type Release } from "@/lib/launcher/release.ts";

/** Number of releases per channel whose signatures are read: updaters install the newest. */
const SIGNED_RELEASES = 3;

/** The largest signature file that is read: one of Tauri has about 400 bytes. */
const MAX_SIGNATURE_BYTES = 4096;

/** Signatures by the identity of the file that contains them. */
export type Signatures = Readonly<Record<string, string>>;

/** Options of {@linkcode loadSignatures}. */
export interface SignatureOptions extends GithubApi {
  /** The time limit for all signatures together. */
  readonly timeoutMs: number;
  readonly launcher: readonly Release[];
  /** Those that are known are not read again. */
  readonly previous: Signatures;
  /** Receives the address of a file that cannot be read, and the reason. */
  readonly onError: (url: string, error: unknown) => void;
}

/** The files of a release, and the signatures that were read. */
export interface SignedFiles {
  readonly assets: readonly GithubAsset[];
  readonly signatures: Signatures;
}

/** Returns the signature in `<file>.sig`, where the tools of Tauri put it, if it was read. */
export function findSignature(file: GithubAsset, { assets, signatures }: SignedFiles): string | null {
  const companion = findCompanion(file, assets);
  return companion === undefined ? null : signatures[toKey(companion)] ?? null;
}

/**
 * Reads the signatures of the launcher's newest releases. One that cannot be read is left out and tried again with the
 * next refresh.
 */
export async function loadSignatures(pages: readonly GithubPage[], options: SignatureOptions): Promise<Signatures> {
  const { launcher, previous, onError } = options;
  const signal = AbortSignal.timeout(options.timeoutMs);
  const offered = findOffered(launcher);
  const newest = CHANNELS.flatMap((channel) => filterChannel(offered, channel).slice(0, SIGNED_RELEASES));
  const urls = new Set(newest.flatMap(({ files }) => files.map(({ url }) => url)));
  const companions = pages.flatMap(({ releases }) => releases).flatMap(({ assets }) => {
    return assets.flatMap((file) => urls.has(file.browser_download_url) ? findCompanion(file, assets) ?? [] : []);
  });
  const signatures = await Promise.all(companions.map(async (companion) => {
    const { browser_download_url: url } = companion;
    const key = toKey(companion);
    const text = previous[key] ??
      await fetchAsset(companion, { ...options, signal }).then(readSignature).catch((error) => onError(url, error));
    // Other tools write signatures in binary form, which no updater here reads.
    return /^[A-Za-z0-9+/]{16,}={0,2}$/.test(text ?? "") ? { [key]: text } : {};
  }));
  return Object.assign({}, ...signatures);
}

// Without a token from the public address, which needs no quota of the API. The files of a private repository are read
// through the API, which redirects to a signed address on another host.
async function fetchAsset(asset: GithubAsset, api: GithubApi & { readonly signal: AbortSignal }): Promise<Response> {
  const { fetch, token, baseUrl, signal } = api;
  if (token === undefined || asset.url === undefined || new URL(asset.url).origin !== new URL(baseUrl).origin) {
    return await fetch(asset.browser_download_url, { signal });
  }
  return await requestApi(asset.url, { ...api, headers: { accept: "application/octet-stream" }, canLeave: true });
}

async function readSignature(response: Response): Promise<string> {
  const text = await readText(response, MAX_SIGNATURE_BYTES);
  if (response.status !== 200) throw new TypeError(`must respond with 200, got ${response.status}`);
  return text.trim();
}

function findCompanion({ name }: GithubAsset, assets: readonly GithubAsset[]): GithubAsset | undefined {
  return assets.find((each) => each.name === `${name}.sig` && each.size <= MAX_SIGNATURE_BYTES);
}

// A file that is uploaded again keeps its address.
function toKey({ browser_download_url: url, updated_at: time, digest, size }: GithubAsset): string {
  return `${url} ${time ?? digest ?? size}`;
}
