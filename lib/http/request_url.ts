import { collapseSlashes, pathOf } from "@pawkit/fresh/path";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

// The path as it was sent: the one from which the package finds the route.
export { pathOf };

/** Which proxies are trusted and which origin public URLs have. */
export interface AddressOptions {
  /** The number of trusted proxies. */
  readonly trustProxy: number;
  readonly baseUrl: string | undefined;
}

const PORT = "6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[0-5]?\\d{1,4}";

/** A name, an IPv4 or a bracketed IPv6 address with an optional port: nothing that would change a URL. */
const AUTHORITY = `(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::(?:${PORT}))?`;

const HOST = new RegExp(`^${AUTHORITY}$`);

// After the authority the URL ends, or continues with a path or, for `OPTIONS *`, with "*".
const ORIGIN = new RegExp(`^https?://(${AUTHORITY})(?=[/*]|$)`);

/** The longest URL that is accepted: a `data:` URL of a 45 KB image fits. Deno accepts 64 KiB with all headers. */
export const MAX_URL_CHARACTERS = 61_440;

/** The longest path that is accepted, longer than any file needs: decoding one of 60,000 characters took 8 ms. */
export const MAX_PATH_CHARACTERS = 8192;

/**
 * The longest query of an endpoint that takes no image in it, several times what any of them reads: parsing and quoting
 * one of 60,000 characters took 12 ms.
 */
export const MAX_QUERY_CHARACTERS = 8192;

/** Maximum number of query parameters, several times what any endpoint reads: parsing 29,000 of them took 7 ms. */
export const MAX_QUERY_PARAMETERS = 32;

/** Rejects a URL that no endpoint can serve. @throws {ApiError} `bad_request` or `uri_too_long`. */
export function assertValidUrl(url: string): void {
  if (url.length > MAX_URL_CHARACTERS) throw uriTooLongError("must", MAX_URL_CHARACTERS, url.length);
  if (url.length > MAX_PATH_CHARACTERS) {
    const { length } = pathOf(url);
    if (length > MAX_PATH_CHARACTERS) throw uriTooLongError("its path must", MAX_PATH_CHARACTERS, length);
  }
  // Deno builds the URL from the `Host` header, or from an absolute request line, without parsing either.
  const [origin] = ORIGIN.exec(url) ?? [];
  // Names such as 1.2.3.256 are none.
  if (origin === undefined || !URL.canParse(origin)) throw invalidHostError();
  if (hasTooManyParameters(url)) {
    const message = `Cannot read the query: must have at most ${MAX_QUERY_PARAMETERS} parameters`;
    throw new ApiError("bad_request", message, { details: { limit: MAX_QUERY_PARAMETERS } });
  }
}

/** Rejects a query that is too long for an endpoint without images. @throws {ApiError} `uri_too_long`. */
export function assertShortQuery(url: string): void {
  if (url.length <= MAX_QUERY_CHARACTERS) return;
  const start = url.indexOf("?");
  const length = start === -1 ? 0 : url.length - start - 1;
  if (length > MAX_QUERY_CHARACTERS) throw uriTooLongError("its query must", MAX_QUERY_CHARACTERS, length);
}

function uriTooLongError(must: string, limit: number, got: number): ApiError {
  const message = `Cannot read the URL: ${must} have at most ${limit} characters, got ${got}`;
  return new ApiError("uri_too_long", message, { details: { limit, got } });
}

// Counts the separators, and only up to the limit. No parameter follows one at the end, which some programs append.
function hasTooManyParameters(url: string): boolean {
  let separator = url.indexOf("?");
  for (let count = 0; separator !== -1 && count < MAX_QUERY_PARAMETERS; count++) {
    separator = url.indexOf("&", separator + 1);
  }
  return separator !== -1 && separator < url.length - 1;
}

/**
 * Rejects a `Host` that is not the authority of the URL: one with a path, or of another host than an absolute request
 * line. Without `Host`, Deno uses the server's own address.
 *
 * @throws {ApiError} `bad_request`.
 */
export function assertValidHost({ headers, url }: Pick<Request, "headers" | "url">): void {
  const host = headers.get("host");
  if (host && ORIGIN.exec(url)?.[1]?.toLowerCase() !== host.toLowerCase()) throw invalidHostError();
}

function invalidHostError(): ApiError {
  return new ApiError("bad_request", 'Cannot use the "Host" header: must be the name of this service');
}

/**
 * Returns the origin of this service's public URLs, such as `https://example.org`, for a request with a valid URL. The
 * `cache-control` of a response that contains it is that of {@linkcode cacheWithOrigin}.
 *
 * @throws {ApiError} `bad_request` if the origin depends on the request, and that states two different hosts.
 */
export function publicOrigin(ctx: HttpContext, options: AddressOptions): string {
  if (options.baseUrl !== undefined) return options.baseUrl;
  // Otherwise a shared cache that forwards complete URLs would store a response with the origin of another host.
  assertValidHost(ctx.req);
  return requestOrigin(ctx, options);
}

/** Returns the origin that the caller used, or that the outermost trusted proxy states; empty if the URL is invalid. */
export function requestOrigin({ req }: HttpContext, options: AddressOptions): string {
  const [origin = "", authority = ""] = ORIGIN.exec(req.url) ?? [];
  if (options.trustProxy === 0) return origin;
  const protocol = readForwarded(req, "x-forwarded-proto", options) === "https" ? "https" : "http";
  const host = readForwarded(req, "x-forwarded-host", options);
  return `${protocol}://${HOST.test(host) && URL.canParse(`http://${host}`) ? host : authority}`;
}

/**
 * Returns the entry of an `x-forwarded-…` header that the outermost trusted proxy added. Each proxy appends one, so it
 * is counted from the right. Empty entries count: if they were skipped, the result could be one that the caller made
 * up.
 */
export function readForwarded(req: Request, header: string, { trustProxy }: AddressOptions): string {
  let value = req.headers.get(header) ?? "";
  // Not split at the commas, because a caller can send tens of thousands of them.
  for (let proxies = 1; proxies < trustProxy && value.includes(","); proxies++) {
    value = value.slice(0, value.lastIndexOf(","));
  }
  return value.slice(value.lastIndexOf(",") + 1).trim();
}

/**
 * Returns the URL of a request for links within the service: only path and query are those of the request. The path has
 * no repeated slashes, because `//cat` would be another host.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toLocalUrl("http://x.example//cat\\\\Ada?size=64").href, "http://localhost/cat/Ada?size=64");
 * ```
 */
export function toLocalUrl(sent: string): URL {
  const query = sent.indexOf("?");
  const url = new URL(`http://localhost${pathOf(sent)}${query === -1 ? "" : sent.slice(query)}`);
  url.pathname = collapseSlashes(url.pathname);
  return url;
}

/** Decodes percent-escapes. A text with an invalid escape, such as a literal `%`, is returned unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
