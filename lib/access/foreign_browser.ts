import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type AddressOptions, requestOrigin } from "@/lib/http/request_url.ts";

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

/** Creates the 403 for a browser that uses another host than that of BASE_URL. */
export function foreignHostError(): ApiError {
  const message = "Cannot enter the operator area: a browser must use the public address of the service";
  return new ApiError("forbidden_host", message);
}
