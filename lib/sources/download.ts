import manifest from "@/deno.json" with { type: "json" };
import { readAtMost, SmallChunksError } from "@/lib/async/read_at_most.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/sources/loop_header.ts";
import { redactUrl } from "@/lib/text/redact.ts";
import { followRedirects, isRedirect } from "@/lib/sources/redirects.ts";
import { toConditions, type Validators } from "@/lib/sources/validators.ts";
import { type GuardOptions, guardTarget, type Target } from "@/lib/sources/address_guard.ts";
import type { Connect, ConnectOptions, SourceResponse } from "@/lib/sources/connection.ts";
import { parseLocation } from "@/lib/sources/image_url.ts";
import { type Freshness, limitFreshness, readFreshness } from "@/lib/sources/freshness.ts";
import { sourceError, sourceStatusError, sourceTooLargeError } from "@/lib/sources/source_errors.ts";

/** The headers of every request. No cookie, no referrer, nothing about the caller. */
const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  "user-agent": `Pawkit/${manifest.version} (image filter service)`,
  "accept": "image/png,image/jpeg,image/webp,image/gif,image/*;q=0.8,*/*;q=0.5",
  "accept-encoding": "identity",
  [LOOP_HEADER]: "1",
};

/** A `content-encoding` of a body that is not compressed. Some servers send `none`, or an empty one. */
const NO_ENCODING = /^(?:identity|none)?$/i;

/** Where a body came from, how long it is fresh, and its validators, with which a later request asks for changes. */
export interface DownloadInfo extends Freshness, Validators {
  /** The URL after all redirects, without a fragment. */
  readonly finalUrl: string;
}

/** A downloaded body. */
export interface Download extends DownloadInfo {
  /** Missing if the body has not changed since the previous download. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** Options of {@linkcode download}. */
export interface DownloadOptions extends GuardOptions, Pick<ConnectOptions, "isOwnPort"> {
  readonly connect: Connect;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** Called with the size of each chunk that arrives. It may throw if there is no memory for it. */
  readonly onReceived?: ((bytes: number) => void) | undefined;
  /** A previous download. Its final URL is asked whether the body has changed since. */
  readonly previous?: DownloadInfo | undefined;
}

/**
 * Downloads a URL. The target of every redirect must pass the same address check as the URL itself.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { connect } from "@/lib/sources/connection.ts";
 * import { createResolver } from "@/lib/sources/resolver.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("cat"));
 * const { bytes } = await download(new URL(`http://127.0.0.1:${server.addr.port}/cat.png`), {
 *   signal: new AbortController().signal,
 *   acquireLookup: () => Promise.resolve({ [Symbol.dispose]() {} }),
 *   isAllowed: (host) => host === "127.0.0.1",
 *   resolve: createResolver(),
 *   connect,
 *   maxBytes: 1_000_000,
 *   maxRedirects: 5,
 * });
 * assertEquals(new TextDecoder().decode(bytes), "cat");
 * ```
 *
 * @throws {ApiError} `forbidden_address`, `source_rejected`, `source_failed`, `source_too_large` or
 * `overloaded`.
 * @throws an error of `acquireLookup`, or the reason of `signal`.
 */
export async function download(initialUrl: URL, options: DownloadOptions): Promise<Download> {
  const { maxRedirects } = options;
  const redirects: Freshness[] = [];
  const found = await followRedirects(initialUrl, {
    maxRedirects,
    request: (url) => request(url, options, (freshness) => redirects.push(freshness)),
    tooManyError: () => sourceError("source_failed", `the source redirected more than ${maxRedirects} times`),
  });
  return { ...found, ...redirects.reduce<Freshness>(limitFreshness, found) };
}

/** Requests one URL. Returns its download, or the URL to which it redirects as long as it reports. */
async function request(
  url: URL,
  options: DownloadOptions,
  onRedirect: (freshness: Freshness) => void,
): Promise<Download | URL> {
  const previous = canConfirm(options.previous, url) ? options.previous : undefined;
  const target = await guardTarget(url, options);
  using response = await sendRequest(target, { ...options, previous });
  const { status } = response;
  if (status === 304 && previous !== undefined) {
    return { ...previous, ...readFreshness(response.headers, previous), bytes: undefined };
  }
  // 203 is a 200 that a proxy has modified.
  if (status === 200 || status === 203) return await readDownload(url, response, options);
  const location = isRedirect(status) ? response.headers.location : undefined;
  if (location === undefined) throw sourceStatusError(status);
  onRedirect(readFreshness(response.headers));
  const next = parseLocation(location, url);
  if (next !== undefined) return next;
  throw sourceError("source_failed", "the source redirected to an invalid or unsupported URL");
}

/** Whether a URL can be asked for changes. Validators are sent only to the URL that issued them. */
function canConfirm(previous: DownloadInfo | undefined, url: URL): boolean {
  if (previous === undefined || previous.finalUrl !== withoutFragment(url)) return false;
  return previous.etag !== undefined || previous.lastModified !== undefined;
}

async function sendRequest(target: Target, options: DownloadOptions): Promise<SourceResponse> {
  const { previous } = options;
  const headers = { ...REQUEST_HEADERS, ...toConditions(previous) };
  try {
    return await options.connect(target, { ...options, headers });
  } catch (cause) {
    options.signal.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    throw sourceError("source_failed", `"${redactUrl(target.host)}" ${describeConnectError(cause)}`, { cause });
  }
}

function describeConnectError(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return "refuses connections";
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return "has no valid certificate";
  return "cannot be reached or did not send a valid HTTP response";
}

async function readDownload(
  url: URL,
  response: SourceResponse,
  { maxBytes, onReceived, signal }: DownloadOptions,
): Promise<Download> {
  // Compressed bodies are rejected, because a bomb of 10 KB decompresses to 10 GB. The transfer encoding may compress,
  // too (`gzip, chunked`): it must be missing, or `chunked` alone.
  const contentEncoding = response.headers["content-encoding"] ?? "";
  const transferEncoding = response.headers["transfer-encoding"] ?? "chunked";
  if (!NO_ENCODING.test(contentEncoding) || transferEncoding.toLowerCase() !== "chunked") {
    throw sourceError("source_failed", "the source sent a compressed response although `identity` was requested");
  }
  const contentLength = Number(response.headers["content-length"] ?? 0);
  if (contentLength > maxBytes) throw sourceTooLargeError(maxBytes, contentLength);
  const bytes = await readAtMost(response.body, {
    maxBytes,
    expectedBytes: contentLength,
    onReceived,
    tooLargeError: (got) => sourceTooLargeError(maxBytes, got),
  }).catch((cause: unknown) => {
    // The caller has left, or there is no memory for what has arrived.
    signal.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    const isFragmented = cause instanceof SmallChunksError;
    const reason = isFragmented ? "arrived in too small chunks" : "ended early or could not be read";
    throw sourceError("source_failed", `the response ${reason}`, { cause });
  });
  return {
    bytes,
    finalUrl: withoutFragment(url),
    etag: readValidator(response, "etag"),
    lastModified: readValidator(response, "last-modified"),
    ...readFreshness(response.headers),
  };
}

// Validators are sent back in later requests. A long or malformed one is dropped, because the source might
// reject a request that contains it.
function readValidator(response: SourceResponse, name: string): string | undefined {
  const value = response.headers[name];
  if (value === undefined || !/^[\x20-\x7e]{1,200}$/.test(value)) return undefined;
  // A copy: V8 would keep all headers of the response as long as this part of them.
  return new TextDecoder().decode(new TextEncoder().encode(value));
}

function withoutFragment(url: URL): string {
  return url.href.replace(/#.*/s, "");
}
