import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { z } from "zod";
import { createContent } from "@/lib/content/mod.ts";
import { type Picker, toItem, toPicker } from "@/lib/content/picker.ts";
import { type Category, ITEM_DESCRIPTIONS, kindsOf, TEXTS } from "@/lib/content/categories.ts";
import { seedRandom } from "@/lib/content/random.ts";
import { render } from "./render.ts";

/** Picks all items of a list, or many if it has no end. */
function pickAll(picker: Picker): Record<string, string>[] {
  const picked = picker.pick(seedRandom("all"), { origin: "http://x", count: 200 }).map(({ json }) => json);
  return [...new Set(picked)].map((json) => JSON.parse(json));
}

function assertClean(texts: readonly string[]): void {
  assertEquals(new Set(texts.map((text) => text.normalize("NFC"))).size, texts.length, "no duplicates");
  for (const text of texts) {
    assert(text !== "" && text === text.trim(), `"${text}" is empty or has blanks around it`);
    assertMatch(text, /^[^\p{Cc}]+$/u);
  }
}

Deno.test("TEXTS has at least 40 different kaomoji of each kind", () => {
  for (const picker of TEXTS.kaomoji.values()) {
    const texts = pickAll(picker).map(({ text }) => text!);
    assertGreaterOrEqual(texts.length, 40);
    assertClean(texts);
  }
});

Deno.test("TEXTS has the 20 answers of the 8 ball: 10 yes, 5 perhaps, 5 no", () => {
  const answers = pickAll(TEXTS.string.get("8ball")!);
  assertClean(answers.map(({ text }) => text!));
  const count = (expected: string) => answers.filter(({ sentiment }) => sentiment === expected).length;
  assertEquals([answers.length, count("positive"), count("neutral"), count("negative")], [20, 10, 5, 5]);
});

Deno.test("TEXTS has at least 12 different videos with an id, a URL and a title", () => {
  for (const picker of TEXTS["yt-video"].values()) {
    const videos = pickAll(picker);
    assertGreaterOrEqual(videos.length, 12);
    assertClean(videos.map(({ title }) => title!));
    for (const { id, url } of videos) {
      assertMatch(id!, /^[\w-]{11}$/);
      assertEquals(url, `https://www.youtube.com/watch?v=${id}`);
    }
  }
});

Deno.test("ITEM_DESCRIPTIONS describes the items of every kind", async () => {
  const { pickers } = await createContent({ folder: undefined, warn: () => {}, render });
  for (const category of Object.keys(pickers) as Category[]) {
    assertEquals(kindsOf(category), [...pickers[category].keys()]);
    // Strict, so that a field without a description is an error.
    const schema = ITEM_DESCRIPTIONS[category].schema(z).strict();
    for (const picker of pickers[category].values()) {
      const { fields, bytes } = picker.pick(seedRandom("bytes"), { origin: "http://x" })[0]!;
      assertEquals(bytes, new TextEncoder().encode(fields).length);
      for (const item of pickAll(picker)) schema.parse(item);
    }
  }
});

Deno.test("toPicker() creates items with the origin of the request", () => {
  const picker = toPicker(["a"], (name, base) => toItem({ url: `${base}/${name}` }));
  assertEquals(picker.pick(seedRandom(""), { origin: "http://x" }), [{
    message: "http://x/a",
    json: '{"url":"http://x/a"}',
    fields: '"message":"http://x/a","item":{"url":"http://x/a"}',
    bytes: 50,
  }]);
  assertEquals(picker.pick(seedRandom(""), { origin: "http://x", count: 3 }).length, 3);
});
