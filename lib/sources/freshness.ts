import type { ResponseHead } from "@/lib/sources/response_head.ts";

/** What a source says about caching. */
export interface Freshness {
  /** Whether it forbids storing the body. */
  readonly noStore: boolean;
  /** How long other caches may use the body without asking the source. */
  readonly maxAgeSeconds: number;
  /** How long we do so. The two differ only for a source that says nothing. */
  readonly freshSeconds: number;
}

/** How long we use a source that says nothing before we ask it again. */
export const UNSTATED_SECONDS = 60;

/** How long others may use it: longer, but short enough for a picture that is replaced. */
const UNSTATED_MAX_AGE_SECONDS = 600;

/** A longer `cache-control` is not read, because strange ones take long. Then the body is not stored. */
const MAX_CHARACTERS = 1000;

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
  if ((cacheControl ?? "").length > MAX_CHARACTERS) return { noStore: true, maxAgeSeconds: 0, freshSeconds: 0 };
  // A quoted value may contain commas and names of directives. The quotes are removed only from a number.
  const directives = (cacheControl ?? "").replace(/"(\d+)"/g, "$1").replace(/"(?:[^"\\]|\\.)*"/g, "").split(",");
  let noStore = false;
  let lifetime = Infinity;
  for (const directive of directives) {
    const [name, value] = splitDirective(directive.toLowerCase());
    if (name === "no-store" || name === "private") noStore = true;
    if (name === "no-cache") lifetime = 0;
    // A value that is not a number means that the response is stale.
    if (name === "max-age" || name === "s-maxage") lifetime = Math.min(lifetime, /^\d+$/.test(value) ? +value : 0);
  }
  // It never matches another request.
  if (headers.vary?.includes("*")) lifetime = 0;
  if (lifetime === Infinity && expires !== undefined) lifetime = secondsUntil(expires, headers.date);
  if (lifetime === Infinity) {
    return { noStore, maxAgeSeconds: UNSTATED_MAX_AGE_SECONDS, freshSeconds: UNSTATED_SECONDS };
  }
  const seconds = Math.max(0, lifetime - (/^\d+$/.test(age) ? +age : 0));
  return { noStore, maxAgeSeconds: seconds, freshSeconds: seconds };
}

/** Returns the name of a directive, and its value or nothing. */
function splitDirective(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text.trim(), ""] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

/** Limits the freshness of a body by that of a redirect to it, which may lead elsewhere after that. */
export function limitFreshness(body: Freshness, redirect: Freshness): Freshness {
  const { noStore, maxAgeSeconds, freshSeconds } = redirect;
  return {
    noStore: body.noStore,
    maxAgeSeconds: noStore ? 0 : Math.min(body.maxAgeSeconds, maxAgeSeconds),
    freshSeconds: noStore ? 0 : Math.min(body.freshSeconds, freshSeconds),
  };
}

// Measured by the clock of the source. A date that is invalid, such as "0", is in the past.
function secondsUntil(expires: string, date: string | undefined): number {
  const now = Date.parse(date ?? "") || Date.now();
  return Math.floor(((Date.parse(expires) || 0) - now) / 1000);
}
