import { assertEquals, assertStrictEquals } from "@std/assert";
import { ResultCache } from "@/lib/filters/result_cache.ts";
import { CachedResponse, ONE_DAY } from "@/lib/http/responses.ts";

function createResult(bytes: number): CachedResponse {
  return new CachedResponse(new Uint8Array(bytes), { type: "image/png", cache: ONE_DAY });
}

Deno.test("ResultCache.get() returns a result to every request that is linked to it", () => {
  const [cache, result] = [new ResultCache(10_000), createResult(10)];
  assertEquals(cache.link("blur /a", "content blur"), undefined);
  assertEquals(cache.get("blur /a"), undefined);
  cache.set("content blur", result);
  assertStrictEquals(cache.get("blur /a"), result);
  assertEquals(cache.get("blur /b"), undefined);
  assertStrictEquals(cache.link("blur /b", "content blur"), result);
  assertStrictEquals(cache.get("blur /b"), result);
});

Deno.test("ResultCache.get() forgets a link after a minute, while the result stays", () => {
  const { now } = performance;
  let time = 1;
  performance.now = () => time;
  try {
    const [cache, result] = [new ResultCache(10_000), createResult(10)];
    cache.link("blur /a", "content blur");
    cache.set("content blur", result);
    time += 60_000;
    assertStrictEquals(cache.get("blur /a"), result);
    time += 1;
    assertEquals(cache.get("blur /a"), undefined);
    assertStrictEquals(cache.link("blur /a", "content blur"), result);
  } finally {
    performance.now = now;
  }
});

Deno.test("ResultCache.set() drops the oldest results beyond its bytes, counting a kilobyte for each entry", () => {
  const cache = new ResultCache(5000);
  for (const key of ["1", "2", "3"]) cache.set(key, createResult(1000));
  assertEquals(cache.size, { entries: 2, bytes: 4048 });
  assertEquals(cache.link("request", "1"), undefined);
});
