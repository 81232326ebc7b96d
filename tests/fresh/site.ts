import { App } from "fresh";
import { dirname, join } from "@std/path";

/** An application whose files are in a folder of their own. */
export interface Site {
  readonly root: string;
  /** The application. Nothing has been added to it yet. */
  readonly app: App<unknown>;
  /** Sends a request to the application, which must be complete by then. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Writes files, such as `routes/index.ts`, to a new folder and creates an application for it. */
export async function createSite(files: Record<string, string>): Promise<Site> {
  const root = await Deno.makeTempDir({ prefix: "fresh_site_" });
  for (const folder of ["routes", "static"]) await Deno.mkdir(join(root, folder));
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
  const app = new App<unknown>();
  app.config.root = root;
  let handler: ReturnType<typeof app.handler> | undefined;
  return {
    root,
    app,
    fetch: (path, init) => (handler ??= app.handler())(new Request(`http://localhost${path}`, init)),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** The source of a route that responds with its name, its pattern and its parameters. */
export function route(name: string): string {
  const fields = `{ name: "${name}", route: ctx.route, params: ctx.params }`;
  return `export const handler = (ctx) => Response.json(${fields});`;
}
