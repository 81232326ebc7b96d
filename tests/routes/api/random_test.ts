import { assertEquals, assertMatch } from "@std/assert";
import { ANIMALS } from "@pawkit/animals";
import { listsOf } from "@/lib/content/random/categories.ts";
import { startApp } from "@/tests/app.ts";

const call = await startApp();

/** One picked item; its fields depend on its category. */
type Item = Readonly<Record<string, string | number>>;

/** Sends a request that must succeed and returns the body. */
async function read(path: string): Promise<{ message: string; item: Item; items: readonly Item[] }> {
  const response = await call(path);
  assertEquals([response.status, response.headers.get("content-type")], [200, "application/json"], path);
  return await response.json();
}

/** The path of each category in version 2, and whether version 1 has it, too. */
const CATEGORIES = [
  ["animals", "animal", true],
  ["string", "string", true],
  ["kaomoji", "kaomoji", true],
  ["yt-video", "yt-video", false],
] as const;

Deno.test("GET random returns every kind with its name, in the forms of both versions", async () => {
  for (const [category, segment, isInV1] of CATEGORIES) {
    for (const endpoint of listsOf(category)) {
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
    const [kind] = listsOf(category);
    const first = await call(`/api/v1/${category}/${kind}?seed=monday`);
    // The URLs of pictures contain the host of the request, so no shared cache may store them.
    const audience = category === "animals" ? "private" : "public";
    assertEquals(first.headers.get("cache-control"), `${audience}, max-age=86400`);
    const { message, item } = await first.json();
    const again = await (await other(`/api/v2/random/${segment}/${kind}?seed=monday`)).json();
    assertEquals([again.message, again.item], [message, item]);
  }
});

Deno.test("GET random with a seed never changes its result", async () => {
  // Links in other people's pages depend on these values, which show how a seed picks from a list. A new list needs no
  // value here: what is in each is in `LISTS` (tests/lib/content/random/categories_test.ts).
  const messages: Record<string, string> = {
    "string/8ball": "As I see it, yes.",
    "kaomoji/cat": "ฅ(=˃ᆺ˂=)ฅ",
    "kaomoji/dog": "(∪ ̄ ³ ̄∪)",
    "kaomoji/owo": "OwO✨",
    "kaomoji/uwu": "uwu",
    "kaomoji/love": "(っ♡◡♡)っ",
    "yt-video/hl-cats": "https://www.youtube.com/watch?v=w0ffwDYo00Q",
  };
  for (const [path, message] of Object.entries(messages)) {
    assertEquals((await read(`/api/v2/random/${path}?seed=monday`)).message, message, path);
  }
  assertEquals((await read("/api/v1/animals/alpaca?seed=monday")).item.id, "8hyai8c8");
  // Without a kind, the seed also picks one, so a new kind would change what it means.
  assertMatch((await read("/api/v2/random/animal?seed=ada")).message, /\/dog\//);
  assertMatch((await call("/random?seed=ada")).headers.get("location") ?? "", /^\/dog\//);
});

Deno.test("GET random without a seed returns a different item for each request and must not be cached", async () => {
  const response = await call("/api/v1/animals/cat");
  assertEquals(response.headers.get("cache-control"), "no-store");
  const messages = await Promise.all([1, 2, 3].map(async () => (await read("/api/v1/animals/cat")).message));
  assertEquals(new Set([...messages, (await response.json()).message]).size, 4);
});

Deno.test("GET random with another seed or kind picks another item", async () => {
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

Deno.test("GET random with a count begins with the item of no count, and repeats none until all were picked", async () => {
  for (const count of [1, 2, 50]) {
    const { message, item, items } = await read(`/api/v2/random/animal/fox?count=${count}`);
    assertEquals([items.length, items[0], item.url], [count, item, message]);
    assertEquals(new Set(items.map(({ id }) => id)).size, count);
  }
  const five = await read("/api/v1/kaomoji/uwu?seed=x&count=5");
  assertEquals(five.message, (await read("/api/v1/kaomoji/uwu?seed=x")).message);
  const texts = (await read("/api/v1/string/8ball?count=50")).items.map(({ text }) => text);
  assertEquals([texts.slice(0, 20), texts.slice(20, 40)].map((part) => new Set(part).size), [20, 20]);
});

Deno.test("GET random?format=text returns only the messages, one per line", async () => {
  const response = await call("/api/v1/kaomoji/cat?format=text&seed=t");
  assertEquals(response.headers.get("content-type"), "text/plain; charset=utf-8");
  assertEquals(await response.text(), (await read("/api/v1/kaomoji/cat?seed=t")).message);
  const lines = (await (await call("/api/v1/kaomoji/cat?format=text&seed=t&count=3")).text()).split("\n");
  const { items } = await read("/api/v1/kaomoji/cat?seed=t&count=3");
  assertEquals(lines, items.map((item) => item.text));
});

Deno.test("GET random?format=redirect redirects to the picture or the video", async () => {
  for (const path of ["/api/v1/animals/dog", "/api/v2/random/animal/dog", "/api/v2/random/yt-video/hl-cats"]) {
    const response = await call(`${path}?format=redirect&seed=r`);
    assertEquals([response.status, await response.text()], [302, ""]);
    const { message } = await read(`${path}?seed=r`);
    assertEquals(response.headers.get("location"), message.replace("http://paw.example", ""));
    assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
  }
});
