import { App } from "fresh";
import { dirname, join } from "@std/path";

/** An application whose files lie in a folder of its own. */
export interface Site {
  /** The folder. */
  readonly root: string;
  /** The application, without anything added. */
  readonly app: App<unknown>;
  /** Asks it, after it was set up. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Removes the folder. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Writes files, such as `routes/index.ts`, into a new folder and makes an application of them. */
export async function createSite(files: Record<string, string>, config = {}): Promise<Site> {
  const root = await Deno.makeTempDir({ prefix: "fresh_site_" });
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
  const app = new App<unknown>(config);
  app.config.root = root;
  let handler: ReturnType<App<unknown>["handler"]> | undefined;
  return {
    root,
    app,
    fetch: (path, init) => (handler ??= app.handler())(new Request(`http://localhost${path}`, init)),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
