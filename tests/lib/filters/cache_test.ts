import { assertEquals, assertStrictEquals } from "@std/assert";
import { type CacheEntry, FilterCache, toCachePolicy } from "@/lib/filters/cache.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

function createEntry(bytes: number, info: Partial<CacheEntry> = {}): CacheEntry {
  const response = new ReusableResponse(new Uint8Array(bytes), { type: "image/png", cache: ONE_DAY });
  const validators = { finalUrl: "", etag: undefined, lastModified: undefined };
  const freshness = { noStore: false, maxAgeSeconds: 600, freshSeconds: 60, freshUntil: Infinity, askedAt: 0 };
  return { response, ...validators, ...freshness, ...info };
}

Deno.test("FilterCache.getFresh() returns an entry as long as its source is fresh, FilterCache.get() also later", () => {
  let now = 1;
  const cache = new FilterCache(10_000, () => now);
  const entry = createEntry(10, { freshUntil: 100 });
  cache.set("a", entry);
  assertEquals(cache.getFresh("b"), undefined);
  now = 99;
  assertStrictEquals(cache.getFresh("a"), entry);
  now = 100;
  assertEquals(cache.getFresh("a"), undefined);
  assertStrictEquals(cache.get("a"), entry);
});

Deno.test("FilterCache.set() drops the oldest entries beyond its bytes, which include a kilobyte and the texts of each", () => {
  const cache = new FilterCache(5000, () => 0);
  for (const key of ["1", "2", "3"]) cache.set(key, createEntry(1000));
  assertEquals(cache.size, { entries: 2, bytes: 4052 });
  assertEquals(cache.get("1"), undefined);
  cache.set("4".repeat(700), createEntry(1, { finalUrl: "u".repeat(800) }));
  assertEquals(cache.size, { entries: 1, bytes: 4025 });
});

Deno.test("FilterCache.set() removes the entry of a source that must not be stored any more", () => {
  const cache = new FilterCache(5000, () => 0);
  cache.set("a", createEntry(10));
  cache.set("a", createEntry(10, { noStore: true }));
  assertEquals([cache.get("a"), cache.size.entries], [undefined, 0]);
});

Deno.test("FilterCache stores nothing in 0 bytes", () => {
  const cache = new FilterCache(0, () => 0);
  cache.set("a", createEntry(0));
  assertEquals(cache.get("a"), undefined);
});

Deno.test("toCachePolicy() returns what a source allows, at most a day, less its age", () => {
  const expected = { 1000: "max-age=5", 1999: "max-age=5", 2000: "max-age=4", 5999: "max-age=1", 6000: "no-cache" };
  for (const [time, directive] of Object.entries(expected)) {
    const source = { noStore: false, maxAgeSeconds: 5, askedAt: 1000 };
    assertEquals(toCachePolicy(source, Number(time)).text, `public, ${directive}`);
  }
  const year = { noStore: false, maxAgeSeconds: 31_536_000, askedAt: 1000 };
  assertEquals(toCachePolicy(year, 1000).text, "public, max-age=86400");
  assertEquals(toCachePolicy(year, 3_601_000).text, "public, max-age=82800");
  assertEquals(toCachePolicy(createEntry(1, { noStore: true }), 0).text, "no-store");
});
