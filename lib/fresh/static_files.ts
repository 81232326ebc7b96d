import { extname, join } from "@std/path";
import { listFiles } from "./list_files.ts";
import { readPath } from "./router.ts";
import type { Context, Middleware, ResolvedFreshConfig } from "./types.ts";

/** The query parameter that `asset()` adds. Its value is the version of the file. */
export const VERSION_PARAMETER = "__frsh_c";

const IMMUTABLE = "public, max-age=31536000, immutable";

// Shared caches answer for a minute. A URL with the version of another release is not stored: during an update the old
// release would otherwise fill the URL of the new file.
const UNVERSIONED = "public, max-age=0, s-maxage=60";
const OTHER_VERSION = "no-cache";

/**
 * Creates a middleware that serves the files in `static/` as a whole. Conditional requests, HEAD and compression are
 * left to the application. The folder is listed once, so any other request costs one lookup in a map. Added after
 * `fsRoutes()`, it is called only if no route matches.
 */
export function staticFiles<State>(): Middleware<State> {
  return async (ctx) => {
    const file = findFile(ctx);
    const bytes = file === undefined ? undefined : await readIfExists(file.path);
    if (file === undefined || bytes === undefined) return await ctx.next();
    const { method, url } = ctx.req;
    if (method !== "GET" && method !== "HEAD") {
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const version = url.includes(VERSION_PARAMETER) ? ctx.url.searchParams.get(VERSION_PARAMETER) : null;
    // Imported with the first file because the list of types is long.
    const { contentType } = await import("@std/media-types");
    return new Response(bytes, {
      headers: {
        "content-type": contentType(extname(file.path)) ?? "application/octet-stream",
        "cache-control": version === null ? UNVERSIONED : version === file.version ? IMMUTABLE : OTHER_VERSION,
        // Of the content, because not every change of a file changes its time.
        "etag": `"${hash(bytes)}"`,
      },
    });
  };
}

function findFile<State>({ config, req }: Context<State>): StaticFile | undefined {
  const path = readPath(req.url);
  return path === null ? undefined : getStaticIndex(config).get(decodeURIComponent(path));
}

// The file may have been removed since the folder was listed.
async function readIfExists(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** A file in `static/`. */
class StaticFile {
  #version: string | null = null;

  /** Refers to a file by its path in the file system. */
  constructor(readonly path: string) {}

  /** A short text that changes with the content. Computed on first access. */
  get version(): string {
    return this.#version ??= hash(Deno.readFileSync(this.path));
  }
}

/** The names of files and folders that are not served. */
const HIDDEN = /^\./;

const indexes = new WeakMap<ResolvedFreshConfig, ReadonlyMap<string, StaticFile>>();

/** Returns the files in `static/` of an application by their URL paths, such as `/style.css`. */
export function getStaticIndex(config: ResolvedFreshConfig): ReadonlyMap<string, StaticFile> {
  const known = indexes.get(config);
  if (known !== undefined) return known;
  const folder = join(config.root, "static");
  const index = new Map(
    Array.from(listFiles(folder, HIDDEN), (path) => [`/${path}`, new StaticFile(join(folder, path))]),
  );
  indexes.set(config, index);
  return index;
}

/** FNV-1a: fast, synchronous, and long enough to distinguish the versions of one file. */
function hash(bytes: Uint8Array): string {
  let value = 0x811c9dc5;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(36);
}
