import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { ANIMALS, formsOf } from "@/lib/content/pools.ts";
import { startApp } from "@/tests/app.ts";
import { call, read } from "@/tests/routes/api/random_client.ts";

/** The path of each category in version 2, and whether version 1 has it, too. */
const CATEGORIES = [
  ["animals", "animal", true],
  ["string", "string", true],
  ["kaomoji", "kaomoji", true],
  ["yt-video", "yt-video", false],
] as const;

Deno.test("GET random returns every kind with its name, in the forms of both versions", async () => {
  for (const [category, segment, isInV1] of CATEGORIES) {
    for (const endpoint of formsOf(category).keys()) {
      const { message, item, ...v2 } = await read(`/api/v2/random/${segment}/${endpoint}`);
      assertEquals<object>(v2, { success: true, status: 200, info: { category, endpoint } });
      assertEquals(message, item.url ?? item.text);
      if (!isInV1) continue;
      const v1 = await read(`/api/v1/${category}/${endpoint}`);
      assertEquals<object>({ ...v1, message, item }, { success: true, status: 200, category, endpoint, message, item });
    }
  }
});

Deno.test("GET random with a seed returns the same item in every version and after every start, and may be cached", async () => {
  const other = await startApp();
  for (const [category, segment] of CATEGORIES.filter(([, , isInV1]) => isInV1)) {
    const [kind] = formsOf(category).keys();
    const first = await call(`/api/v1/${category}/${kind}?seed=monday`);
    assertEquals(first.headers.get("cache-control"), "public, max-age=86400");
    const { message, item } = await first.json();
    const again = await (await other(`/api/v2/random/${segment}/${kind}?seed=monday`)).json();
    assertEquals([again.message, again.item], [message, item]);
  }
});

Deno.test("GET random with a seed never changes its result", async () => {
  // Computed by another program from the pools. Links in other people's pages depend on these values.
  assertEquals((await read("/api/v1/string/8ball?seed=monday")).message, "As I see it, yes.");
  assertEquals((await read("/api/v1/kaomoji/love?seed=monday")).message, "(っ♡◡♡)っ");
  assertEquals((await read("/api/v2/random/yt-video/hl-cats?seed=monday")).item.id, "w0ffwDYo00Q");
  assertEquals((await read("/api/v1/animals/alpaca?seed=monday")).item.id, "8hyai8c8");
});

Deno.test("GET random without a seed returns a different item for each request and must not be cached", async () => {
  const response = await call("/api/v1/animals/cat");
  assertEquals(response.headers.get("cache-control"), "no-store");
  const messages = await Promise.all([1, 2, 3].map(async () => (await read("/api/v1/animals/cat")).message));
  assertEquals(new Set([...messages, (await response.json()).message]).size, 4);
});

Deno.test("GET random with another seed or kind draws another item", async () => {
  const ids = new Set<unknown>();
  const seeds = ["a", "b", "c", "ä", "猫"];
  for (const seed of seeds) {
    for (const kind of ANIMALS) {
      const { item } = await read(`/api/v1/animals/${kind}?seed=${encodeURIComponent(seed)}`);
      ids.add(item.id);
    }
  }
  assertEquals(ids.size, seeds.length * ANIMALS.length);
});

Deno.test("HEAD random returns the headers of GET without a body", async () => {
  const get = await call("/api/v1/string/8ball?seed=h");
  const head = await call("/api/v1/string/8ball?seed=h", { method: "HEAD" });
  assertEquals(head.status, 200);
  assertEquals(head.headers.get("content-length"), String((await get.arrayBuffer()).byteLength));
  assertEquals(await head.text(), "");
});

Deno.test("GET random returns picture URLs that begin with BASE_URL", async () => {
  const based = await startApp({ BASE_URL: "https://cdn.example" });
  const { message } = await (await based("/api/v1/animals/cat")).json();
  assertMatch(message, /^https:\/\/cdn\.example\/images\/animals\/cat\//);
});

Deno.test("GET random uses the host and protocol of a trusted proxy, and ignores those of others", async () => {
  const headers = { "x-forwarded-host": "paws.example", "x-forwarded-proto": "https" };
  const trusting = await startApp({ TRUST_PROXY: "1" });
  const { message } = await (await trusting("/api/v1/animals/cat", { headers })).json();
  assertMatch(message, /^https:\/\/paws\.example\/images\//);
  const plain = await (await call("/api/v1/animals/cat", { headers })).json();
  assertNotEquals(plain.message.slice(0, 20), message.slice(0, 20));
});
