/** The path of an absolute URL, which begins behind the authority. */
const PATH = /\/\/[^/?#]*(\/[^?#]*)?/;

/** Replaces repeated slashes by one, so that a path that starts with `//` does not become the URL of another site. */
export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** A character that the URL parser may change, a repeated slash, or a segment that starts with a dot. */
const NEEDS_PARSER = /[^\w\-.~!$&'()*+,;=:@/]|\/[/.]/;

/**
 * Returns the normalized path of a request's URL: no repeated slashes, no trailing slash. `null` if it cannot be
 * decoded. Most paths are normal already, so they are cut out of the URL, because a URL object would be slower.
 */
export function readPath(url: string): string | null {
  let path = PATH.exec(url)?.[1] ?? "/";
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
