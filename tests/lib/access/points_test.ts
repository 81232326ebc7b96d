import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Points, type PointsOptions, toRateLimitPolicy } from "@/lib/access/points.ts";
import { ApiError } from "@/lib/http/errors.ts";

const MINUTE_MS = 60_000;

/** Creates full buckets, at a time that is no whole number. */
function createPoints(limit: number, options: Partial<PointsOptions> = {}) {
  const time = { now: 1234.567 };
  const points = new Points({ limit, clock: () => time.now, ...options });
  /** Returns the whole points that the header states. */
  const left = (client = "a") => Number(/;r=(\d+);/.exec(points.headerOf(client))?.[1]);
  const refuse = (client = "a") => assertThrows(() => points.take(client), ApiError);
  return { points, time, left, refuse };
}

Deno.test("Points.take() accepts while there is a point, and then states when there will be one", () => {
  const { points, refuse } = createPoints(1200);
  for (let i = 0; i < 1200; i++) points.take("a");
  const { status, code, message, details, headers } = refuse();
  assertEquals([status, code, message], [429, "rate_limited", "Cannot accept more requests now: try again in 1 s"]);
  assertEquals(details, { unit: "points", limit: 1200, got: 1200 });
  assertEquals(headers, { "retry-after": "1", "ratelimit-policy": '"default";q=1200;w=60' });
  points.take("b");
});

Deno.test("Points.take() gets a point back after its share of a minute, and never more than the limit", () => {
  const { points, time, left, refuse } = createPoints(10);
  for (let i = 0; i < 10; i++) points.take("a");
  time.now += 5_999;
  refuse();
  time.now += 1;
  points.take("a");
  refuse();
  time.now += 100 * MINUTE_MS;
  assertEquals(left(), 10);
  for (let i = 0; i < 10; i++) points.take("a");
  refuse();
});

Deno.test("Points.take() takes nothing when it refuses, so asking again does not make a client wait longer", () => {
  const { points, time, refuse } = createPoints(10);
  points.charge("a", 10);
  for (let i = 0; i < 100; i++) refuse();
  time.now += 6_000;
  points.take("a");
});

Deno.test("Points.charge() empties a bucket below zero, but not below the negative limit", () => {
  const { points, time, left, refuse } = createPoints(10);
  points.charge("a", 13);
  assertEquals([left(), refuse().details], [0, { unit: "points", limit: 10, got: 13 }]);
  // Four points are missing.
  assertEquals(refuse().headers?.["retry-after"], "24");
  points.charge("a", 1_000_000);
  assertEquals(refuse().headers?.["retry-after"], "66");
  time.now += 65_999;
  assertEquals(refuse().headers?.["retry-after"], "1");
  time.now += 1;
  points.take("a");
});

Deno.test("Points.charge() gives points back, but never above the limit", () => {
  const { points, left } = createPoints(10);
  points.charge("a", 7);
  points.charge("a", -5);
  assertEquals(left(), 8);
  points.charge("a", -5);
  assertEquals(left(), 10);
});

Deno.test("Points.assertHasPoint() and Points.has() take nothing", () => {
  const { points, left } = createPoints(10);
  points.assertHasPoint("a");
  points.charge("a", 9);
  points.assertHasPoint("a");
  assertEquals([left(), points.has("a")], [1, true]);
  points.charge("a", 1);
  assertEquals(assertThrows(() => points.assertHasPoint("a"), ApiError).code, "rate_limited");
  assertEquals([left(), points.has("a")], [0, false]);
});

Deno.test("Points.headerOf() states the whole points, never negative, and the seconds until the bucket is full", () => {
  const { points, time } = createPoints(1200);
  assertEquals(points.headerOf("a"), '"default";r=1200;t=0');
  points.take("a");
  assertEquals(points.headerOf("a"), '"default";r=1199;t=1');
  points.charge("a", 1199);
  assertEquals(points.headerOf("a"), '"default";r=0;t=60');
  time.now += 49;
  assertEquals(points.headerOf("a"), '"default";r=0;t=60');
  points.charge("a", 5000);
  assertEquals(points.headerOf("a"), '"default";r=0;t=120');
});

Deno.test("Points of every limit are back 120 seconds after the most that can be charged, the first after 66 at most", () => {
  for (let limit = 10; limit <= 5_000; limit++) {
    const { points, refuse } = createPoints(limit);
    points.charge("a", 3 * limit);
    assertEquals(points.headerOf("a"), '"default";r=0;t=120', `${limit}`);
    const seconds = Number(refuse().headers?.["retry-after"]);
    assertEquals(seconds, Math.ceil(60 * (limit + 1) / limit), `${limit}`);
  }
});

Deno.test("Points fill and empty as a bucket does that is filled every millisecond", () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 20_000 }), points: fc.integer({ min: -3, max: 25 }) });
  fc.assert(fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
    // With 12 points a minute, whole points are multiples of 5,000 ms.
    const { points, time, left } = createPoints(12);
    let expected = 60_000;
    for (const step of steps) {
      time.now += step.ms;
      expected = Math.min(60_000, expected + step.ms);
      points.charge("a", step.points);
      expected = Math.min(60_000, Math.max(-60_000, expected - 5_000 * step.points));
      assertEquals(left(), Math.max(0, Math.floor(expected / 5_000)));
    }
  }));
});

/** Returns another client for each number. */
const clientOf = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;

Deno.test("Points has 100,000 buckets, and one for all clients beyond them", () => {
  const { points, left, refuse, time } = createPoints(10);
  for (let i = 0; i < 100_000; i++) points.charge(clientOf(i), 10);
  assertEquals(left("late"), 10);
  for (let i = 0; i < 10; i++) points.take(`late ${i}`);
  refuse("later");
  assertEquals([left("late"), points.has("latest")], [0, false]);
  refuse(clientOf(0));
  // The others have a point again, and so have those without a bucket.
  time.now += 6_000;
  points.take(clientOf(99_999));
  points.take("latest");
});

Deno.test("Points forgets full buckets as new clients come, and no other", () => {
  const { points, left, time } = createPoints(10);
  points.charge("offender", 20);
  for (let i = 0; i < 99_999; i++) points.take(clientOf(i));
  time.now += 6_000;
  // Their buckets are full again, so there is room for as many others.
  for (let i = 0; i < 99_998; i++) points.charge(`new ${i}`, 10);
  assertEquals([left("new 99997"), left("one more"), left("offender")], [0, 10, 0]);
  points.charge("one more", 3);
  assertEquals([left("one more"), left("another")], [7, 10]);
});

Deno.test("Points keeps a full bucket whose sum is in the store for two minutes, so that no sum is a new start", () => {
  const { points, time } = createPoints(10, { isShared: true });
  points.take("a");
  const [count] = points.takeSpent();
  points.applySum(count!, 1);
  // Its bucket is full again, and new clients come.
  time.now += 119_000;
  for (let i = 0; i < 10; i++) points.take(`new ${i}`);
  points.take("a");
  const [next] = points.takeSpent().filter(({ client }) => client === "a");
  points.applySum(next!, 300);
  assertEquals(points.has("a"), false);
});

Deno.test("Points.takeSpent() returns what was spent since the last call, less what was given back", () => {
  const { points } = createPoints(100, { isShared: true });
  points.take("a");
  points.charge("a", 5);
  points.take("b");
  points.charge("b", -1);
  points.charge("c", 2);
  points.charge("c", -5);
  assertEquals(points.takeSpent(), [{ client: "a", points: 6 }]);
  assertEquals(points.takeSpent(), []);
  points.charge("a", 2);
  points.charge("c", 4);
  assertEquals(points.takeSpent(), [{ client: "a", points: 2 }, { client: "c", points: 1 }]);
});

Deno.test("Points.takeSpent() returns nothing without other instances, and nothing of the shared bucket", () => {
  const alone = createPoints(100).points;
  alone.take("a");
  assertEquals(alone.takeSpent(), []);
  const { points, time } = createPoints(10, { isShared: true });
  for (let i = 0; i < 100_000; i++) points.take(clientOf(i));
  // They are full, but have not been sent yet.
  time.now += MINUTE_MS;
  points.take("late");
  const spent = points.takeSpent();
  assertEquals([spent.length, spent.at(-1)], [100_000, { client: clientOf(99_999), points: 1 }]);
});

Deno.test("Points.applySum() charges what others have spent, whatever was given back here", () => {
  const { points, time, left } = createPoints(100, { isShared: true });
  points.charge("a", 5);
  points.applySum({ client: "a", points: 5 }, 5);
  points.charge("a", -5);
  time.now += 1;
  points.charge("a", -50);
  points.applySum({ client: "a", points: 0 }, 35);
  assertEquals(left(), 70);
});

Deno.test("toRateLimitPolicy() follows the IETF draft", () => {
  assertEquals(toRateLimitPolicy(1200), '"default";q=1200;w=60');
});
