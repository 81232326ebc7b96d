import { ApiError } from "@/lib/http/errors.ts";
import { type GuardOptions, guardTarget } from "@/lib/sources/address_guard.ts";
import type { Budget, Lease } from "@/lib/sources/budget.ts";
import type { Connect, SourceResponse } from "@/lib/sources/connection.ts";
import { parseLocation } from "@/lib/sources/image_url.ts";
import { redactUrl, sourceFailedError, sourceRejectedError, sourceTooLargeError } from "@/lib/sources/source_errors.ts";

/** Bytes that every download counts for from its start, because a connection and its buffers need memory too. */
const MIN_LEASE_BYTES = 1_048_576;

/** First size of the buffer for the body: enough for a small picture. */
const INITIAL_BUFFER_BYTES = 65_536;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Headers of every request. No cookie, no referrer, nothing about the caller. */
const HEADERS: Readonly<Record<string, string>> = {
  "user-agent": "Pawkit/1.0 (image filter service)",
  "accept": "image/png,image/jpeg,image/webp,image/gif,image/*;q=0.8,*/*;q=0.5",
  "accept-encoding": "identity",
};

/** A downloaded body, with the validators to ask the source later whether it has changed. */
export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The URL after all redirects. */
  readonly href: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** Whether the source forbids caching it. */
  readonly noStore: boolean;
}

/** Options of {@linkcode download}. */
export interface DownloadOptions extends GuardOptions {
  readonly connect: Connect;
  readonly budget: Budget;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
  /** An earlier download of the same URL, which is returned again if the source responds that it has not changed. */
  readonly earlier?: Download | undefined;
}

/**
 * Downloads a URL. Every redirect is checked like a URL from a caller.
 *
 * @throws {ApiError} `forbidden_address`, `source_rejected`, `source_failed`, `source_too_large` or `overloaded`.
 */
export async function download(start: URL, options: DownloadOptions): Promise<Download> {
  using lease = options.budget.lease(MIN_LEASE_BYTES);
  let url = start;
  for (let redirects = 0; redirects <= options.maxRedirects; redirects++) {
    // Validators belong to the URL that they came from: another server must not get them.
    const earlier = options.earlier?.href === toHref(url) ? options.earlier : undefined;
    using response = await request(url, options, earlier);
    if (response.status === 304 && earlier !== undefined) return earlier;
    if (response.status === 200 || response.status === 203) {
      return await readDownload(url, response, options.maxBytes, lease);
    }
    url = parseRedirect(url, response);
  }
  throw sourceFailedError(`the source redirected more than ${options.maxRedirects} times`);
}

async function request(url: URL, options: DownloadOptions, earlier: Download | undefined): Promise<SourceResponse> {
  const target = await guardTarget(url, options);
  const headers = { ...HEADERS };
  if (earlier?.etag !== undefined) headers["if-none-match"] = earlier.etag;
  else if (earlier?.lastModified !== undefined) headers["if-modified-since"] = earlier.lastModified;
  try {
    return await options.connect(target, { headers, signal: options.signal });
  } catch (cause) {
    throw sourceFailedError(`"${redactUrl(target.host)}" ${explain(cause)}`, { cause });
  }
}

function explain(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return "refuses connections";
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return "has no valid certificate";
  return "cannot be reached, or does not respond with HTTP";
}

function parseRedirect(url: URL, response: SourceResponse): URL {
  const { status } = response;
  if (status >= 400 && status < 500) throw sourceRejectedError(status);
  const location = REDIRECTS.includes(status) ? readHeader(response, "location") : undefined;
  if (location === undefined) {
    throw sourceFailedError(`the source responded with status ${status}`, { details: { sourceStatus: status } });
  }
  const next = parseLocation(location, url);
  if (next === undefined) throw sourceFailedError("the source redirected to something that is not a plain web URL");
  return next;
}

async function readDownload(
  url: URL,
  response: SourceResponse,
  maxBytes: number,
  lease: Lease,
): Promise<Download> {
  // `identity` was requested: decompressing what comes instead is how 10 KB become 10 GB.
  const encoding = readHeader(response, "content-encoding") ?? "identity";
  const transfer = readHeader(response, "transfer-encoding") ?? "chunked";
  if (encoding.toLowerCase() !== "identity" || transfer.toLowerCase() !== "chunked") {
    throw sourceFailedError("the source must send it uncompressed");
  }
  const length = Number(readHeader(response, "content-length") ?? 0);
  if (length > maxBytes) throw sourceTooLargeError(maxBytes, length);
  return {
    bytes: await readBody(response, maxBytes, lease),
    href: toHref(url),
    etag: readValidator(response, "etag"),
    lastModified: readValidator(response, "last-modified"),
    noStore: /\bno-store\b/i.test(readHeader(response, "cache-control") ?? ""),
  };
}

// Copied into one buffer on arrival: a million small chunks stored until the end take a hundred times their bytes.
async function readBody(response: SourceResponse, maxBytes: number, lease: Lease): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(INITIAL_BUFFER_BYTES);
  let size = 0;
  try {
    for await (const chunk of response.body) {
      const end = size + chunk.length;
      if (end > maxBytes) throw sourceTooLargeError(maxBytes, end);
      if (end > buffer.length) {
        const length = Math.min(maxBytes, end * 2);
        lease.grow(length);
        buffer = new Uint8Array(buffer.buffer.transfer(length));
      }
      buffer.set(chunk, size);
      size = end;
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : sourceFailedError("the response could not be read to its end", { cause });
  }
  return new Uint8Array(buffer.buffer.transfer(size));
}

// A validator is sent back later. The source would reject every later request with a long or malformed one.
function readValidator(response: SourceResponse, name: string): string | undefined {
  const value = readHeader(response, name);
  return value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined;
}

function readHeader(response: SourceResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === "string" ? value : value?.[0];
}

function toHref(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length);
}
