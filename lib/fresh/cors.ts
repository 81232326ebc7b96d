import type { Context } from "./context.ts";
import type { Middleware } from "./middleware.ts";

/** Which other sites may ask, and for what. */
export interface CORSOptions<State> {
  /** The origins that may ask: `*`, one, several, or a function that hands back the one to allow. */
  origin: string | string[] | ((origin: string, ctx: Context<State>) => string | undefined | null);
  /** The verbs that may be used. */
  allowMethods?: string[];
  /** The request headers that may be sent; without any, whatever is asked for. */
  allowHeaders?: string[];
  /** For how many seconds a preflight's answer holds. */
  maxAge?: number;
  /** Whether cookies may come along. */
  credentials?: boolean;
  /** The response headers that scripts may read. */
  exposeHeaders?: string[];
}

const DEFAULT_METHODS = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"];

/** Lets scripts of other sites ask, and answers their preflights. */
export function cors<State>(options?: CORSOptions<State>): Middleware<State> {
  const settings: CORSOptions<State> = { origin: "*", allowMethods: DEFAULT_METHODS, ...options };
  return async (ctx) => {
    const origin = findOrigin(settings, ctx);
    if (ctx.req.method === "OPTIONS") return answerPreflight(settings, origin, ctx.req);
    const response = await ctx.next();
    setCommonHeaders(response.headers, settings, origin);
    return response;
  };
}

function findOrigin<State>({ origin }: CORSOptions<State>, ctx: Context<State>): string | null {
  if (origin === "*") return "*";
  const asked = ctx.req.headers.get("origin") ?? "";
  if (typeof origin === "function") return origin(asked, ctx) || null;
  const allowed = typeof origin === "string" ? [origin] : origin;
  return asked !== "" && allowed.includes(asked) ? asked : null;
}

function answerPreflight<State>(settings: CORSOptions<State>, origin: string | null, req: Request): Response {
  const headers = new Headers();
  setCommonHeaders(headers, settings, origin);
  if (settings.maxAge !== undefined) headers.set("access-control-max-age", String(settings.maxAge));
  if (settings.allowMethods?.length) headers.set("access-control-allow-methods", settings.allowMethods.join(","));
  const asked = req.headers.get("access-control-request-headers")?.split(/\s*,\s*/) ?? [];
  const allowed = settings.allowHeaders?.length ? settings.allowHeaders : asked;
  if (allowed.length > 0) {
    headers.set("access-control-allow-headers", allowed.join(","));
    addVary(headers, "Access-Control-Request-Headers");
  }
  return new Response(null, { status: 204, headers });
}

function setCommonHeaders<State>(headers: Headers, settings: CORSOptions<State>, origin: string | null): void {
  if (origin !== null) headers.set("access-control-allow-origin", origin);
  if (settings.credentials) headers.set("access-control-allow-credentials", "true");
  if (settings.exposeHeaders?.length) headers.set("access-control-expose-headers", settings.exposeHeaders.join(","));
  // Also where the origin was refused: a cache must not give that answer to another site.
  if (settings.origin !== "*") addVary(headers, "Origin");
}

function addVary(headers: Headers, name: string): void {
  const names = headers.get("vary")?.split(/\s*,\s*/) ?? [];
  if (names.includes("*") || names.some((known) => known.toLowerCase() === name.toLowerCase())) return;
  headers.set("vary", [...names, name].join(", "));
}
