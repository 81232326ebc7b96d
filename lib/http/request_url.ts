import { ApiError } from "@/lib/http/errors.ts";

const PORT = "6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[0-5]?\\d{1,4}";

/** A name, an IPv4 or a bracketed IPv6 address, with an optional port. It cannot contain a path or a query. */
const AUTHORITY = `(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::(?:${PORT}))?`;

const HOST = new RegExp(`^${AUTHORITY}$`);

// After the authority the URL ends, or continues with a path or, for `OPTIONS *`, with "*".
const ORIGIN = new RegExp(`^https?://(${AUTHORITY})(?=[/*]|$)`);

/** The longest path and the longest query that are accepted, several times what any endpoint reads. */
export const MAX_URL_CHARACTERS = 8192;

/** The header of requests that a filter sends. A filter refuses such requests, so filters never call each other. */
export const LOOP_HEADER = "x-pawkit-filter";

/** Rejects a URL that no endpoint can serve. @throws {ApiError} `bad_request` or `uri_too_long`. */
export function assertValidUrl({ url, headers }: Request): void {
  const question = url.indexOf("?");
  const path = question === -1 ? url.length : question;
  const got = Math.max(path, url.length - path);
  if (got > MAX_URL_CHARACTERS) {
    const message =
      `Cannot read the URL: its path and its query must each have at most ${MAX_URL_CHARACTERS} characters`;
    throw new ApiError("uri_too_long", message, { details: { limit: MAX_URL_CHARACTERS, got } });
  }
  assertValidHost(url, headers.get("host"));
}

/** The last valid authority. Nearly all requests have the same one, so it need not be parsed again. */
let lastAuthority: string | undefined;

/** Deno builds the URL from the `Host` header, or from an absolute request line, without parsing either. */
function assertValidHost(url: string, host: string | null): void {
  const [origin, authority] = ORIGIN.exec(url) ?? [];
  // If `Host` contained a path, that path would be a part of the URL.
  const isSame = authority !== undefined && (host === null || host.toLowerCase() === authority.toLowerCase());
  if (isSame && authority === lastAuthority) return;
  // A name such as 1.2.3.256 has the right characters, but is not valid.
  if (!isSame || !URL.canParse(origin!)) {
    throw new ApiError("bad_request", 'Cannot use the "Host" header: must be a valid host name with an optional port');
  }
  lastAuthority = authority;
}

/** The settings from which public addresses follow. */
export interface AddressOptions {
  /** The number of trusted proxies. */
  readonly trustProxy: number;
  readonly baseUrl?: string | undefined;
}

/** Returns the origin that callers use: BASE_URL or, without it, the origin that the outermost trusted proxy states. */
export function publicOrigin(req: Request, { baseUrl, trustProxy }: AddressOptions): string {
  if (baseUrl !== undefined) return baseUrl;
  const [origin = "", authority = ""] = ORIGIN.exec(req.url) ?? [];
  if (trustProxy === 0) return origin;
  const protocol = readForwarded(req, "x-forwarded-proto", trustProxy) === "https" ? "https" : "http";
  const host = readForwarded(req, "x-forwarded-host", trustProxy);
  return `${protocol}://${HOST.test(host) && URL.canParse(`http://${host}`) ? host : authority}`;
}

/**
 * Returns the entry of an `x-forwarded-…` header that the outermost trusted proxy added. Each proxy appends an entry,
 * so entries are counted from the right. If empty entries were skipped, a caller could invent the result.
 */
export function readForwarded(req: Request, header: string, trustProxy: number): string {
  let value = req.headers.get(header) ?? "";
  // The value is not split at all commas, because a caller can send tens of thousands of them.
  for (let proxies = 1; proxies < trustProxy && value.includes(","); proxies++) {
    value = value.slice(0, value.lastIndexOf(","));
  }
  return value.slice(value.lastIndexOf(",") + 1).trim();
}

/** Returns the path as it was sent. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Returns the last segment of a path as it was sent. `ctx.params` is partly decoded, so `%252B` would be a plus. */
export function lastSegmentOf(url: string): string {
  return pathOf(url).split("/").findLast((segment) => segment !== "") ?? "";
}

/** Returns the query of a URL, without parsing the whole URL. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1));
}

/** Decodes percent-escapes. A text with an invalid escape is returned unchanged. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
