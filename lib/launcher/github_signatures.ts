import { followRedirects, isRedirect } from "@/lib/http/redirects.ts";
import {
  createHeaders,
  type GithubAsset,
  type GithubOptions,
  type GithubPage,
  MAX_REDIRECTS,
  readText,
} from "@/lib/launcher/github_client.ts";
import { filterChannel, findOffered, type Release } from "@/lib/launcher/release.ts";

/** Number of releases per channel whose signatures are read: updaters install the newest. */
const SIGNED_RELEASES = 3;

/** The largest signature file that is read: one of Tauri has about 400 bytes. */
const MAX_SIGNATURE_BYTES = 4096;

/** Signatures by the identity of the file that contains them. */
export type Signatures = Readonly<Record<string, string>>;

/** Options of {@linkcode loadSignatures}. */
export interface SignatureOptions extends Pick<GithubOptions, "fetch" | "timeoutMs" | "token" | "baseUrl"> {
  readonly launcher: readonly Release[];
  /** Those that are known are not read again. */
  readonly previous: Signatures;
  /** Receives the address of a file that cannot be read, and the reason. */
  readonly onError: (url: string, error: unknown) => void;
}

/** Returns the signature in `<file>.sig`, where the tools of Tauri put it, if it was read. */
export function findSignature(
  file: GithubAsset,
  assets: readonly GithubAsset[],
  signatures: Signatures,
): string | null {
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
  const newest = [offered, filterChannel(offered, "stable")].flatMap((each) => each.slice(0, SIGNED_RELEASES));
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

type AssetOptions = Pick<GithubOptions, "fetch" | "token" | "baseUrl"> & { readonly signal: AbortSignal };

// Without a token from the public address, which needs no quota of the API. The files of a private repository are read
// through the API, which redirects to a signed address on another host.
async function fetchAsset(asset: GithubAsset, { fetch, token, baseUrl, signal }: AssetOptions): Promise<Response> {
  const { origin } = new URL(baseUrl);
  if (token === undefined || asset.url === undefined || new URL(asset.url).origin !== origin) {
    return await fetch(asset.browser_download_url, { signal });
  }
  return await followRedirects<Response>(new URL(asset.url), {
    maxRedirects: MAX_REDIRECTS,
    tooManyError: () => new TypeError(`must take at most ${MAX_REDIRECTS} redirects`),
    request: async (url) => {
      // Only the API may get the token.
      const headers = url.origin === origin ? createHeaders(token, "application/octet-stream") : new Headers();
      const response = await fetch(url, { headers, signal, redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null || !isRedirect(response.status)) return response;
      await response.body?.cancel();
      return new URL(location, url);
    },
  });
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
