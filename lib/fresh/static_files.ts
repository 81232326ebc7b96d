import { extname, join } from "@std/path";
import { HttpError } from "./context.ts";
import type { Middleware } from "./define.ts";
import { listFiles } from "./fs_routes.ts";
import { readPath } from "./path.ts";

/** The query parameter that `asset()` adds. Its value is the version of the file. */
const VERSION_PARAMETER = "__frsh_c";

const A_DAY = "public, max-age=86400";

// For a document, such as robots.txt.
const A_MINUTE = "public, max-age=60";

const IMMUTABLE = "public, max-age=31536000, immutable";

// During an update, a page of the new release may ask the old one for a file. Its response must not be stored, because
// the URL is that of the new file.
const OTHER_VERSION = "no-cache";

/**
 * Creates a middleware that serves the files in `static/`. Added after `fsRoutes()`, it is called only if no route
 * matches. Conditional requests, HEAD and compression are left to the application.
 */
export function staticFiles<State>(): Middleware<State> {
  return async (ctx) => {
    const path = readPath(ctx.req.url);
    const file = path === null ? undefined : listStaticFiles().get(decodeURIComponent(path));
    if (file === undefined) return await ctx.next();
    if (ctx.req.method !== "GET" && ctx.req.method !== "HEAD") throw new HttpError(405);
    // The types are imported with the first file, because their list is long.
    const [bytes, { contentType }] = await Promise.all([Deno.readFile(file), import("@std/media-types")]);
    const version = toVersion(bytes);
    const asked = ctx.req.url.includes(VERSION_PARAMETER) ? ctx.url.searchParams.get(VERSION_PARAMETER) : null;
    const unversioned = extname(file) === ".txt" ? A_MINUTE : A_DAY;
    return new Response(bytes, {
      headers: {
        "content-type": contentType(extname(file)) ?? "application/octet-stream",
        "cache-control": asked === null ? unversioned : asked === version ? IMMUTABLE : OTHER_VERSION,
        "etag": `"${version}"`,
      },
    });
  };
}

/**
 * Adds the version of a file in `static/` to its path, so that browsers may cache it for a year: new content has a new
 * URL. Anything else is returned unchanged.
 */
export function asset(path: string): string {
  const file = listStaticFiles().get(path);
  if (file === undefined) return path;
  let version = versions.get(file);
  if (version === undefined) versions.set(file, version = toVersion(Deno.readFileSync(file)));
  return `${path}?${VERSION_PARAMETER}=${version}`;
}

const versions = new Map<string, string>();

let folder = "static";
let files: ReadonlyMap<string, string> | null = null;

/** Sets the folder that contains `static/`. A process serves one such folder, because `asset()` has no application. */
export function setStaticRoot(root: string): void {
  folder = join(root, "static");
  files = null;
}

/** Returns the files in `static/` by their URL paths, such as `/style.css`. Hidden ones are not served. */
function listStaticFiles(): ReadonlyMap<string, string> {
  return files ??= new Map(Array.from(listFiles(folder, /^\./), (path) => [`/${path}`, join(folder, path)]));
}

/** FNV-1a: synchronous, and long enough to distinguish the versions of one file. */
function toVersion(bytes: Uint8Array): string {
  let value = 0x811c9dc5;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(36);
}
