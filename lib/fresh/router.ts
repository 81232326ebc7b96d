import { readPath } from "./path.ts";

/** A matched route and its parameters. */
export interface Match<T> {
  /** The value that was added for the route. */
  readonly value: T;
  readonly names: readonly string[];
  /** The values in the order of the names, still percent-encoded. The rest of a path can be missing. */
  readonly values: readonly (string | undefined)[];
}

/** Finds routes by path. Static routes win over dynamic ones; among these, the one that was added first wins. */
export class Router<T> {
  readonly #statics = new Map<string, Match<T>>();
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

  /** Returns the route of a URL, or `null` if none matches or the path cannot be decoded. */
  find(url: string): Match<T> | null {
    const path = readPath(url);
    if (path === null) return null;
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
