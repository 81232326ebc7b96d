import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { createDrawingPool } from "@/lib/content/animals/mod.ts";
import { KAOMOJI, STRINGS, TEXT_POOLS, toItem, toPool, VIDEOS } from "@/lib/content/pools.ts";
import kaomoji from "@/lib/content/pools/kaomoji.json" with { type: "json" };
import strings from "@/lib/content/pools/string.json" with { type: "json" };
import videos from "@/lib/content/pools/yt-video.json" with { type: "json" };
import { seedRandom } from "@/lib/content/random.ts";

function assertClean(texts: readonly string[]): void {
  assertEquals(new Set(texts.map((text) => text.normalize("NFC"))).size, texts.length, "no duplicates");
  for (const text of texts) {
    assert(text !== "" && text === text.trim(), `"${text}" is empty or has blanks around it`);
    assertMatch(text, /^[^\p{Cc}]+$/u);
  }
}

Deno.test("pools/kaomoji.json has at least 40 different faces of each kind", () => {
  assertEquals(Object.keys(kaomoji), [...KAOMOJI]);
  for (const kind of KAOMOJI) {
    assertGreaterOrEqual(kaomoji[kind].length, 40);
    assertClean(kaomoji[kind]);
  }
});

Deno.test("pools/string.json has the 20 answers of the 8 ball: 10 yes, 5 perhaps, 5 no", () => {
  assertEquals(Object.keys(strings), [...STRINGS]);
  assertClean(strings["8ball"].map(({ text }) => text));
  const count = (sentiment: string) => strings["8ball"].filter((answer) => answer.sentiment === sentiment).length;
  assertEquals([count("positive"), count("neutral"), count("negative")], [10, 5, 5]);
  assertEquals(strings["8ball"].length, 20);
});

Deno.test("pools/yt-video.json has at least 12 different videos with an id and a title", () => {
  assertEquals(Object.keys(videos), [...VIDEOS]);
  const list = videos["hl-cats"];
  assertGreaterOrEqual(list.length, 12);
  assertClean(list.map(({ id }) => id));
  assertClean(list.map(({ title }) => title));
  for (const { id } of list) assertMatch(id, /^[\w-]{11}$/);
});

Deno.test("TEXT_POOLS draws every entry of every list", () => {
  const random = seedRandom("every entry");
  const drawn = TEXT_POOLS.kaomoji.get("love")!.drawMany(random, "", 50).map(({ message }) => message);
  assertEquals(new Set(drawn), new Set(kaomoji.love));
  const watched = TEXT_POOLS["yt-video"].get("hl-cats")!.drawMany(random, "", 12).map(({ message }) => message);
  assertEquals(new Set(watched), new Set(videos["hl-cats"].map(({ id }) => `https://www.youtube.com/watch?v=${id}`)));
});

Deno.test("drawOne() counts the bytes of a drawing and of texts beyond ASCII", () => {
  const pools = [createDrawingPool("cat"), TEXT_POOLS.kaomoji.get("love")!, TEXT_POOLS["yt-video"].get("hl-cats")!];
  for (const pool of pools) {
    const { fields, bytes } = pool.drawOne(seedRandom("bytes"), "http://x");
    assertEquals(bytes, new TextEncoder().encode(fields).length);
  }
});

Deno.test("toPool() creates items with the origin of the request", () => {
  const pool = toPool(["a"], (name, base) => toItem(`${base}/${name}`, { name }));
  assertEquals(pool.drawOne(seedRandom(""), "http://x"), {
    message: "http://x/a",
    json: '{"name":"a"}',
    fields: '"message":"http://x/a","item":{"name":"a"}',
    bytes: 42,
  });
  assertEquals(pool.drawMany(seedRandom(""), "http://x", 3).length, 3);
});
