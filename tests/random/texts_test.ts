import { assert, assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { createPicker, LISTS, pickItems } from "@/lib/random/items.ts";
import { startApp } from "@/tests/support/app.ts";

const LISTS_OF_TEXTS = (["string", "kaomoji"] as const).flatMap((category) => {
  return Object.keys(LISTS[category]).map((list) => `${category}/${list}`);
});

Deno.test("there are as many texts as the contract says, and none twice", () => {
  const answers = LISTS.string["8ball"];
  const sentiments = Map.groupBy(answers, ({ sentiment }) => sentiment);
  assertEquals(["positive", "neutral", "negative"].map((each) => sentiments.get(each)?.length), [10, 5, 5]);
  assertEquals(Object.keys(LISTS.kaomoji).sort(), ["cat", "dog", "love", "owo", "uwu"]);
  for (const list of Object.values(LISTS.kaomoji)) assert(list.length >= 40);
  const videos = LISTS["yt-video"]["hl-cats"]!;
  assert(videos.length >= 12);
  for (const list of [answers, videos, ...Object.values(LISTS.kaomoji)]) {
    const messages = list.map((item) => "url" in item ? item.url : item.text);
    assertEquals([new Set(messages).size, messages.filter((each) => each.trim() === "")], [list.length, []]);
  }
});

Deno.test("pickItems() repeats none while there are others, and picks each", () => {
  const upTo = (max: number) => fc.integer({ min: 1, max });
  fc.assert(fc.property(fc.string(), upTo(9), upTo(50), (seed, size, count) => {
    const list = Array.from({ length: size }, (_, index) => index);
    const picked = pickItems(createPicker(seed), list).take(count).toArray();
    assertEquals(picked.length, count);
    for (let start = 0; start + size <= count; start += size) {
      assertEquals(picked.slice(start, start + size).sort(), list);
    }
  }));
});

Deno.test("the same seed gives the same answer, and other seeds give others", async () => {
  await using app = await startApp();
  const read = async (path: string) => (await app.fetch(path)).text();
  for (const list of LISTS_OF_TEXTS) {
    const path = `/api/v2/random/${list}?count=5&seed=`;
    assertEquals(await read(`${path}%F0%9F%90%B1`), await read(`${path}%F0%9F%90%B1`));
    const texts = await Promise.all([..."abcdefgh"].map((seed) => read(path + seed)));
    assertEquals(new Set(texts).size, 8);
  }
  // Written down, because a seed keeps its answer within a major version.
  for (const path of ["/api/v1/string/8ball?seed=Ada", "/api/v2/random/string/8ball?seed=Ada"]) {
    assertEquals(JSON.parse(await read(path)).message, "Yes, definitely.");
  }
});

Deno.test("count adds items, of which the first is the message, and text has a line for each", async () => {
  await using app = await startApp();
  for (const list of LISTS_OF_TEXTS) {
    const path = `/api/v2/random/${list}?count=20&seed=a`;
    const { message, item, items } = await (await app.fetch(path)).json();
    const texts = items.map(({ text }: { text: string }) => text);
    assertEquals([message, item, new Set(texts).size], [texts[0], items[0], 20]);
    assertEquals(await (await app.fetch(`${path}&format=text`)).text(), texts.join("\n"));
  }
  const { items } = await (await app.fetch("/api/v1/string/8ball?count=1")).json();
  assertEquals(items.length, 1);
});
