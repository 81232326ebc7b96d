/** How long a source may be used without asking its server again. */
export interface Freshness {
  /** Whether it may be stored at all. */
  readonly isStorable: boolean;
  readonly seconds: number;
}

/** The longest time that a source is used without asking again. */
export const MAX_SECONDS = 86_400;

/** The freshness of a source that states nothing. It is short, because the picture may be replaced. */
const UNSTATED: Freshness = { isStorable: true, seconds: 600 };

/**
 * Reads `cache-control`, `expires`, `vary` and `age` (RFC 9111). The lower of `max-age` and `s-maxage` counts, because
 * browsers and shared caches get the same answer. If the source says nothing, `unstated` is returned.
 */
export function readFreshness(headers: Headers, unstated = UNSTATED): Freshness {
  // A quoted value can contain commas and names of directives. Numbers may be quoted, too.
  const cacheControl = (headers.get("cache-control") ?? "").toLowerCase()
    .replaceAll(/"(\d+)"/g, "$1").replaceAll(/"[^"]*"/g, "");
  const directives = cacheControl.split(",").map((directive) => directive.split("=").map((part) => part.trim()));
  const has = (name: string) => directives.some(([each]) => each === name);
  // Our cache is shared, so `private` means the same as `no-store`.
  const isStorable = !has("no-store") && !has("private");
  if (has("no-cache") || headers.get("vary")?.includes("*")) return { isStorable, seconds: 0 };
  const ages = directives.filter(([name]) => name === "max-age" || name === "s-maxage")
    // A response whose age is not a number is stale.
    .map(([, value = ""]) => /^\d+$/.test(value) ? Number(value) : 0);
  const expires = headers.get("expires");
  if (ages.length === 0 && expires !== null) ages.push(secondsUntil(expires, headers.get("date")));
  if (ages.length === 0) return { ...unstated, isStorable: isStorable && unstated.isStorable };
  const age = Number(headers.get("age")) || 0;
  return { isStorable, seconds: Math.max(0, Math.min(MAX_SECONDS, ...ages.map((seconds) => seconds - age))) };
}

/** Limits the freshness of a source by the freshness of its redirect, because a redirect may later lead elsewhere. */
export function limitFreshness(source: Freshness, redirect: Freshness): Freshness {
  const seconds = redirect.isStorable ? Math.min(source.seconds, redirect.seconds) : 0;
  return { ...source, seconds };
}

/** Counts by the clock of the source. A date that is not valid, such as "0", is in the past. */
function secondsUntil(expires: string, date: string | null): number {
  return Math.floor(((Date.parse(expires) || 0) - (Date.parse(date ?? "") || Date.now())) / 1000);
}
