import type { Allowance } from "@/lib/access/limiter.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { WINDOWS_MS } from "@/lib/state/store.ts";

/** Returns the `ratelimit` header of a response, as in the IETF draft "RateLimit header fields for HTTP". */
export function toRateLimitHeader({ remaining, resetMs }: Pick<Allowance, "remaining" | "resetMs">): string {
  return `"default";r=${remaining};t=${toSeconds(resetMs)}`;
}

/** Returns the `ratelimit-policy` header: the points per window, and the length of the window in seconds. */
export function toRateLimitPolicy(limit: number): string {
  return `"default";q=${limit};w=${WINDOWS_MS.limit / 1000}`;
}

/** Creates the 429 that states when to try again. */
export function rateLimitedError(
  limit: number,
  { remaining, retryMs }: Pick<Allowance, "remaining" | "retryMs">,
): ApiError {
  const seconds = toSeconds(retryMs);
  return new ApiError("rate_limited", `Cannot accept more requests now: try again in ${seconds} s`, {
    details: { limit, got: limit - remaining },
    headers: { "retry-after": String(seconds), "ratelimit-policy": toRateLimitPolicy(limit) },
  });
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
