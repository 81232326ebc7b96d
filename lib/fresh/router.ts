/** A matched route and its parameters. */
export interface Match<T> {
  /** The value that was added for the route. */
  readonly value: T;
  readonly names: readonly string[];
  /** The values in the order of the names, still percent-encoded. An optional parameter can be missing. */
  readonly values: readonly (string | undefined)[];
}

type Matcher<T> = (path: string) => Match<T> | null;

/** Results of URLs that are cached, and the longest such URL: callers choose URLs, and must not fill the memory. */
const MAX_CACHED_URLS = 1000, MAX_CACHED_CHARACTERS = 200;

/**
 * Finds routes by path. Static routes win over dynamic ones; among dynamic routes, the one that was added first wins.
 * Dynamic routes are a list of regular expressions: one that does not match takes 30 ns. Results are cached by URL,
 * because most requests are for a few URLs: that saves 0.2 µs for a static route and 0.7 µs for a dynamic one.
 */
export class Router<T> {
  readonly #statics = new Map<string, Match<T>>();
  readonly #dynamics: Matcher<T>[] = [];
  readonly #cache = new Map<string, Match<T> | null>();

  /**
   * Adds a route. A second route with the same static path is ignored.
   *
   * @throws {TypeError} if `pattern` is not a valid URL pattern
   */
  add(pattern: string, value: T): void {
    if (/[*:{}+?()\\]/.test(pattern)) this.#dynamics.push(compilePattern(pattern, value));
    else if (!this.#statics.has(pattern)) this.#statics.set(pattern, { value, names: [], values: [] });
  }

  /** Returns the route of a URL, or `null` if none matches or the path is invalid. */
  find(url: string): Match<T> | null {
    const cached = this.#cache.get(url);
    if (cached !== undefined) return cached;
    const path = readPath(url);
    const match = path === null ? null : this.match(path);
    if (this.#cache.size >= MAX_CACHED_URLS) this.#cache.clear();
    if (url.length <= MAX_CACHED_CHARACTERS) this.#cache.set(url, match);
    return match;
  }

  /** Returns the route of a normalized path. */
  match(path: string): Match<T> | null {
    const match = this.#statics.get(path);
    if (match !== undefined) return match;
    for (const matcher of this.#dynamics) {
      const match = matcher(path);
      if (match !== null) return match;
    }
    return null;
  }
}

/** Returns the normalized path of a URL: no repeated slashes, no trailing slash. `null` if it cannot be decoded. */
export function readPath(url: string): string | null {
  return normalizePath(slicePath(url));
}

/**
 * Returns the path of a URL as it was sent. Deno concatenates the `Host` header and the request target without parsing
 * them, and slicing is enough here: a URL object would take 1 µs. If the header is invalid, `ctx.url` throws.
 */
function slicePath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
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

const NAME = "([A-Za-z_$][\\w$]*)";

/** `/:name*`, `/:name+`, `/:name?`, `{/:name}?`, a final `/*`, and `:name` anywhere. */
const PARAMETER = new RegExp(`/:${NAME}([*+?])(?=/|$)|\\{/:${NAME}\\}\\?|/\\*$|:${NAME}`, "g");

/**
 * Compiles a pattern to a regular expression. A pattern that uses more of the URLPattern syntax, such as `/:id(\\d+)`,
 * is matched by a `URLPattern`, which takes several microseconds.
 */
function compilePattern<T>(pattern: string, value: T): Matcher<T> {
  if (/[*{}+?()\\]/.test(pattern.replaceAll(PARAMETER, ""))) return compileUrlPattern(pattern, value);
  const names: string[] = [];
  let source = "";
  let end = 0;
  for (const token of pattern.matchAll(PARAMETER)) {
    const [text, repeated, modifier, optional, simple] = token;
    source += RegExp.escape(pattern.slice(end, token.index));
    source += toRegExpSource(optional === undefined ? modifier ?? text : "?");
    // Like a URLPattern, this names the value of a final `/*` "0".
    names.push(repeated ?? optional ?? simple ?? "0");
    end = token.index + text.length;
  }
  const regExp = new RegExp(`^${source}${RegExp.escape(pattern.slice(end))}$`);
  return (path) => {
    // The root has no segments, so `/:rest*` matches it.
    const found = regExp.exec(path === "/" ? "" : path);
    return found === null ? null : { value, names, values: found.slice(1) };
  };
}

function toRegExpSource(token: string): string {
  if (token === "*" || token === "/*") return "(?:/(.+))?";
  if (token === "+") return "/(.+)";
  if (token === "?") return "(?:/([^/]+?))?";
  return "([^/]+?)";
}

function compileUrlPattern<T>(pathname: string, value: T): Matcher<T> {
  const pattern = new URLPattern({ pathname });
  return (path) => {
    const groups = pattern.exec({ pathname: path })?.pathname.groups;
    return groups === undefined ? null : { value, names: Object.keys(groups), values: Object.values(groups) };
  };
}
