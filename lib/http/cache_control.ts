import type { AddressOptions } from "@/lib/http/request_url.ts";

/** `cache-control` of responses that differ from one call to the next, and of every error. */
export const NO_STORE = "no-store";

/** The longest time for which callers may cache a response, except for pictures with an id. */
export const ONE_DAY_SECONDS = 86_400;

/** `cache-control` of responses that the same request always gets. */
export const ONE_DAY = `public, max-age=${ONE_DAY_SECONDS}`;

/**
 * `cache-control` of lists and pages: callers revalidate them each time, and shared caches do so every minute. nginx
 * answers conditional requests only for what it stores.
 */
export const REVALIDATE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** `cache-control` of pictures that change with a major version at most. */
export const ONE_WEEK = "public, max-age=604800";

/**
 * Returns the `cache-control` of a response that contains the origin: without BASE_URL it is `private`, because one
 * caller with a made-up host could otherwise fill a shared cache with URLs of that host.
 */
export function cacheWithOrigin(cache: string, { baseUrl }: AddressOptions): string {
  return baseUrl === undefined ? cache.replace("public", "private").replace(/, s-maxage=\d+/, "") : cache;
}
