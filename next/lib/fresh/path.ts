/**
 * Returns the path of a request's URL as it was sent, without query and fragment. Deno concatenates the `Host` header
 * and the request target without parsing them, and slicing is enough here: a URL object would be slower.
 */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?");
  const fragment = url.indexOf("#");
  let end = query === -1 ? url.length : query;
  if (fragment !== -1 && fragment < end) end = fragment;
  // A slash behind the end does not belong to the path, as in `http://a?b=/c`.
  return start === -1 || start > end ? "/" : url.slice(start, end);
}

/** Replaces repeated slashes by one, so that a path that starts with `//` does not become the URL of another site. */
export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** A character that the URL parser may change, a repeated slash, or a segment that starts with a dot. */
const NEEDS_PARSER = /[^\w\-.~!$&'()*+,;=:@/]|\/[/.]/;

/** Returns the normalized path of a URL: no repeated slashes, no trailing slash. `null` if it cannot be decoded. */
export function readPath(url: string): string | null {
  let path = pathOf(url);
  if (NEEDS_PARSER.test(path)) {
    path = collapseSlashes(new URL(`http://localhost${path}`).pathname);
    try {
      decodeURI(path);
    } catch {
      return null;
    }
  }
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
