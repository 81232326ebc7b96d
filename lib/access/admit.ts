import type { Context } from "@/lib/define.ts";
import { rateLimitedError } from "@/lib/access/bucket.ts";
import { notFoundError } from "@/lib/http/errors.ts";

/** The route that costs no point, so that a supervisor always gets an answer. */
const FREE_ROUTE = "/healthz";

/** The price of every request. New drawings and filters cost more: see lib/work/work.ts. */
const REQUEST_POINTS = 1;

/** Where the routes of the operator begin. The middleware gives them no CORS headers, so pages of other origins cannot use them. */
const OPERATOR_ROUTE = /^\/(?:metrics$|api\/v5\/\{app_name\}\/operator\/)/;

/**
 * Lets a request in, or throws.
 *
 * @throws {ApiError} `banned`, `rate_limited`, and in the operator's area `authentication_required` or `not_found`.
 */
export function admit(ctx: Context): void | Promise<void> {
  if (ctx.state.route === FREE_ROUTE) return;
  if (isOperatorRoute(ctx.state.route)) return admitToOperatorArea(ctx);
  takePoint(ctx);
}

/** Returns whether a route belongs to the operator. */
export function isOperatorRoute(route: string | null): boolean {
  return route !== null && OPERATOR_ROUTE.test(route);
}

function takePoint({ state: { client, network, services: { bans, bucket } } }: Context): void {
  bans.assertNotBanned(network);
  const seconds = bucket.take(client, REQUEST_POINTS);
  if (seconds > 0) throw rateLimitedError("Cannot serve this request", seconds);
}

async function admitToOperatorArea(ctx: Context): Promise<void> {
  const { method, services: { operatorToken } } = ctx.state;
  await operatorToken?.liftBan(ctx);
  takePoint(ctx);
  if (operatorToken === undefined) throw notFoundError();
  // A browser sends a preflight without the token.
  if (method !== "OPTIONS") await operatorToken.check(ctx);
}
