import { resolve, toFileUrl } from "@std/path";
import { type Builder, joinPatterns } from "./builder.ts";
import type { Middleware, Route, RouteConfig } from "./types.ts";

/** The role of a file in `routes/`, derived from its name. */
export interface RouteFile {
  /** The path below `routes/`, with slashes. */
  readonly path: string;
  readonly kind: "route" | "middleware" | "layout" | "app" | "error" | "notFound";
  /** The folder as a pattern, including groups such as `(admin)`: where middlewares, layouts and error pages apply. */
  readonly segment: string;
  /** The pattern of the URL, if the file is a route. */
  readonly pattern: string;
}

/** A file in `routes/` with its exports, which were checked for its role. */
export interface LoadedFile<State> extends RouteFile {
  /** The route, layout, app wrapper or error page. */
  readonly route: Route<State>;
  readonly middlewares: readonly Middleware<State>[];
}

/**
 * Imports all files of the folder `routes/`.
 *
 * @throws {TypeError} if a file cannot be imported or has no usable export; the message contains its name
 */
export async function loadFileRoutes<State>(root: string): Promise<LoadedFile<State>[]> {
  const folder = resolve(root, "routes");
  const files = [...listFiles(folder, "")].map(toRouteFile).filter((file) => file !== null);
  await importTogether(files.map((file) => toUrl(folder, file)));
  return await Promise.all(files.map((file) => loadFile<State>(folder, file)));
}

/**
 * Adds the files to the application. Routes come last, because a route gets only the middlewares that precede it. The
 * segments are those of the folder; `pattern` changes only the URLs.
 */
export function addFileRoutes<State>(
  builder: Builder<State>,
  files: readonly LoadedFile<State>[],
  pattern: string,
): void {
  for (const { kind, segment, route, middlewares } of files) {
    const { component, config } = route;
    if (kind === "middleware") builder.segment(segment).middlewares.push(...middlewares);
    if (kind === "layout" && component) builder.segment(segment).layout = { component, config };
    if (kind === "error") builder.segment(segment).errorRoute = route;
    if (kind === "notFound") builder.notFound = route;
    if (kind === "app" && component) builder.app = component;
  }
  const base = pattern.replace(/\*$/, "");
  const routes = files.filter(({ kind }) => kind === "route").map((file) => {
    const url = joinPatterns(base, file.route.config?.routeOverride ?? file.pattern);
    return { ...file, url, rank: `${rankPattern(url)} ${file.path}` };
  });
  // The first route that is added wins, but a folder lists its files in any order.
  routes.sort((a, b) => a.rank < b.rank ? -1 : 1);
  for (const { segment, route, url } of routes) builder.route(segment, route, url);
}

/**
 * Returns a text that sorts more specific patterns first. Each segment has a rank: 0 is static text, 1 text with a
 * parameter, 2 a parameter, 3 the end of the pattern, 4 the rest of the path.
 */
function rankPattern(pattern: string): string {
  const ranks = pattern.split("/").map((part) => {
    if (part.endsWith("*")) return 4;
    if (/^:[\w$]+\??$/.test(part)) return 2;
    return part.includes(":") ? 1 : 0;
  });
  return [...ranks, 3].join("");
}

/**
 * Imports modules with one statement, because Deno would otherwise build the module graph once per file: a tenth of a
 * cold start for thirty routes. An error is ignored here, because it occurs again when the file is imported by name.
 */
async function importTogether(urls: readonly string[]): Promise<void> {
  const source = urls.map((url) => `import ${JSON.stringify(url)};`).join("\n");
  const module = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  await import(module).catch(() => undefined);
  URL.revokeObjectURL(module);
}

function* listFiles(folder: string, below: string): Generator<string> {
  for (const entry of Deno.readDirSync(`${folder}/${below}`)) {
    const path = below + entry.name;
    // Folders such as `(_components)` contain no routes.
    if (entry.isFile) yield path;
    else if (entry.isDirectory && !/^\(_.*\)$/.test(entry.name)) yield* listFiles(folder, `${path}/`);
  }
}

async function loadFile<State>(folder: string, file: RouteFile): Promise<LoadedFile<State>> {
  let module: { config?: RouteConfig; handler?: unknown; handlers?: unknown; default?: unknown };
  try {
    module = await import(toUrl(folder, file));
  } catch (cause) {
    throw new TypeError(`Cannot import "routes/${file.path}": ${String(cause)}`, { cause });
  }
  const handler = module.handlers ?? module.handler;
  const required = findMissingExport(file, handler, module.default);
  if (required !== null) throw new TypeError(`Cannot use "routes/${file.path}": must export ${required}`);
  const route = { component: module.default, config: module.config, handler } as Route<State>;
  const middlewares = file.kind === "middleware" ? [handler ?? module.default].flat() as Middleware<State>[] : [];
  return { ...file, route, middlewares };
}

function toUrl(folder: string, file: RouteFile): string {
  return toFileUrl(`${folder}/${file.path}`).href;
}

/** Returns what a file must export but does not, or `null`. */
function findMissingExport(file: RouteFile, handler: unknown, component: unknown): string | null {
  // A handler of Fresh 1 has two parameters: the request and the context.
  if (typeof handler === "function" && handler.length > 1) return "a handler with one parameter";
  if (file.kind === "middleware") {
    const value = handler ?? component;
    return typeof value === "function" || Array.isArray(value) ? null : "a middleware or a list of middlewares";
  }
  if (typeof component === "function") return null;
  if (file.kind === "app" || file.kind === "layout") return "a component as default";
  if (typeof handler === "function" || (typeof handler === "object" && handler !== null)) return null;
  return '"handler" or a component as default';
}

const SPECIAL_FILES: Readonly<Record<string, RouteFile["kind"]>> = {
  _middleware: "middleware",
  _layout: "layout",
  _app: "app",
  _error: "error",
  _500: "error",
  _404: "notFound",
};

/**
 * Returns the role of a file in `routes/`, or `null` for a test or a file without code.
 *
 * @throws {SyntaxError} if its name is not a valid pattern
 */
export function toRouteFile(path: string): RouteFile | null {
  if (!/\.[jt]sx?$/.test(path) || /[._]test\.[jt]sx?$/.test(path)) return null;
  const parts = path.replace(/\.[jt]sx?$/, "").split("/");
  const name = parts.at(-1) ?? "";
  const withoutGroups = parts.filter((part) => !/^\(.*\)$/.test(part));
  if (name === "index") withoutGroups.pop();
  return {
    path,
    kind: SPECIAL_FILES[name] ?? "route",
    segment: toPattern(parts.slice(0, -1), path),
    pattern: toPattern(withoutGroups, path),
  };
}

/** Converts `[x]` to one segment, `[[x]]` to an optional one and `[...x]` to the rest of the path. */
function toPattern(parts: readonly string[], path: string): string {
  const segments = parts.map((part) => {
    const rest = /^\[\.\.\.([^[\]]+)\]$/.exec(part)?.[1];
    if (rest !== undefined) return `/:${rest}*`;
    const optional = /^\[\[([^[\]]+)\]\]$/.exec(part)?.[1];
    if (optional !== undefined) return `/:${optional}?`;
    const pattern = part.replaceAll(/\[([^[\]]+)\]/g, ":$1");
    if (!/[[\]]/.test(pattern) && !part.includes("][")) return `/${encodeURI(pattern)}`;
    throw new SyntaxError(`Cannot use "routes/${path}": brackets must surround one name, got "${part}"`);
  });
  return segments.join("") || "/";
}
