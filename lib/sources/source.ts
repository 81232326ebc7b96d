import manifest from "@/deno.json" with { type: "json" };
import { ApiError } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";
import { checkAddress, type CheckOptions, type Target } from "@/lib/sources/check_address.ts";
import { type Download, type DownloadFunction } from "@/lib/sources/download.ts";
import { type Freshness, limitFreshness, readFreshness } from "@/lib/sources/freshness.ts";
import { parseLocation } from "@/lib/sources/image_url.ts";

const MAX_REDIRECTS = 5;

/** The time for everything from the look-up of the name to the last byte. */
const MAX_MS = 5000;

/** The headers of every download. They contain nothing about the caller. */
const HEADERS: Readonly<Record<string, string>> = {
  "user-agent": `Pawkit/${manifest.version} (image filter service)`,
  "accept": "image/png,image/jpeg,image/webp,image/gif,image/avif,image/*;q=0.8,*/*;q=0.5",
  "accept-encoding": "identity",
  [LOOP_HEADER]: "1",
};

/** How long a source is fresh, and the values with which its server can be asked whether it has changed. */
export interface SourceInfo {
  readonly freshness: Freshness;
  /** The URL after all redirects. The tag and the date belong only to this URL. */
  readonly finalUrl: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** An image of another server. */
export interface Source extends SourceInfo {
  /** Missing if the image has not changed since the previous time. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** Options of {@linkcode Sources}. */
export interface SourcesOptions extends CheckOptions {
  readonly download: DownloadFunction;
  readonly isOwnPort: (port: number) => boolean;
}

/** Loads images of other servers. */
export class Sources {
  readonly #options: SourcesOptions;

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /**
   * Downloads an image. Every redirect is checked like the URL itself. If there is a previous download, its server is
   * asked whether the image has changed.
   *
   * @throws {ApiError} `forbidden_address`, `source_rejected`, `source_failed`, `source_too_large` or `source_timeout`;
   * the reason of the signal.
   */
  async load(url: URL, signal: AbortSignal, previous?: SourceInfo): Promise<Source> {
    const timeout = AbortSignal.timeout(MAX_MS);
    try {
      return await this.#follow(url, AbortSignal.any([signal, timeout]), previous);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof ApiError) throw cause;
      if (!timeout.aborted) throw failedError(`the source ${describeError(cause)}`, { cause });
      const details = { parameter: "image", limit: MAX_MS };
      throw new ApiError("source_timeout", `Cannot fetch the image: it took longer than ${MAX_MS} ms`, { details });
    }
  }

  async #follow(first: URL, signal: AbortSignal, previous?: SourceInfo): Promise<Source> {
    const { download, isOwnPort } = this.#options;
    const redirects: Freshness[] = [];
    for (let url = first; redirects.length <= MAX_REDIRECTS;) {
      const target = await checkAddress(url, this.#options, signal);
      const known = previous !== undefined && previous.finalUrl === toFinalUrl(target) ? previous : undefined;
      const found = await download(target, { headers: { ...HEADERS, ...toConditions(known) }, signal, isOwnPort });
      const next = toRedirect(found, url);
      if (next === undefined) {
        const source = toSource(target, found, known);
        return { ...source, freshness: redirects.reduce(limitFreshness, source.freshness) };
      }
      redirects.push(readFreshness(found.headers));
      url = next;
    }
    throw failedError(`the source redirected more than ${MAX_REDIRECTS} times`);
  }
}

/** Returns the headers with which a server sends an image only if it has changed. */
function toConditions({ etag, lastModified }: Partial<SourceInfo> = {}): Record<string, string> {
  if (etag !== undefined) return { "if-none-match": etag };
  return lastModified === undefined ? {} : { "if-modified-since": lastModified };
}

function toRedirect({ status, headers }: Download, url: URL): URL | undefined {
  const location = headers.get("location");
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const next = parseLocation(location, url);
  if (next === undefined) throw failedError("the source redirected to something else than a plain web URL");
  return next;
}

function toSource(target: Target, { status, headers, bytes }: Download, known: SourceInfo | undefined): Source {
  if (status === 304 && known !== undefined) {
    return { ...known, freshness: readFreshness(headers, known.freshness), bytes: undefined };
  }
  if (status !== 200) throw statusError(status);
  const [etag, lastModified] = ["etag", "last-modified"].map((name) => toValidator(headers.get(name)));
  return { bytes, freshness: readFreshness(headers), finalUrl: toFinalUrl(target), etag, lastModified };
}

/** Drops a tag or date that a server might refuse when it is sent back. */
function toValidator(value: string | null): string | undefined {
  return value !== null && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined;
}

function toFinalUrl({ url }: Target): string {
  return url.origin + url.pathname + url.search;
}

function statusError(sourceStatus: number): ApiError {
  const code = sourceStatus >= 400 && sourceStatus < 500 ? "source_rejected" : "source_failed";
  const message = `Cannot fetch the image: the source responded with status ${sourceStatus}`;
  return new ApiError(code, message, { details: { sourceStatus } });
}

function failedError(reason: string, options: ErrorOptions = {}): ApiError {
  return new ApiError("source_failed", `Cannot fetch the image: ${reason}`, options);
}

function describeError(cause: unknown): string {
  const error = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "refuses connections";
  if (/CERT|SIGNATURE/.test(code)) return "has no valid certificate";
  return "cannot be reached, or did not send a complete HTTP response";
}
