import type { AddressOptions } from "@/lib/http/request_url.ts";

/** Who may store a response, and for how long (RFC 9111). */
export interface CacheDirectives {
  /** Every cache, only the caller's own, or none. */
  readonly scope: "public" | "private" | "none";
  /** How long it may be used before the service is asked again. A 0 without another time is sent as `no-cache`. */
  readonly maxAgeSeconds: number;
  /** The same for shared caches, if it is another time. */
  readonly sharedMaxAgeSeconds?: number | undefined;
  /** How much longer it may be used while the service is asked. */
  readonly staleWhileRevalidateSeconds?: number;
  /** How much longer it may be used if the service cannot be asked. */
  readonly staleIfErrorSeconds?: number;
}

/** How a response may be cached. It becomes text when the response is created, and nobody edits that text. */
export class CachePolicy {
  #text: string | undefined;
  #private: CachePolicy | undefined;

  constructor(readonly directives: CacheDirectives) {}

  /** The value of `cache-control`. Written once, because most responses share a few policies. */
  get text(): string {
    return this.#text ??= toText(this.directives);
  }

  /** Returns the policy without shared caches, always the same one. */
  toPrivate(): CachePolicy {
    if (this.directives.scope !== "public") return this;
    return this.#private ??= new CachePolicy({ ...this.directives, scope: "private", sharedMaxAgeSeconds: undefined });
  }

  /** Returns the policy with at most this `max-age`. */
  limitTo(maxAgeSeconds: number): CachePolicy {
    if (this.directives.maxAgeSeconds <= maxAgeSeconds) return this;
    return new CachePolicy({ ...this.directives, maxAgeSeconds });
  }
}

/** The policy of responses that differ from one call to the next, and of every error. */
export const NO_STORE: CachePolicy = new CachePolicy({ scope: "none", maxAgeSeconds: 0 });

/** The longest time for which callers may cache a response, except for pictures with an id. */
export const ONE_DAY_SECONDS = 86_400;

/** The policy of responses that the same request always gets. */
export const ONE_DAY: CachePolicy = new CachePolicy({ scope: "public", maxAgeSeconds: ONE_DAY_SECONDS });

/**
 * The policy of lists and pages: callers revalidate them each time, and shared caches do so every minute. nginx answers
 * conditional requests only for what it stores.
 */
export const REVALIDATE: CachePolicy = new CachePolicy({
  scope: "public",
  maxAgeSeconds: 0,
  sharedMaxAgeSeconds: 60,
  staleWhileRevalidateSeconds: 600,
});

/** The policy of pictures that change with a major version at most. */
export const ONE_WEEK: CachePolicy = new CachePolicy({ scope: "public", maxAgeSeconds: 7 * ONE_DAY_SECONDS });

/**
 * Returns the policy of a response that contains the origin: without BASE_URL it is private, because one caller with a
 * made-up host could otherwise fill a shared cache with URLs of that host.
 */
export function cacheWithOrigin(cache: CachePolicy, { baseUrl }: AddressOptions): CachePolicy {
  return baseUrl === undefined ? cache.toPrivate() : cache;
}

function toText(directives: CacheDirectives): string {
  const { scope, maxAgeSeconds, sharedMaxAgeSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds } = directives;
  if (scope === "none") return "no-store";
  const times = Object.entries({
    "max-age": maxAgeSeconds,
    "s-maxage": sharedMaxAgeSeconds,
    "stale-while-revalidate": staleWhileRevalidateSeconds,
    "stale-if-error": staleIfErrorSeconds,
  }).filter(([, seconds]) => seconds !== undefined);
  // Without a connection a cache may use what has `max-age=0`, but never what has `no-cache`.
  if (maxAgeSeconds === 0 && times.length === 1) return `${scope}, no-cache`;
  return [scope, ...times.map(([name, seconds]) => `${name}=${seconds}`)].join(", ");
}
