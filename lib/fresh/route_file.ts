/** What a file in `routes/` is for. */
export type RouteFileKind = "route" | "middleware" | "layout" | "app" | "error" | "notFound";

/** A file in `routes/`, as its name tells. */
export interface RouteFile {
  /** Its path below `routes/`, with slashes. */
  readonly path: string;
  readonly kind: RouteFileKind;
  /** Its folder as a pattern, groups included: where middlewares, layouts and error pages hold. */
  readonly segment: string;
  /** The pattern that it answers, if it is a route. */
  readonly pattern: string;
}

const KINDS: Readonly<Record<string, RouteFileKind>> = {
  _middleware: "middleware",
  _layout: "layout",
  _app: "app",
  _error: "error",
  _500: "error",
  _404: "notFound",
};

/**
 * Reads from its path what a file in `routes/` is for; `null` when it is none of them, as tests are not.
 *
 * @throws {SyntaxError} when its name is no pattern
 */
export function toRouteFile(path: string): RouteFile | null {
  if (!/\.[jt]sx?$/.test(path) || /[._]test\.[jt]sx?$/.test(path)) return null;
  const parts = path.replace(/\.[jt]sx?$/, "").split("/");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1);
  const visible = parts.filter((part) => !isGroup(part));
  if (name === "index") visible.pop();
  return {
    path,
    kind: KINDS[name] ?? "route",
    segment: toPattern(folders, path),
    pattern: toPattern(visible, path),
  };
}

function isGroup(part: string): boolean {
  return part.startsWith("(") && part.endsWith(")");
}

function toPattern(parts: readonly string[], path: string): string {
  const pattern = parts.map((part) => toPatternPart(part, path)).join("");
  return pattern === "" ? "/" : pattern;
}

/** `[x]` is one part of a path, `[[x]]` one or none, `[...x]` all the rest. */
function toPatternPart(part: string, path: string): string {
  const rest = /^\[\.\.\.([^[\]]+)\]$/.exec(part)?.[1];
  if (rest !== undefined) return `/:${rest}*`;
  const optional = /^\[\[([^[\]]+)\]\]$/.exec(part)?.[1];
  if (optional !== undefined) return `{/:${optional}}?`;
  const pattern = part.replaceAll(/\[([^[\]]+)\]/g, ":$1");
  if (/[[\]]/.test(pattern) || part.includes("][")) {
    throw new SyntaxError(`Cannot start as "routes/${path}" is no pattern: current part is "${part}"`);
  }
  return `/${encodeURI(pattern)}`;
}
