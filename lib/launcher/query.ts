/**
 * Reads a query in which a plus sign is a plus sign. HTML forms encode a space that way, but most clients send
 * `7.5.0+build` and `T12:00:00+02:00` unescaped, and neither contains a space.
 */
export function parseQuery(url: URL): URLSearchParams {
  return url.search.includes("+") ? new URLSearchParams(url.search.replaceAll("+", "%2B")) : url.searchParams;
}
