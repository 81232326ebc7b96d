import { collapseSlashes, pathOf } from "./path.ts";

/** A matched route and its parameters. */
export interface Match<T> {
  /** The value that was added for the route. */
  readonly value: T;
  readonly names: readonly string[];
  /** The values in the order of the names, still percent-encoded. The rest of a path can be missing. */
  readonly values: readonly (string | undefined)[];
}

/** Results that are cached: callers choose URLs, and must not fill the memory. */
const MAX_CACHED_URLS = 1000;

/** The longest URL whose result is cached. */
const MAX_CACHED_CHARACTERS = 200;

/** The longest path that can have a route: to normalize 58 KB takes up to 3 ms, before any middleware can refuse it. */
const MAX_PATH_CHARACTERS = 8192;

/**
 * Finds routes by path. Static routes win over dynamic ones; among dynamic routes, the one that was added first wins.
 * Dynamic routes are a list of regular expressions. Results are cached by URL, because most requests are for a few
 * URLs: without it, bench http loses more than a tenth for a route with a parameter.
 */
export class Router<T> {
  readonly #statics = new Map<string, Match<T>>();
  readonly #cache = new Map<string, Match<T> | null>();
  readonly #dynamics: { readonly regExp: RegExp; readonly names: readonly string[]; readonly value: T }[] = [];

  /** Adds a route. `:name` matches a segment, `:name(a|b)` one of these, and a final `:name*` the rest of the path. */
  add(pattern: string, value: T): void {
    if (!pattern.includes(":")) {
      if (!this.#statics.has(pattern)) this.#statics.set(pattern, { value, names: [], values: [] });
      return;
    }
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const source = pattern.split(/(\/:\w+(?:\*|\([\w|]+\))?)/).map((part) => {
      if (!part.startsWith("/:")) return RegExp.escape(part);
      if (part.endsWith(")")) return `/${part.slice(part.indexOf("("))}`;
      return part.endsWith("*") ? "(?:/(.+))?" : "/([^/]+)";
    });
    this.#dynamics.push({ regExp: new RegExp(`^${source.join("")}$`), names, value });
  }

  /** Returns the route of a URL, or `null` if none matches or the path is invalid or too long. */
  find(url: string): Match<T> | null {
    // Looking for a long URL takes as long as reading all of it.
    if (url.length > MAX_CACHED_CHARACTERS) return this.#findUncached(url);
    const cached = this.#cache.get(url);
    if (cached !== undefined) return cached;
    const match = this.#findUncached(url);
    if (this.#cache.size >= MAX_CACHED_URLS) this.#cache.clear();
    this.#cache.set(url, match);
    return match;
  }

  #findUncached(url: string): Match<T> | null {
    const sent = pathOf(url);
    const path = sent.length > MAX_PATH_CHARACTERS ? null : normalizePath(sent);
    return path === null ? null : this.#match(path);
  }

  #match(path: string): Match<T> | null {
    const match = this.#statics.get(path);
    if (match !== undefined) return match;
    for (const { regExp, names, value } of this.#dynamics) {
      // The root has no segments, so `/:rest*` matches it.
      const found = regExp.exec(path === "/" ? "" : path);
      if (found !== null) return { value, names, values: found.slice(1) };
    }
    return null;
  }
}

/** Returns the normalized path of a URL: no repeated slashes, no trailing slash. `null` if it cannot be decoded. */
export function readPath(url: string): string | null {
  return normalizePath(pathOf(url));
}

/** A character that the URL parser may change, a repeated slash, or a segment that starts with a dot. */
const NEEDS_PARSER = /[^\w\-.~!$&'()*+,;=:@/]|\/[/.]/;

function normalizePath(sent: string): string | null {
  let path = sent;
  if (NEEDS_PARSER.test(sent)) {
    path = collapseSlashes(new URL(`http://localhost${sent}`).pathname);
    if (!isDecodable(path)) return null;
  }
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
