import { assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { Bucket, rateLimitedError } from "@/lib/access/bucket.ts";

Deno.test("Bucket.take() takes points until there are too few, and says when there are enough again", () => {
  let now = 5000;
  const bucket = new Bucket(1200, () => now);
  const taken = Array.from({ length: 121 }, () => bucket.take("a", 10));
  // An empty bucket gains 20 points a second.
  assertEquals(taken, [...Array(120).fill(0), 1]);
  assertEquals([bucket.take("a", 50), bucket.take("b", 10)], [3, 0]);
  now += 499;
  assertEquals(bucket.take("a", 10), 1);
  now += 1;
  assertEquals([bucket.take("a", 10), bucket.take("a", 1)], [0, 1]);
  now += 120_000;
  assertEquals([bucket.take("a", 1201), bucket.take("a", 1200)], [1, 0]);
});

Deno.test("Bucket.take() succeeds after the seconds that it has returned", () => {
  const points = fc.integer({ min: 1, max: 20 });
  fc.assert(fc.property(fc.integer({ min: 20, max: 5000 }), fc.array(points, { minLength: 40 }), (limit, prices) => {
    let now = 1e9 / 7;
    const bucket = new Bucket(limit, () => now);
    for (const price of prices) {
      now += 1000 * bucket.take("a", price);
      bucket.charge("a", 3);
      const seconds = bucket.take("a", price);
      now += 1000 * seconds;
      if (seconds > 0) assertEquals(bucket.take("a", price), 0);
    }
  }));
});

Deno.test("Bucket.charge() takes more points than there are", () => {
  let now = 0;
  const bucket = new Bucket(60, () => now);
  assertEquals(bucket.header("a"), '"default";r=60;t=0');
  bucket.charge("a", 70);
  assertEquals([bucket.header("a"), bucket.take("a", 1)], ['"default";r=0;t=70', 11]);
  now = 15_000;
  assertEquals([bucket.header("a"), bucket.take("a", 1)], ['"default";r=5;t=55', 0]);
  assertEquals(bucket.header("a"), '"default";r=4;t=56');
});

Deno.test("Bucket has neither limit nor header if limits are off", () => {
  const bucket = new Bucket(undefined);
  bucket.charge("a", 1e9);
  assertEquals([bucket.take("a", 1e9), bucket.header("a")], [0, ""]);
});

Deno.test("rateLimitedError() says when to try again", () => {
  const { code, message, headers } = rateLimitedError("Cannot draw the picture", 3);
  assertEquals([code, headers], ["rate_limited", { "retry-after": "3" }]);
  assertEquals(message, "Cannot draw the picture: too few points are left, try again in 3 s");
});
