import { assertEquals, assertMatch } from "@std/assert";
import { rateLimitedError, toRateLimitHeader, toRateLimitPolicy } from "@/lib/access/rate_limit.ts";

Deno.test("toRateLimitHeader() and toRateLimitPolicy() follow the IETF draft", () => {
  assertEquals(toRateLimitHeader({ remaining: 1199, resetMs: 59_001 }), '"default";r=1199;t=60');
  assertEquals(toRateLimitPolicy(1200), '"default";q=1200;w=60');
});

Deno.test("rateLimitedError() states when to try again", () => {
  const error = rateLimitedError(1200, { remaining: 4, retryMs: 12_345 });
  assertEquals([error.status, error.code], [429, "rate_limited"]);
  assertEquals(error.headers, { "retry-after": "13", "ratelimit-policy": '"default";q=1200;w=60' });
  assertEquals(error.details, { limit: 1200, got: 1196 });
  assertMatch(error.message, /in 13 s/);
});
