/**
 * Returns the path of a request's URL as it was sent, without query and fragment. Deno concatenates the `Host` header
 * and the request target without parsing them, and slicing is enough here: a URL object would be slower.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pathOf("http://a.example/cat/Ada?size=64"), "/cat/Ada");
 * ```
 */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?");
  const fragment = url.indexOf("#");
  let end = query === -1 ? url.length : query;
  if (fragment !== -1 && fragment < end) end = fragment;
  // A slash behind the end is not that of a path, as in `http://a?b=/c`.
  return start === -1 || start > end ? "/" : url.slice(start, end);
}

/** Replaces repeated slashes by one, so that a path that starts with `//` does not become the URL of another site. */
export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}
