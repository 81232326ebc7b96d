import { App } from "fresh";
import { dirname, join } from "@std/path";
import { createServe, type Serve, type ServeOptions } from "@/lib/fresh/app.ts";
import type { HandlerByMethod, Middleware } from "@/lib/fresh/types.ts";

/** An application whose files are in a folder of their own. */
export interface Site {
  /** The folder. */
  readonly root: string;
  /** The application. Nothing has been added to it yet. */
  readonly app: App<unknown>;
  /** Sends a request to the application, which must be complete by then. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Removes the folder. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Writes files, such as `routes/index.ts`, to a new folder and creates an application for it. */
export async function createSite(files: Record<string, string>): Promise<Site> {
  const root = await Deno.makeTempDir({ prefix: "fresh_site_" });
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
  const app = new App<unknown>();
  app.config.root = root;
  let handler: Serve | undefined;
  return {
    root,
    app,
    fetch: (path, init) => (handler ??= app.handler())(new Request(`http://localhost${path}`, init)),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** Routes by pattern: one function is the handler of GET. */
export type Routes = Record<string, HandlerByMethod<unknown> | Middleware<unknown>>;

/** Serves routes that are in no file. */
export function serveRoutes(routes: Routes, options: Partial<ServeOptions<unknown>> & { root?: string } = {}): Serve {
  const { outer = [], unmatched = outer, app = ({ Component }) => Component({}), root = "." } = options;
  const list = Object.entries(routes).map(([pattern, handler]) => {
    return { pattern, handlers: typeof handler === "function" ? { GET: handler } : handler, middlewares: [] };
  });
  return createServe({ app, outer, unmatched, routes: list }, { root });
}
