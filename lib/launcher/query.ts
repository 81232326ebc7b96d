/**
 * Reads a query in which a plus sign is a plus sign: forms write a space that way, but `7.5.0+build` and
 * `T12:00:00+02:00` reach us as they stand from most clients, and neither has a space.
 */
export function parseQuery(url: URL): URLSearchParams {
  return url.search.includes("+") ? new URLSearchParams(url.search.replaceAll("+", "%2B")) : url.searchParams;
}
