import { serveFile } from "@std/http/file-server";
import { VERSION_PARAMETER } from "./asset.ts";
import { methodNotAllowed } from "./http_error.ts";
import type { Middleware } from "./middleware.ts";
import type { RequestContext } from "./request_context.ts";
import { getStaticIndex, readStaticIndex, type StaticFile } from "./static_index.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

/**
 * Serves the files in `static/`. Which there are is read once, so that any other request costs one look into a map;
 * added after `fsRoutes()` it is asked only where there is no route, and costs the routes nothing.
 */
export function staticFiles<State>(): Middleware<State> {
  return (ctx) => {
    const file = findFile(ctx as RequestContext<State>);
    return file === undefined ? ctx.next() : serveStatic(ctx as RequestContext<State>, file);
  };
}

function findFile<State>({ path, config, route }: RequestContext<State>): StaticFile | undefined {
  if (path === null || !path.startsWith(config.basePath)) return undefined;
  const plain = path.slice(config.basePath.length);
  const name = plain.includes("%") ? decodeURIComponent(plain) : plain;
  // While someone works on the application, files come and go.
  const isMoving = config.mode === "development" && route === null;
  return (isMoving ? readStaticIndex(config.root) : getStaticIndex(config.root)).get(name);
}

function serveStatic<State>(ctx: RequestContext<State>, file: StaticFile): Promise<Response> {
  const { method } = ctx.req;
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed("GET, HEAD");
  const asked = ctx.req.url.includes(VERSION_PARAMETER) ? ctx.url.searchParams.get(VERSION_PARAMETER) : null;
  const isTied = asked !== null && asked === file.version && ctx.config.mode === "production";
  return serveFile(ctx.req, file.path, { headers: { "cache-control": isTied ? IMMUTABLE : REVALIDATE } });
}
