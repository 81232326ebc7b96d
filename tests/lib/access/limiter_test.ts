import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Limiter, type LimiterOptions, SharedClock, toRateLimitPolicy } from "@/lib/access/limiter.ts";

const MINUTE_MS = 60_000;

/** Returns a limiter at the start of a minute. */
function limiterAt(limit: number, options: Partial<LimiterOptions> = {}) {
  const time = { now: 100 * MINUTE_MS };
  return { time, limiter: new Limiter({ limit, clock: () => time.now, ...options }) };
}

Deno.test("Limiter.take() grants up to the limit and returns the remaining points", () => {
  const { limiter } = limiterAt(3);
  assertEquals(limiter.take("a", 1), { allowed: true, remaining: 2, resetMs: 60_000, retryMs: 0 });
  assertEquals(limiter.take("a", 2), { allowed: true, remaining: 0, resetMs: 60_000, retryMs: 0 });
  assertEquals(limiter.take("a", 1), { allowed: false, remaining: 0, resetMs: 60_000, retryMs: 60_000 });
});

Deno.test("Limiter.take() refuses an expensive request and leaves the points for cheap ones", () => {
  const { limiter } = limiterAt(12);
  limiter.take("a", 5);
  assertEquals(limiter.take("a", 10).allowed, false);
  assertEquals(limiter.take("a", 7).remaining, 0);
});

Deno.test("Limiter.take() gives all points back when the minute ends, whenever the first was taken", () => {
  const { limiter, time } = limiterAt(2);
  time.now += 59_000;
  limiter.take("a", 2);
  time.now += 999.5;
  assertEquals(limiter.take("a", 1), { allowed: false, remaining: 0, resetMs: 0.5, retryMs: 0.5 });
  time.now += 0.5;
  assertEquals(limiter.take("a", 1), { allowed: true, remaining: 1, resetMs: 60_000, retryMs: 0 });
});

Deno.test("Limiter.charge() never refuses, and fills this minute and then the next", () => {
  const { limiter, time } = limiterAt(100);
  limiter.take("a", 10);
  assertEquals(limiter.charge("a", 70).remaining, 20);
  assertEquals(limiter.charge("a", 50), { allowed: true, remaining: 0, resetMs: 60_000, retryMs: 0 });
  time.now += MINUTE_MS;
  // 30 did not fit.
  assertEquals(limiter.take("a", 0).remaining, 70);
  time.now += MINUTE_MS;
  assertEquals(limiter.take("a", 0).remaining, 100);
});

Deno.test("Limiter.charge() carries at most one limit into the next minute", () => {
  const { limiter, time } = limiterAt(100);
  for (let i = 0; i < 5; i++) limiter.charge("a", 90);
  time.now += MINUTE_MS;
  assertEquals([limiter.take("a", 1).allowed, limiter.take("b", 1).allowed], [false, true]);
  time.now += MINUTE_MS;
  assertEquals(limiter.take("a", 1).remaining, 99);
});

Deno.test("Limiter.charge() forgets a debt if a minute passes without a request", () => {
  const { limiter, time } = limiterAt(100);
  limiter.charge("a", 200);
  time.now += 2 * MINUTE_MS;
  assertEquals(limiter.take("a", 1).remaining, 99);
});

Deno.test("Limiter.take() returns when a request of this price would be allowed, at most two minutes from now", () => {
  const { limiter, time } = limiterAt(100);
  limiter.charge("a", 195);
  assertEquals(limiter.take("a", 5).retryMs, 60_000);
  assertEquals(limiter.take("a", 6).retryMs, 120_000);
  // The request has taken a point before, and needs it again.
  assertEquals(limiter.take("a", 5, 6).retryMs, 120_000);
  time.now += 15_000;
  assertEquals([limiter.take("a", 5).retryMs, limiter.take("a", 6).retryMs], [45_000, 105_000]);
});

Deno.test("Limiter.checkDebt() refuses only after a charge that did not fit", () => {
  const { limiter, time } = limiterAt(100);
  limiter.take("a", 10);
  limiter.charge("a", 90);
  assertEquals(limiter.checkDebt("a", 10), { allowed: true, remaining: 0, resetMs: 60_000, retryMs: 0 });
  limiter.charge("a", 91);
  assertEquals(limiter.checkDebt("a", 10), { allowed: false, remaining: 0, resetMs: 60_000, retryMs: 120_000 });
  assertEquals(limiter.checkDebt("a", 9).retryMs, 60_000);
  time.now += MINUTE_MS;
  assertEquals(limiter.checkDebt("a", 9).allowed, true);
});

Deno.test("Limiter.take() adds up the points of each client", () => {
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

Deno.test("Limiter.take() remembers a client over the limit in a flood of other clients", () => {
  const { limiter } = limiterAt(5);
  for (let i = 0; i < 5; i++) limiter.take("offender", 1);
  for (let i = 0; i < 200_000; i++) limiter.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 1);
  assertEquals(limiter.take("offender", 1).allowed, false);
});

Deno.test("Limiter.take() counts 100,000 clients separately", () => {
  const limiter = new Limiter({ limit: 10, clock: () => 0 });
  let fresh = 0;
  for (let i = 0; i < 100_000; i++) {
    if (limiter.take(`2001:db8:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::/64`, 1).remaining === 9) fresh++;
  }
  assertEquals(fresh, 100_000);
});

Deno.test("Limiter.takeUnsent() returns what was counted since, and what was put back", () => {
  const { limiter } = limiterAt(100, { name: "limit" });
  limiter.take("a", 2);
  limiter.charge("a", 1);
  limiter.take("b", 1);
  const counts = limiter.takeUnsent();
  assertEquals(counts.map(({ client, points }) => [client, points]), [["a", 3], ["b", 1]]);
  assertEquals(limiter.takeUnsent(), []);
  limiter.take("a", 4);
  limiter.putBack(counts);
  assertEquals(limiter.takeUnsent().map(({ client, points }) => [client, points]), [["a", 7], ["b", 1]]);
});

Deno.test("Limiter.takeUnsent() states the minute to which points belong, and omits minutes that are over", () => {
  const { limiter, time } = limiterAt(100, { name: "limit" });
  limiter.charge("a", 130);
  const expected = [
    { name: "limit" as const, window: 100, client: "a", points: 100 },
    { name: "limit" as const, window: 101, client: "a", points: 30 },
  ];
  const counts = limiter.takeUnsent();
  assertEquals(counts, expected);
  limiter.putBack(counts);
  time.now += MINUTE_MS;
  assertEquals(limiter.takeUnsent(), [expected[1]!]);
});

Deno.test("Limiter.takeUnsent() returns at most 100,000 counters, and nothing without a name", () => {
  const { limiter } = limiterAt(100, { name: "limit" });
  for (let i = 0; i < 100_001; i++) limiter.take(`client${i}`, 1);
  limiter.take("client0", 1);
  const counts = limiter.takeUnsent();
  assertEquals([counts.length, counts[0]!.points, counts.at(-1)!.client], [100_000, 2, "client99999"]);
  const { limiter: alone } = limiterAt(100);
  alone.take("a", 1);
  assertEquals(alone.takeUnsent(), []);
});

Deno.test("Limiter.applySum() adds what others have counted to what it has counted since", () => {
  const { limiter } = limiterAt(100, { name: "limit" });
  limiter.take("a", 10);
  const [count] = limiter.takeUnsent();
  limiter.take("a", 5);
  limiter.applySum(count!, 40);
  assertEquals(limiter.take("a", 0).remaining, 55);
});

Deno.test("Limiter.applySum() never lowers a count, and ignores a minute that is over", () => {
  const { limiter, time } = limiterAt(100, { name: "limit" });
  limiter.take("a", 30);
  const [count] = limiter.takeUnsent();
  limiter.applySum(count!, 10);
  assertEquals(limiter.take("a", 0).remaining, 70);
  time.now += MINUTE_MS;
  limiter.applySum(count!, 90);
  assertEquals(limiter.take("a", 0).remaining, 100);
});

Deno.test("Limiter.applySum() learns the debt that a client has at other instances", () => {
  const { limiter, time } = limiterAt(100, { name: "limit" });
  limiter.charge("a", 120);
  for (const count of limiter.takeUnsent()) limiter.applySum(count, count.points + 50);
  time.now += MINUTE_MS;
  assertEquals(limiter.take("a", 0).remaining, 30);
});

Deno.test("toRateLimitPolicy() follows the IETF draft", () => {
  assertEquals(toRateLimitPolicy(1200), '"default";q=1200;w=60');
});

Deno.test("SharedClock follows the clock of the store, but not the delay of its replies, and never goes back", () => {
  let uptime = 5_000;
  const clock = new SharedClock(() => uptime);
  assertEquals(clock.now(), 0);
  clock.adjust(1_000_000);
  assertEquals(clock.now(), 1_000_000);
  for (const now of [999_000, 1_001_000]) {
    clock.adjust(now);
    assertEquals(clock.now(), 1_000_000, `${now}`);
  }
  clock.adjust(1_001_001);
  uptime += 500;
  assertEquals(clock.now(), 1_001_501);
  clock.adjust(70_000);
  assertEquals(clock.now(), 1_001_501);
});
