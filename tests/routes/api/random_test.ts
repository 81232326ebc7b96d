import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { ANIMALS, type Category, formsOf } from "@/lib/content/pools.ts";
import { startApp } from "@/tests/app.ts";
import { call, read, readError } from "@/tests/routes/api/random_client.ts";

const V1 = [
  toEndpoint("/api/v1/animals", "animals"),
  toEndpoint("/api/v1/string", "string"),
  toEndpoint("/api/v1/kaomoji", "kaomoji"),
];
const V2 = [
  toEndpoint("/api/v2/random/animal", "animals"),
  toEndpoint("/api/v2/random/string", "string"),
  toEndpoint("/api/v2/random/yt-video", "yt-video"),
  toEndpoint("/api/v2/random/kaomoji", "kaomoji"),
];

function toEndpoint(root: string, category: Category) {
  return { root, category, kinds: [...formsOf(category).keys()] };
}

Deno.test("GET /api/v1/{animals,string,kaomoji}/{endpoint} returns every value in the form of version 1", async () => {
  for (const { root, category, kinds } of V1) {
    for (const endpoint of kinds) {
      const { message, item, ...rest } = await read(`${root}/${endpoint}`);
      assertEquals<object>(rest, { success: true, status: 200, category, endpoint });
      assert(message !== "" && item !== undefined);
    }
  }
});

Deno.test("GET /api/v2/random/…/{type} returns every value in the form of version 2", async () => {
  for (const { root, category, kinds } of V2) {
    for (const endpoint of kinds) {
      const { message, item, ...rest } = await read(`${root}/${endpoint}`);
      assertEquals<object>(rest, { success: true, status: 200, info: { category, endpoint } });
      assert(message !== "" && item !== undefined);
    }
  }
});

Deno.test("GET /api/v2/random/…/{type} returns the fields of the item besides the message", async () => {
  const animal = await read("/api/v2/random/animal/cat?seed=a");
  assertEquals(Object.keys(animal.item), ["id", "url", "alt", "width", "height", "mediaType"]);
  assertMatch(animal.message, /^http:\/\/paw\.example\/images\/animals\/cat\/[0-9a-z]{8}\.png$/);
  const video = await read("/api/v2/random/yt-video/hl-cats?seed=a");
  assertEquals(Object.keys(video.item), ["id", "url", "title"]);
  assertMatch(video.message, /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
  const ball = await read("/api/v2/random/string/8ball?seed=a");
  assertEquals(Object.keys(ball.item), ["text", "sentiment"]);
  const face = await read("/api/v2/random/kaomoji/love?seed=a");
  assertEquals(face.item, { text: face.message });
});

Deno.test("GET random returns 404 for an unknown value and lists the known ones", async () => {
  for (const { root, kinds } of [...V1, ...V2]) {
    for (const value of ["no-such-kind", "CAT", "constructor", "__proto__", "%20"]) {
      const { code, status, details } = await readError(`${root}/${value}`);
      assertEquals([code, status], ["unknown_type", 404]);
      assertEquals(details.allowed, kinds);
    }
  }
});

Deno.test("GET random with a seed returns the same item in every version and after every start, and may be cached", async () => {
  const other = await startApp();
  for (
    const [v1, v2] of [["animals/bird", "animal/bird"], ["string/8ball", "string/8ball"], [
      "kaomoji/owo",
      "kaomoji/owo",
    ]]
  ) {
    const first = await call(`/api/v1/${v1}?seed=monday`);
    assertEquals(first.headers.get("cache-control"), "public, max-age=86400");
    const { message, item } = await first.json();
    const again = await (await other(`/api/v2/random/${v2}?seed=monday`)).json();
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
