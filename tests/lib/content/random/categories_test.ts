import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { z } from "zod";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import { ITEM_DESCRIPTIONS, TEXTS } from "@/lib/content/random/categories.ts";
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

Deno.test("TEXTS has at least 40 kaomoji in each list", () => {
  for (const kaomoji of Object.values(TEXTS.kaomoji)) assertGreaterOrEqual(kaomoji.length, 40);
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
