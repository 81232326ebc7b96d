import { resolve, toFileUrl } from "@std/path";
import { listFiles } from "./list_files.ts";
import type { AppWrapper, HandlerByMethod, Middleware, RouteConfig } from "./types.ts";

/** A route file with its exports, which were checked. */
export interface FileRoute<State> {
  /** The pattern of the URL, such as `/users/:id`. */
  readonly pattern: string;
  readonly handlers: HandlerByMethod<State>;
  /** The middlewares of the folders of the file below `routes/`, outermost first. */
  readonly middlewares: readonly Middleware<State>[];
}

/** Everything in the folder `routes/`. */
export interface LoadedRoutes<State> {
  /** The app wrapper around all pages. */
  readonly app: AppWrapper;
  /** The middleware of `routes/` itself, which also sees requests that no route matches, if there is one. */
  readonly middlewares: readonly Middleware<State>[];
  /** The routes, more specific ones first. */
  readonly routes: readonly FileRoute<State>[];
}

/** Folders such as `(_components)` contain no routes. */
const NO_ROUTES = /^\(_.*\)$/;

/** The exports of a file in `routes/`, not yet checked. */
interface Module {
  readonly config?: RouteConfig;
  readonly handler?: unknown;
  readonly default?: unknown;
}

/**
 * Imports all files of the folder `routes/`.
 *
 * @throws {TypeError} if a file cannot be imported or has no usable export; the message contains its name
 */
export async function loadRoutes<State>(root: string): Promise<LoadedRoutes<State>> {
  const folder = toFileUrl(resolve(root, "routes")).href;
  const paths = [...listFiles(resolve(root, "routes"), NO_ROUTES)].filter(isRouteFile).sort();
  await importTogether(paths.map((path) => `${folder}/${encodeURI(path)}`));
  const modules = new Map<string, Module>();
  for (const path of paths) modules.set(path, await importFile(folder, path));

  const middlewares = new Map<string, Middleware<State>>();
  let app: AppWrapper = ({ Component }) => Component({});
  for (const [path, module] of modules) {
    const [, below = "", name = ""] = /^(.*\/)?(_[^/]*)\.tsx?$/.exec(path) ?? [];
    if (name === "_middleware") middlewares.set(below, readDefault(path, module));
    else if (below + name === "_app") app = readDefault(path, module);
    else if (name !== "") throw new TypeError(`Cannot use "routes/${path}": must be _middleware or _app.tsx`);
    if (name !== "") modules.delete(path);
  }
  const routes = Array.from(modules, ([path, module]): FileRoute<State> => {
    const folders = path.split("/").slice(0, -1);
    const inner = folders.flatMap((_, i) => middlewares.get(`${folders.slice(0, i + 1).join("/")}/`) ?? []);
    const pattern = module.config?.routeOverride ?? toPattern(path);
    return { pattern, handlers: readHandlers<State>(path, module), middlewares: inner };
  });
  routes.sort((a, b) => toSortKey(a.pattern) < toSortKey(b.pattern) ? -1 : 1);
  return { app, middlewares: [middlewares.get("") ?? []].flat(), routes };
}

/** Returns whether a file of `routes/` has a role: tests and files without code have none. */
function isRouteFile(path: string): boolean {
  return /\.tsx?$/.test(path) && !/[._]test\.tsx?$/.test(path);
}

/**
 * Returns the URL pattern of a route file: `[x]` is one segment, `[...x]` the rest of the path, `(group)` is left out.
 *
 * @throws {SyntaxError} if its name is not a valid pattern
 */
export function toPattern(path: string): string {
  const parts = path.replace(/\.tsx?$/, "").split("/").filter((part) => !/^\(.*\)$/.test(part));
  if (parts.at(-1) === "index") parts.pop();
  const segments = parts.map((part) => {
    const [, dots, name] = /^\[(\.{3})?(\w+)\]$/.exec(part) ?? [];
    if (name !== undefined) return dots === undefined ? `/:${name}` : `/:${name}*`;
    if (!/[[\]]/.test(part)) return `/${encodeURI(part)}`;
    throw new SyntaxError(`Cannot use "routes/${path}": brackets must surround a whole segment, got "${part}"`);
  });
  return segments.join("") || "/";
}

/** Returns a string that sorts literal text before a parameter, and a parameter before the rest of the path. */
function toSortKey(pattern: string): string {
  return `${pattern.replaceAll(/:\w+/g, "\uffff").replace("*", "\uffff")} ${pattern}`;
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

async function importFile(folder: string, path: string): Promise<Module> {
  try {
    return await import(`${folder}/${encodeURI(path)}`);
  } catch (cause) {
    throw new TypeError(`Cannot import "routes/${path}": ${String(cause)}`, { cause });
  }
}

/** Returns the default export of a middleware or of the app wrapper. */
function readDefault<Role>(path: string, module: Module): Role {
  if (typeof module.default === "function") return module.default as Role;
  throw new TypeError(`Cannot use "routes/${path}": must export a function as default`);
}

function readHandlers<State>(path: string, { handler }: Module): HandlerByMethod<State> {
  if (typeof handler === "object" && handler !== null) return handler;
  throw new TypeError(`Cannot use "routes/${path}": must export "handler" with a function for each method`);
}
