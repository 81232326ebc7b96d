import type { ResponseHead } from "@/lib/sources/response_head.ts";

/** What a source says about caching. */
export interface Freshness {
  /** Whether it forbids storing the body. */
  readonly noStore: boolean;
  /** How long caches may use the body without asking the source, if it says so. */
  readonly maxAgeSeconds: number | undefined;
}

/** How long a source that says nothing is used here before it is asked again. */
export const UNSTATED_SECONDS = 60;

/** A directive with its value. */
const DIRECTIVE = /^\s*([\w-]+)\s*(?:=\s*(.*?)\s*)?$/;

/**
 * Reads `cache-control`, `expires`, `vary` and `age` (RFC 9111). `previous` counts if a 304 has neither of the first
 * two.
 *
 * The lower of `max-age` and `s-maxage` counts, because browsers and shared caches get the same response. `private` is
 * like `no-store`, because our cache is shared, even if it names a header (`private="set-cookie"`).
 */
export function readFreshness(headers: ResponseHead["headers"], previous?: Freshness): Freshness {
  const { "cache-control": cacheControl, expires, age = "" } = headers;
  if (previous !== undefined && cacheControl === undefined && expires === undefined) return previous;
  // A quoted value may contain commas and names of directives. The quotes are removed only from a number.
  const directives = (cacheControl ?? "").replace(/"(\d+)"/g, "$1").replace(/"(?:[^"\\]|\\.)*"/g, "").split(",");
  let noStore = false;
  let lifetime = Infinity;
  for (const directive of directives) {
    const [, name = "", value = ""] = DIRECTIVE.exec(directive.toLowerCase()) ?? [];
    if (name === "no-store" || name === "private") noStore = true;
    if (name === "no-cache") lifetime = 0;
    // A value that is not a number means that the response is stale.
    if (name === "max-age" || name === "s-maxage") lifetime = Math.min(lifetime, /^\d+$/.test(value) ? +value : 0);
  }
  // It never matches another request.
  if (headers.vary?.includes("*")) lifetime = 0;
  if (lifetime === Infinity && expires !== undefined) lifetime = secondsUntil(expires, headers.date);
  const seconds = Math.max(0, lifetime - (/^\d+$/.test(age) ? +age : 0));
  return { noStore, maxAgeSeconds: lifetime === Infinity ? undefined : seconds };
}

/** Returns for how long a redirect may be used, if it says so. After that it may lead elsewhere. */
export function readRedirectSeconds(headers: ResponseHead["headers"]): number | undefined {
  const { noStore, maxAgeSeconds } = readFreshness(headers);
  return noStore ? 0 : maxAgeSeconds;
}

// Measured by the clock of the source. A date that is invalid, such as "0", is in the past.
function secondsUntil(expires: string, date: string | undefined): number {
  const now = Date.parse(date ?? "") || Date.now();
  return Math.floor(((Date.parse(expires) || 0) - now) / 1000);
}
