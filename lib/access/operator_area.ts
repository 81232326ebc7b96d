import { ApiError, type ErrorDetails } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type AddressOptions, requestOrigin } from "@/lib/http/request_url.ts";

/** The start of the routes of the operator area that belong to the v5 API. */
const PREFIX = "/api/v5/:app_name/operator/";

/** Its other routes. The page `/operator` needs no token, because it asks for one. */
const ROUTES: readonly (string | null)[] = ["/metrics", "/operator"];

/**
 * Whether a route belongs to the operator area. `route` is the pattern of the route, or `null` if the path has none.
 */
export function isOperatorRoute(route: string | null): boolean {
  return ROUTES.includes(route) || (route !== null && route.startsWith(PREFIX));
}

/**
 * Returns the bearer token of a request, or `undefined` if it has none. Only a wrong token counts: every page can
 * make a browser send a request without one.
 */
export function readToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/**
 * Whether a wrong token counts as an attempt of its client. A browser states in `sec-fetch-site` which site
 * caused a request: what another site caused is not an attempt of its user.
 */
export function countsAsAttempt({ headers }: Request): boolean {
  return [null, "none", "same-origin"].includes(headers.get("sec-fetch-site"));
}

/** Returns whether a caller sent the operator's token, in a time that reveals nothing about it. */
export async function isSameToken(sent: string, token: string): Promise<boolean> {
  // Imported here because loading it takes longer than the whole start, and few requests need it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have equal length, so the time reveals neither the length of the token nor its first wrong character.
  return timingSafeEqual(digest(sent), digest(token));
}

/**
 * Whether a browser reached the service under another host than that of BASE_URL. A page can make its own name resolve
 * to this service (DNS rebinding) and then send, from its visitor's address, what only the operator should send.
 */
export function isForeignBrowser(ctx: HttpContext, options: AddressOptions): boolean {
  const { baseUrl } = options;
  if (baseUrl === undefined || !isBrowser(ctx.req)) return false;
  return URL.parse(requestOrigin(ctx, options))?.hostname !== new URL(baseUrl).hostname;
}

// Over plain HTTP a browser sends neither of the first two with a GET to what it takes for the page's own origin.
function isBrowser({ headers }: Request): boolean {
  return headers.has("origin") || headers.has("sec-fetch-site") ||
    (headers.get("user-agent")?.startsWith("Mozilla/") ?? false);
}

/** Creates the 401 of the operator area. */
export function authenticationError(reason: string, details?: ErrorDetails): ApiError {
  return new ApiError("authentication_required", `Cannot enter the operator area: ${reason}`, {
    ...(details && { details }),
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

/** Creates the 403 for a browser that uses another host than that of BASE_URL. */
export function foreignHostError(): ApiError {
  const message = "Cannot enter the operator area: a browser must use the public address of the service";
  return new ApiError("forbidden_host", message);
}
