import { assertEquals, assertStrictEquals } from "@std/assert";
import { CachePolicy, cacheWithOrigin, NO_STORE, ONE_DAY, ONE_WEEK, REVALIDATE } from "@/lib/http/cache_control.ts";

const ALWAYS_ASK = new CachePolicy({ scope: "public", maxAgeSeconds: 0 });

Deno.test("CachePolicy.text is the value of cache-control", () => {
  const all = { sharedMaxAgeSeconds: 2, staleWhileRevalidateSeconds: 3, staleIfErrorSeconds: 4 };
  const full = new CachePolicy({ scope: "private", maxAgeSeconds: 1, ...all });
  assertEquals([NO_STORE, ONE_DAY, ONE_WEEK, REVALIDATE, ALWAYS_ASK, full].map(({ text }) => text), [
    "no-store",
    "public, max-age=86400",
    "public, max-age=604800",
    "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
    "public, no-cache",
    "private, max-age=1, s-maxage=2, stale-while-revalidate=3, stale-if-error=4",
  ]);
});

Deno.test("CachePolicy.limitTo() shortens what may be used for longer, and nothing else", () => {
  assertEquals(ONE_DAY.limitTo(5).text, "public, max-age=5");
  for (const policy of [NO_STORE, REVALIDATE, ALWAYS_ASK]) assertStrictEquals(policy.limitTo(5), policy);
});

Deno.test("cacheWithOrigin() excludes shared caches unless a setting decides", () => {
  const direct = { trustProxy: 0, baseUrl: undefined };
  const texts = [REVALIDATE, ALWAYS_ASK, NO_STORE].map((policy) => cacheWithOrigin(policy, direct).text);
  assertEquals(texts, ["private, max-age=0, stale-while-revalidate=600", "private, no-cache", "no-store"]);
  assertStrictEquals(cacheWithOrigin(REVALIDATE, { ...direct, baseUrl: "https://b.example" }), REVALIDATE);
});

Deno.test("cacheWithOrigin() returns the same policy each time, so that its text is written once", () => {
  const direct = { trustProxy: 0, baseUrl: undefined };
  assertStrictEquals(cacheWithOrigin(ONE_DAY, direct), cacheWithOrigin(ONE_DAY, direct));
});
