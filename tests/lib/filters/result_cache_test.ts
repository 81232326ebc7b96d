import { assertEquals, assertStrictEquals } from "@std/assert";
import type { RequestKey, ResultKey } from "@/lib/filters/keys.ts";
import { ResultCache } from "@/lib/filters/result_cache.ts";
import { ONE_DAY, ReusableResponse } from "@/lib/http/responses.ts";

const RESULT = "content blur" as ResultKey;
const A = "blur /a" as RequestKey;
const B = "blur /b" as RequestKey;

function createResult(bytes: number): ReusableResponse {
  return new ReusableResponse(new Uint8Array(bytes), { type: "image/png", cache: ONE_DAY });
}

Deno.test("ResultCache.get() returns a result to every request that is linked to it", () => {
  const cache = new ResultCache(10_000);
  const result = createResult(10);
  const link = { resultKey: RESULT, freshUntil: Infinity };
  assertEquals(cache.link(A, link), undefined);
  assertEquals(cache.get(A), undefined);
  cache.set(RESULT, result);
  assertStrictEquals(cache.get(A)?.response, result);
  assertEquals(cache.get(B), undefined);
  assertStrictEquals(cache.link(B, link)?.response, result);
  assertStrictEquals(cache.get(B)?.response, result);
});

Deno.test("ResultCache.get() ignores a link whose source is no longer fresh, while the result stays", () => {
  let now = 1;
  const cache = new ResultCache(10_000, () => now);
  const result = createResult(10);
  cache.link(A, { resultKey: RESULT, freshUntil: 100 });
  cache.set(RESULT, result);
  now = 99;
  assertStrictEquals(cache.get(A)?.response, result);
  assertEquals(cache.isStale(A), false);
  now = 100;
  assertEquals(cache.get(A), undefined);
  assertEquals([cache.isStale(A), cache.isStale(B)], [true, false]);
  assertStrictEquals(cache.link(A, { resultKey: RESULT, freshUntil: 200 })?.response, result);
});

Deno.test("ResultCache.set() drops the oldest results beyond its bytes, counting a kilobyte for each entry", () => {
  const cache = new ResultCache(5000);
  const keys = ["1", "2", "3"] as ResultKey[];
  for (const key of keys) cache.set(key, createResult(1000));
  assertEquals(cache.size, { entries: 2, bytes: 4048 });
  assertEquals(cache.link(A, { resultKey: keys[0]!, freshUntil: Infinity }), undefined);
});

Deno.test("ResultCache.get() returns one body with the cache-control of each source, less its age", () => {
  let now = 1000;
  const cache = new ResultCache(10_000, () => now);
  const result = createResult(10);
  cache.set(RESULT, result);
  cache.link(A, { resultKey: RESULT, freshUntil: Infinity, maxAgeSeconds: 5, askedAt: 1000 });
  cache.link(B, { resultKey: RESULT, freshUntil: Infinity });
  const expected = { 1000: "max-age=5", 1999: "max-age=5", 2000: "max-age=4", 5999: "max-age=1", 6000: "no-cache" };
  for (const [time, directive] of Object.entries(expected)) {
    now = Number(time);
    assertEquals(cache.get(A), { response: result, headers: { "cache-control": `public, ${directive}` } });
    assertEquals(cache.get(B), { response: result });
  }
});
