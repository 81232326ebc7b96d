import type { Context, Middleware } from "./types.ts";

/** The other origins that may read responses, and the requests that they may send. */
export interface CORSOptions<State> {
  /** The allowed origins: `*`, one, a list, or a function that returns the origin to allow. */
  origin: string | string[] | ((origin: string, ctx: Context<State>) => string | undefined | null);
  /** The allowed methods. */
  allowMethods?: string[];
  /** The allowed request headers. Without a list, all headers that a preflight request names are allowed. */
  allowHeaders?: string[];
  /** How many seconds browsers may cache a preflight response. */
  maxAge?: number;
  /** Whether requests may include credentials. */
  credentials?: boolean;
  /** The response headers that scripts may read. */
  exposeHeaders?: string[];
}

const DEFAULT_METHODS = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"];

/** Creates a middleware that allows requests from other origins and responds to preflight requests. */
export function cors<State>(options?: CORSOptions<State>): Middleware<State> {
  const settings: CORSOptions<State> = { origin: "*", allowMethods: DEFAULT_METHODS, ...options };
  return async (ctx) => {
    const origin = findAllowedOrigin(settings, ctx);
    if (ctx.req.method === "OPTIONS") return createPreflightResponse(settings, origin, ctx.req);
    const response = await ctx.next();
    setCommonHeaders(response.headers, settings, origin);
    return response;
  };
}

function findAllowedOrigin<State>({ origin }: CORSOptions<State>, ctx: Context<State>): string | null {
  if (origin === "*") return "*";
  const requested = ctx.req.headers.get("origin") ?? "";
  if (typeof origin === "function") return origin(requested, ctx) || null;
  const allowed = typeof origin === "string" ? [origin] : origin;
  return requested !== "" && allowed.includes(requested) ? requested : null;
}

function createPreflightResponse<State>(settings: CORSOptions<State>, origin: string | null, req: Request): Response {
  const headers = new Headers();
  setCommonHeaders(headers, settings, origin);
  if (settings.maxAge !== undefined) headers.set("access-control-max-age", String(settings.maxAge));
  if (settings.allowMethods?.length) headers.set("access-control-allow-methods", settings.allowMethods.join(","));
  const requested = req.headers.get("access-control-request-headers")?.split(/\s*,\s*/) ?? [];
  const allowed = settings.allowHeaders?.length ? settings.allowHeaders : requested;
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
  // Also set for an origin that is not allowed, because a cache must not reuse this response for an allowed one.
  if (settings.origin !== "*") addVary(headers, "Origin");
}

function addVary(headers: Headers, name: string): void {
  const names = headers.get("vary")?.split(/\s*,\s*/) ?? [];
  if (names.includes("*") || names.some((known) => known.toLowerCase() === name.toLowerCase())) return;
  headers.set("vary", [...names, name].join(", "));
}
