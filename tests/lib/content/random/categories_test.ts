import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { z } from "zod";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import { type Item, ITEM_DESCRIPTIONS, TEXTS } from "@/lib/content/random/categories.ts";
import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";

function assertClean(texts: readonly string[]): void {
  assertEquals(new Set(texts.map((text) => text.normalize("NFC"))).size, texts.length, "no duplicates");
  for (const text of texts) {
    assert(text !== "" && text === text.trim(), `"${text}" is empty or has blanks around it`);
    assertMatch(text, /^[^\p{Cc}]+$/u);
  }
}

Deno.test("TEXTS has different texts in each list, without blanks around them", () => {
  for (const list of Object.values(TEXTS).flatMap<readonly object[]>((lists) => Object.values(lists))) {
    assertClean(list.map((item) => "title" in item ? String(item.title) : String((item as { text: string }).text)));
  }
});

/** The number of items of each list, and the start of the hash of their messages. */
const LISTS: Readonly<Record<string, readonly [number, string]>> = {
  "string/8ball": [20, "0c64a788"],
  "kaomoji/cat": [47, "03cb2aff"],
  "kaomoji/dog": [45, "d8164967"],
  "kaomoji/owo": [45, "698d889c"],
  "kaomoji/uwu": [47, "bc7f1243"],
  "kaomoji/love": [47, "d06aa7a6"],
  "yt-video/hl-cats": [12, "9fba0843"],
};

Deno.test("TEXTS has the same lists within a major version, so that a seed never changes its result", async () => {
  const all = Object.entries(TEXTS).flatMap(([category, lists]) =>
    Object.entries<readonly Item[]>(lists).map(([list, items]) => [`${category}/${list}`, items] as const)
  );
  const rows = await Array.fromAsync(all, async ([path, items]) => [path, [items.length, await hash(items)]]);
  const remark = "a change of an old list waits for a new major version, because seeds would mean other items; " +
    "a new list gets its row in LISTS";
  assertEquals(Object.fromEntries(rows), LISTS, remark);
});

async function hash(items: readonly Item[]): Promise<string> {
  const messages = items.map((item) => "url" in item ? item.url : item.text).join("\n");
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(messages));
  return new Uint8Array(bytes).toHex().slice(0, 8);
}

Deno.test("TEXTS has at least 40 kaomoji in each list", () => {
  for (const [list, { length }] of Object.entries(TEXTS.kaomoji)) {
    assertGreaterOrEqual(length, 40, `kaomoji/${list} has ${length}, and must begin with at least 40`);
  }
});

Deno.test("TEXTS has the 20 answers of the 8 ball: 10 yes, 5 perhaps, 5 no", () => {
  const answers = TEXTS.string["8ball"]!;
  const count = (expected: string) => answers.filter(({ sentiment }) => sentiment === expected).length;
  assertEquals([answers.length, count("positive"), count("neutral"), count("negative")], [20, 10, 5, 5]);
});

Deno.test("TEXTS has at least 12 videos with an id, a URL and a title", () => {
  for (const videos of Object.values(TEXTS["yt-video"])) {
    assertGreaterOrEqual(videos.length, 12);
    for (const { id, url } of videos) {
      assertMatch(id, /^[\w-]{11}$/);
      assertEquals(url, `https://www.youtube.com/watch?v=${id}`);
    }
  }
});

Deno.test("ITEM_DESCRIPTIONS describes the items of every kind", () => {
  const describe = (kind: AnimalKind) => toAnimalItem({ kind, id: "io1dwf90" }, { origin: "http://x" });
  const animals = Object.fromEntries(ANIMALS.map((kind) => [kind, [describe(kind)]]));
  for (const [category, kinds] of Object.entries({ ...TEXTS, animals })) {
    // Strict, so that a field without a description is an error.
    const schema = ITEM_DESCRIPTIONS[category as keyof typeof ITEM_DESCRIPTIONS].schema(z).strict();
    for (const item of Object.values(kinds).flat()) schema.parse(item);
  }
});
