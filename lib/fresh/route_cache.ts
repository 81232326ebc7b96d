import type { Match, Router } from "./router.ts";

/** The path and the route of a URL. */
export interface Target<T> {
  /** The path without a trailing slash, or `null` if it contains an invalid percent-encoding. */
  readonly path: string | null;
  /** The matched route, or `null`. */
  readonly match: Match<T> | null;
}

/** How many URLs are cached. */
const MAX_URLS = 1000;

/** The longest URL that is cached, so that long ones cannot fill the memory. */
const MAX_LENGTH = 200;

/** Finds the routes of URLs and caches them, because most requests repeat a few URLs: 0.3 to 1 µs less per request. */
export class RouteCache<T> {
  readonly #router: Router<T>;
  readonly #targets = new Map<string, Target<T>>();

  constructor(router: Router<T>) {
    this.#router = router;
  }

  /** Returns the path and the route of a URL. */
  find(url: string): Target<T> {
    const query = url.indexOf("?");
    const key = query === -1 ? url : url.slice(0, query);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const path = readPath(key);
    const target = { path, match: path === null ? null : this.#router.match(path) };
    // The whole URL counts, because V8 retains it as long as the slice exists.
    if (target.match === null || url.length > MAX_LENGTH) return target;
    if (this.#targets.size === MAX_URLS) this.#targets.clear();
    this.#targets.set(key, target);
    return target;
  }
}

/**
 * Returns the path of a URL without its trailing slash, or `null` if it contains an invalid percent-encoding.
 *
 * Deno concatenates the `Host` header and the request target without parsing them. Whether the header is valid is not
 * checked here: `ctx.url` throws if it is not.
 */
export function readPath(url: string): string | null {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  let path = start === -1 ? "/" : url.slice(start);
  if (NEEDS_PARSER.test(path)) {
    path = collapseSlashes(new URL(`http://localhost${path}`).pathname);
    if (!isDecodable(path)) return null;
  }
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A character that the URL parser may change, a repeated slash, or a segment that starts with a dot. */
const NEEDS_PARSER = /[^\w\-.~!$&'()*+,;=:@/]|\/[/.]/;

/** Replaces repeated slashes by one, so that a path that starts with `//` does not become the URL of another site. */
export function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
