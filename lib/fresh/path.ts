/**
 * Returns the path of a request's URL as it was sent, without the query. Deno concatenates the `Host` header and the
 * request target without parsing them, and slicing is enough here: a URL object would be slower.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pathOf("http://a.example/cat/Ada?size=64"), "/cat/Ada");
 * ```
 */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** Replaces repeated slashes by one, so that a path that starts with `//` does not become the URL of another site. */
export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}
