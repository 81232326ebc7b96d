import { assertEquals } from "@std/assert";
import { type Kind, KINDS, TRAITS } from "@pawkit/animals";
import { type Look } from "@/lib/meet/look.ts";
import { type Address } from "@/lib/meet/names.ts";
import { Pictures, toPicture } from "@/lib/meet/pictures.ts";
import type { Work } from "@/lib/work/work.ts";
import { startApp } from "@/tests/support/app.ts";

/** Every trait of any kind, and every kind that has it. */
const NAMES = [...new Set(KINDS.flatMap((kind) => Object.keys(TRAITS[kind])))];

Deno.test("every word of a trait works alone for each kind that has it, and is a 400 for the others", async () => {
  await using app = await startApp();
  const ask = async (kind: Kind, name: string, word: string) =>
    (await app.fetch(`/${kind}/Ada.json?${name}=${word}`)).json();
  for (const kind of KINDS) {
    for (
      const [name, word] of Object.entries(TRAITS[kind]).flatMap(([name, words]) => words.map((word) => [name, word]))
    ) {
      const { item, message } = await ask(kind, name!, word!);
      assertEquals([kind, name, item?.traits[name!].replaceAll(" ", "-")], [kind, name, word], message);
    }
    for (const name of NAMES.filter((name) => TRAITS[kind][name] === undefined)) {
      const other = KINDS.find((each) => TRAITS[each][name] !== undefined)!;
      const { status, details } = await ask(kind, name, TRAITS[other][name]![0]!);
      assertEquals([status, details.parameter], [400, name]);
    }
  }
});

Deno.test("a trait that one member lacks is a 400 in every form, and its error names the trait", async () => {
  await using app = await startApp();
  for (const form of ["json", "svg", "png", "txt"]) {
    const response = await app.fetch(`/cat/Ada,fish:Bo.${form}?wears=scarf`);
    const { code, details } = await response.json();
    assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", "wears"]);
  }
  const { items } = await (await app.fetch("/cat/Ada,dog:Bo.json?wears=scarf")).json();
  assertEquals(items.map(({ traits }: { traits: { wears: string } }) => traits.wears), ["scarf", "scarf"]);
});

Deno.test("what does not apply to a form is ignored, and the bytes are the same", async () => {
  await using app = await startApp();
  const pairs = {
    "/cat/Ada.png": "columns=20&motion=on",
    "/cat/Ada.svg": "columns=20&colors=none&size=100",
    "/cat/Ada,Ben.svg": "motion=on",
    "/cat/Ada.txt": "motion=on&format=png",
    "/cat/Ada.jpg": "motion=on&seed=1",
  };
  for (const [path, query] of Object.entries(pairs)) {
    const [one, other] = await Promise.all(
      [path, `${path}?${query}`].map(async (each) => (await app.fetch(each)).text()),
    );
    assertEquals(one === other, true, path);
  }
});

/** The width and height of a picture of this many cats. */
function sizeOf(count: number, look: Look = {}): [number, number] {
  const animals = Array.from({ length: count }, () => ({ kind: "cat" as Kind, names: ["Ada"] as const }));
  const { width, height } = toPicture({ kind: "cat", animals, form: "png" } satisfies Address, look);
  return [width, height];
}

Deno.test("a group is in rows of at most four, and a card has always the same size", () => {
  assertEquals(sizeOf(1), [512, 512]);
  assertEquals([2, 3, 4].map((count) => sizeOf(count)), [[512, 256], [768, 256], [1024, 256]]);
  for (let count = 5; count <= 12; count++) {
    const [columns, rows] = sizeOf(count, { size: 16 }).map((pixels) => pixels / 16) as [number, number];
    assertEquals([columns <= 4, columns * rows >= count, columns * (rows - 1) < count], [true, true, true]);
  }
  for (const count of [1, 2, 12]) assertEquals(sizeOf(count, { view: "card", size: 200 }), [1200, 630]);
});

Deno.test("GET /{kind}/{name}.png has the pixels that its JSON states", async () => {
  await using app = await startApp();
  for (const query of ["", "?size=16", "?view=face&size=99", "?view=card"]) {
    const { item } = await (await app.fetch(`/fox/Ada.json${query}`)).json();
    const png = new DataView(await (await app.fetch(new URL(item.url).pathname + query)).arrayBuffer());
    assertEquals([item.width, item.height], [png.getUint32(16), png.getUint32(20)]);
  }
});

Deno.test("Pictures.draw() asks its cache again when the drawing has its place", async () => {
  const jobs: unknown[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const draw: Work["draw"] = (_client, _signal, job, find) => {
    const drawn = turn.then(() => find?.() ?? new Uint8Array(jobs.push(job)));
    turn = drawn;
    return drawn;
  };
  const pictures = new Pictures({ draw } as Work, false);
  const ctx = { req: new Request("http://localhost/"), state: { client: "a" } } as Parameters<Pictures["draw"]>[0];
  const waits = [1, 2].map(() => pictures.draw(ctx, "key", () => ({ svg: "", width: 1, format: "png" })));
  const [one, other] = await Promise.all(waits);
  assertEquals([jobs.length, one === other], [1, true]);
});
