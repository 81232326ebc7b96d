import { join, toFileUrl } from "@std/path";
import { type Blueprint, joinPattern } from "./blueprint.ts";
import type { RouteComponent } from "./components.ts";
import type { RouteHandler } from "./handlers.ts";
import type { Middleware } from "./middleware.ts";
import type { RouteConfig } from "./route.ts";
import { type RouteFile, toRouteFile } from "./route_file.ts";

/** What a file in `routes/` may export. */
interface RouteModule<State> {
  readonly config?: RouteConfig;
  readonly handler?: RouteHandler<unknown, State> | Middleware<State>[];
  readonly handlers?: RouteHandler<unknown, State> | Middleware<State>[];
  readonly default?: RouteComponent<State> | Middleware<State> | Middleware<State>[];
}

/** A file in `routes/` that was imported and found usable. */
export interface LoadedFile<State> extends RouteFile {
  readonly config: RouteConfig | undefined;
  readonly handler: RouteModule<State>["handler"];
  readonly default: RouteModule<State>["default"];
}

/**
 * Imports every file below `routes/`.
 *
 * @throws {TypeError} when a file cannot be imported or exports nothing that can be used; the message names it
 */
export async function loadRoutes<State>(root: string): Promise<LoadedFile<State>[]> {
  const folder = join(root, "routes");
  // Sorted, as folders list their files in any order and the first of two routes for the same address wins.
  const files = [...listFiles(folder, "")].sort().map(toRouteFile).filter((file) => file !== null);
  await importTogether(files.map((file) => toUrl(folder, file)));
  return await Promise.all(files.map((file) => loadFile<State>(folder, file)));
}

/**
 * Imports modules in one go: for each import on its own Deno would work out the graph of modules anew, which for thirty
 * takes a tenth of a cold start. What fails here fails again where it is imported by its name.
 */
async function importTogether(urls: readonly string[]): Promise<void> {
  const source = urls.map((url) => `import ${JSON.stringify(url)};`).join("\n");
  const module = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  await import(module).catch(() => undefined);
  URL.revokeObjectURL(module);
}

function* listFiles(folder: string, below: string): Generator<string> {
  for (const entry of Deno.readDirSync(join(folder, below))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile) yield path;
    else if (entry.isDirectory && !/^\(_.*\)$/.test(entry.name)) yield* listFiles(folder, path);
  }
}

async function loadFile<State>(folder: string, file: RouteFile): Promise<LoadedFile<State>> {
  const name = `routes/${file.path}`;
  let module: RouteModule<State>;
  try {
    module = await import(toUrl(folder, file));
  } catch (cause) {
    throw new TypeError(`Cannot start as "${name}" cannot be imported: ${String(cause)}`, { cause });
  }
  const handler = module.handlers ?? module.handler;
  const problem = findProblem(file, handler, module.default);
  if (problem !== null) throw new TypeError(`Cannot start as "${name}" ${problem}`);
  return { ...file, config: module.config, handler, default: module.default };
}

function toUrl(folder: string, file: RouteFile): string {
  return toFileUrl(join(folder, file.path)).href;
}

/** What keeps a file from being used, or `null`. */
function findProblem(file: RouteFile, handler: unknown, component: unknown): string | null {
  if (typeof handler === "function" && handler.length > 1) return "exports a handler with more than one parameter";
  if (file.kind === "middleware") {
    const value = handler ?? component;
    return typeof value === "function" || Array.isArray(value) ? null : "must export a middleware or a list of them";
  }
  if (typeof component === "function") return null;
  if (file.kind === "app" || file.kind === "layout") return "must export a component as its default";
  if (typeof handler === "function" || (typeof handler === "object" && handler !== null)) return null;
  return 'must export "handler" or, as its default, a component';
}

/** Adds what was loaded: what holds for folders first, as a route gets only what was there before it. */
export function addRoutes<State>(blueprint: Blueprint<State>, files: readonly LoadedFile<State>[], base: string): void {
  const order = files.toSorted((a, b) => Number(a.kind === "route") - Number(b.kind === "route"));
  for (const file of order) addFile(blueprint, file, base === "*" ? "" : base.replace(/\/?\*$/, ""));
}

function addFile<State>(blueprint: Blueprint<State>, file: LoadedFile<State>, base: string): void {
  const pattern = joinPattern(base, file.segment);
  // What findProblem() let pass is one of these, by the kind of the file.
  const component = file.default as RouteComponent<State>;
  const handler = file.handler as RouteHandler<unknown, State> | undefined;
  const { config } = file;
  switch (file.kind) {
    case "middleware":
      return blueprint.use(pattern, [(file.handler ?? file.default) as Middleware<State>].flat());
    case "layout":
      return blueprint.layout(pattern, component, config);
    case "app":
      return blueprint.appWrapper(component);
    case "error":
      return blueprint.onError(pattern, { component, config, handler });
    case "notFound":
      return blueprint.notFound({ component, config, handler });
    case "route":
      return blueprint.route(pattern, { component, config, handler }, joinPattern(base, file.pattern));
  }
}
