import { resolve, toFileUrl } from "@std/path";
import type { Middleware, RouteConfig } from "./define.ts";

/** Everything in the folder `routes/`. */
export interface LoadedRoutes<State> {
  /** The middleware of `_middleware.ts`, which also sees requests that no route matches, if there is one. */
  readonly middlewares: readonly Middleware<State>[];
  /** The routes, more specific ones first. */
  readonly routes: readonly FileRoute<State>[];
}

/** A route file. */
export interface FileRoute<State> {
  /** The pattern of the URL, such as `/users/:id`. */
  readonly pattern: string;
  readonly handler: Middleware<State>;
}

/** The exports of a file in `routes/`, not yet checked. */
interface Module {
  readonly config?: RouteConfig;
  readonly handler?: unknown;
  readonly default?: unknown;
}

/** Folders such as `(_components)` contain no routes. */
const NO_ROUTES = /^\(_.*\)$/;

/**
 * Imports all files of the folder `routes/`.
 *
 * @throws {TypeError} if a file cannot be imported or has no usable export; the message contains its name
 */
export async function loadRoutes<State>(root: string): Promise<LoadedRoutes<State>> {
  const folder = resolve(root, "routes");
  const paths = [...listFiles(folder, NO_ROUTES)].filter(isRouteFile).sort();
  await importTogether(paths.map((path) => toFileUrl(resolve(folder, path)).href));
  const middlewares: Middleware<State>[] = [];
  const routes: FileRoute<State>[] = [];
  for (const path of paths) {
    const module = await importFile(folder, path);
    if (path === "_middleware.ts") middlewares.push(readFunction(path, module, "default"));
    else routes.push({ pattern: toPattern(path, module.config), handler: readFunction(path, module, "handler") });
  }
  routes.sort((a, b) => toSortKey(a.pattern) < toSortKey(b.pattern) ? -1 : 1);
  return { middlewares, routes };
}

/** Returns whether a file of `routes/` has a role: tests and files without code have none. */
function isRouteFile(path: string): boolean {
  return /\.tsx?$/.test(path) && !/[._]test\.tsx?$/.test(path);
}

/**
 * Imports modules with one statement, because Deno would otherwise build the module graph once per file, which takes
 * most of a start. An error is ignored here, because it occurs again when the file is imported by name.
 */
async function importTogether(urls: readonly string[]): Promise<void> {
  const source = urls.map((url) => `import ${JSON.stringify(url)};`).join("\n");
  const module = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  await import(module).catch(() => undefined);
  URL.revokeObjectURL(module);
}

async function importFile(folder: string, path: string): Promise<Module> {
  try {
    return await import(toFileUrl(resolve(folder, path)).href);
  } catch (cause) {
    throw new TypeError(`Cannot import "routes/${path}": ${String(cause)}`, { cause });
  }
}

/** Returns the export of a file that has to be a function. */
function readFunction<State>(path: string, module: Module, name: "default" | "handler"): Middleware<State> {
  const value = module[name];
  if (typeof value === "function") return value as Middleware<State>;
  throw new TypeError(`Cannot use "routes/${path}": must export a function as ${name}, got ${typeof value}`);
}

/**
 * Returns the URL pattern of a route file: its override, or its name, in which `[x]` is one segment and `[...x]` the rest
 * of the path.
 *
 * @throws {SyntaxError} if its name is not a valid pattern
 */
function toPattern(path: string, { routeOverride }: RouteConfig = {}): string {
  if (routeOverride !== undefined) return routeOverride;
  const parts = path.replace(/\.tsx?$/, "").split("/");
  if (parts.at(-1) === "index") parts.pop();
  const segments = parts.map((part) => {
    const [, dots, name] = /^\[(\.{3})?(\w+)\]$/.exec(part) ?? [];
    if (name !== undefined) return dots === undefined ? `/:${name}` : `/:${name}*`;
    // Fresh gives these names a meaning that is not implemented here, such as `_layout`, `(group)` and `[[x]]`.
    if (/^_|[[\]()]/.test(part)) {
      throw new SyntaxError(`Cannot use "routes/${path}": a name must be text, [x] or [...x], got "${part}"`);
    }
    return `/${encodeURI(part)}`;
  });
  return segments.join("") || "/";
}

/** Returns a string that sorts literal text before a parameter, and a parameter before the rest of the path. */
function toSortKey(pattern: string): string {
  return `${pattern.replaceAll(/:\w+/g, "\uffff").replace("*", "\uffff")} ${pattern}`;
}

/**
 * Lists the files of a folder and of the folders in it, by their paths below it: `api/index.ts`. Names that match
 * `ignored` are left out, and so are links, because they may point outside the folder.
 */
export function* listFiles(folder: string, ignored: RegExp): Generator<string> {
  for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
    if (ignored.test(name)) continue;
    if (isFile) yield name;
    else if (isDirectory) yield* listFiles(`${folder}/${name}`, ignored).map((path) => `${name}/${path}`);
  }
}
