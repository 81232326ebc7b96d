import type { Context } from "@/lib/define.ts";
import { rateLimitedError } from "@/lib/access/bucket.ts";

/** The route that takes no point, so that a supervisor always gets an answer. */
const FREE_ROUTE = "/healthz";

/** Where the routes of the operator begin. Pages of other origins must not read them, nor send them a token. */
const OPERATOR_ROUTE = /^\/(?:metrics$|api\/v5\/\{app_name\}\/operator\/)/;

/** Lets a request in, or throws. @throws {ApiError} `rate_limited`. */
export function admit({ state: { client, route, services } }: Context): void {
  if (route === FREE_ROUTE) return;
  const seconds = services.bucket.take(client, 1);
  if (seconds > 0) throw rateLimitedError("Cannot serve this request", seconds);
}

/** Returns whether a route belongs to the operator. */
export function isOperatorRoute(route: string | null): boolean {
  return route !== null && OPERATOR_ROUTE.test(route);
}
