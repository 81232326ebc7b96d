import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { MemoryLimiter, rateLimitedError, toRateLimitHeader, toRateLimitPolicy } from "@/lib/access/rate_limit.ts";

function limiterAt(limit: number, slots = 1024) {
  const time = { now: 1_000_000 };
  return { time, limiter: new MemoryLimiter({ limit, slots, seed: 7, clock: () => time.now }) };
}

Deno.test("MemoryLimiter.take() grants up to the limit and returns the remaining points", () => {
  const { limiter } = limiterAt(3);
  assertEquals(limiter.take("a", 1), { allowed: true, remaining: 2, resetMs: 60_000 });
  assertEquals(limiter.take("a", 2), { allowed: true, remaining: 0, resetMs: 60_000 });
  assertEquals(limiter.take("a", 1), { allowed: false, remaining: 0, resetMs: 60_000 });
});

Deno.test("MemoryLimiter.take() refuses an expensive request and leaves the points for cheap ones", () => {
  const { limiter } = limiterAt(12);
  limiter.take("a", 5);
  assertEquals(limiter.take("a", 10).allowed, false);
  assertEquals(limiter.take("a", 7), { allowed: true, remaining: 0, resetMs: 60_000 });
});

Deno.test("MemoryLimiter.take() gives all points back a minute after the first", () => {
  const { limiter, time } = limiterAt(2);
  limiter.take("a", 1);
  time.now += 59_999;
  assertEquals(limiter.take("a", 1), { allowed: true, remaining: 0, resetMs: 1 });
  assertEquals(limiter.take("a", 1).allowed, false);
  time.now += 1;
  assertEquals(limiter.take("a", 1), { allowed: true, remaining: 1, resetMs: 60_000 });
});

Deno.test("MemoryLimiter.take() states a whole window at any fraction of a millisecond", () => {
  const { limiter, time } = limiterAt(2);
  for (let i = 1; i <= 1_000; i++) {
    time.now = i * 12.3456789;
    assertEquals(limiter.take(`${i}`, 1).resetMs, 60_000, `at ${time.now} ms`);
  }
});

Deno.test("MemoryLimiter.take() counts like a table of unlimited size", () => {
  const step = fc.record({ client: fc.integer({ min: 0, max: 30 }), points: fc.integer({ min: 1, max: 10 }) });
  fc.assert(fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
    const { limiter } = limiterAt(25);
    const used = new Map<number, number>();
    for (const { client, points } of steps) {
      const before = used.get(client) ?? 0;
      const allowed = before + points <= 25;
      if (allowed) used.set(client, before + points);
      assertEquals(limiter.take(`10.0.0.${client}`, points).allowed, allowed);
    }
  }));
});

Deno.test("MemoryLimiter.take() remembers a client over the limit in a flood of other clients", () => {
  const { limiter } = limiterAt(5, 64);
  for (let i = 0; i < 5; i++) limiter.take("offender", 1);
  for (let i = 0; i < 100_000; i++) limiter.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 1);
  assertEquals(limiter.take("offender", 1).allowed, false);
});

Deno.test("MemoryLimiter.take() counts 100,000 clients separately", () => {
  const limiter = new MemoryLimiter({ limit: 10 });
  let fresh = 0;
  for (let i = 0; i < 100_000; i++) {
    if (limiter.take(`2001:db8:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::/64`, 1).remaining === 9) fresh++;
  }
  assertEquals(fresh, 100_000);
});

Deno.test("toRateLimitHeader() and toRateLimitPolicy() follow the IETF draft", () => {
  assertEquals(toRateLimitHeader({ allowed: true, remaining: 1199, resetMs: 59_001 }), '"default";r=1199;t=60');
  assertEquals(toRateLimitPolicy(1200), '"default";q=1200;w=60');
});

Deno.test("rateLimitedError() states when to try again", () => {
  const error = rateLimitedError(1200, { allowed: false, remaining: 4, resetMs: 12_345 });
  assertEquals([error.status, error.code], [429, "rate_limited"]);
  assertEquals(error.headers, { "retry-after": "13", "ratelimit-policy": '"default";q=1200;w=60' });
  assertEquals(error.details, { limit: 1200, got: 1196 });
  assertMatch(error.message, /in 13 s/);
});
