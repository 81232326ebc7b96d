import { assert, assertEquals } from "@std/assert";
import { TRAITS } from "@pawkit/animals";
import { DEFAULT_VARIANT, type PictureVariant, toQuery } from "@/lib/content/drawings/variant.ts";
import {
  findOpened,
  listChoices,
  listDressable,
  toOpenQuery,
  toOtherKind,
  toPageVariant,
} from "@/lib/page/animal/dress_up.ts";

const DRESSED: PictureVariant = {
  ...DEFAULT_VARIANT,
  view: "face",
  background: "mint-hearts",
  traits: { pose: "sitting", wears: "woolly hat" },
};

/** Returns the labels of the choices that are marked. */
function currentOf(name: string, variant: PictureVariant): string[] {
  return listChoices("cat", name, variant).filter(({ isCurrent }) => isCurrent).map(({ label }) => label);
}

Deno.test("findOpened() returns the last trait or background in a query, also if it is empty", () => {
  const find = (query: string) => findOpened(new URLSearchParams(query), "cat");
  assertEquals(find(""), undefined);
  assertEquals(find("size=64&view=face&fins=long&constructor=1"), undefined);
  assertEquals(find("wears="), "wears");
  assertEquals(find("wears=crown&coat=grey&size=64"), "coat");
  assertEquals(find("wears=crown&background=mint"), "background");
  assertEquals(find("wears=crown&background="), "background");
  for (const option of ["none", "ffd166", "FFD166"]) assertEquals(find(`wears=crown&background=${option}`), "wears");
});

Deno.test("toOpenQuery() puts the trait at the end of the query and keeps the rest", () => {
  assertEquals(toOpenQuery("coat", DEFAULT_VARIANT), "?coat=");
  assertEquals(toOpenQuery("wears", DRESSED), "?view=face&background=mint-hearts&pose=sitting&wears=woolly-hat");
  assertEquals(toOpenQuery("pose", DRESSED), "?view=face&background=mint-hearts&wears=woolly-hat&pose=sitting");
  assertEquals(toOpenQuery("background", DRESSED), "?view=face&pose=sitting&wears=woolly-hat&background=mint-hearts");
  assertEquals(toQuery(DEFAULT_VARIANT), "");
});

Deno.test("listChoices() begins with what the name says, then has all values of the kind", () => {
  for (const kind of ["cat", "fish"] as const) {
    for (const name of listDressable(kind).filter((name) => name !== "background")) {
      const [first, ...others] = listChoices(kind, name, DEFAULT_VARIANT);
      assertEquals([first?.label, first?.query, first?.isCurrent], ["as the name says", `?${name}=`, true]);
      assertEquals(others.map(({ label }) => label), TRAITS[kind][name]);
      assertEquals(others.filter(({ isCurrent }) => isCurrent), []);
      assertEquals(others.map(({ label, variant }) => variant.traits?.[name] === label).includes(false), false);
    }
  }
});

Deno.test("listChoices() marks what the address has", () => {
  assertEquals(currentOf("wears", DRESSED), ["woolly hat"]);
  assertEquals(currentOf("coat", DRESSED), ["as the name says"]);
  assertEquals(currentOf("background", DRESSED), ["mint", "hearts"]);
  assertEquals(currentOf("background", { ...DRESSED, background: "123456" }), []);
});

Deno.test("listChoices() leaves given traits that exclude a choice to the name", () => {
  const given = { ...DEFAULT_VARIANT, traits: { coat: "grey", mood: "winking" } };
  const choices = new Map(listChoices("cat", "pose", given).map(({ label, query }) => [label, query]));
  assertEquals(choices.get("sitting"), "?coat=grey&mood=winking&pose=sitting");
  assertEquals(choices.get("sleeping"), "?coat=grey&pose=sleeping");
  assertEquals(choices.get("as the name says"), "?coat=grey&mood=winking&pose=");
});

Deno.test("listChoices() joins a colour and a decoration of backgrounds, and nothing else", () => {
  const queryOf = (label: string, background: string) => {
    const choices = listChoices("cat", "background", { ...DEFAULT_VARIANT, background });
    return choices.find((choice) => choice.label === label)?.query;
  };
  assertEquals(queryOf("hearts", "sky-blue"), "?background=sky-blue-hearts");
  assertEquals(queryOf("sky blue", "hearts"), "?background=sky-blue-hearts");
  assertEquals(queryOf("rose", "mint-hearts"), "?background=rose-hearts");
  for (const background of ["none", "ff8800", "ff8800-0088ff"]) {
    assertEquals(queryOf("hearts", background), "?background=hearts");
  }
  const labels = listChoices("fish", "background", DEFAULT_VARIANT).map(({ label }) => label);
  assertEquals(labels, ["as the name says", "two colours"]);
});

Deno.test("toPageVariant() shows all of the animal instead of a preview", () => {
  const preview = { type: "png", size: 1200, view: "preview", traits: { coat: "grey" } } as const;
  assertEquals(toPageVariant(preview), { ...DEFAULT_VARIANT, view: "full", traits: { coat: "grey" } });
  assert(toPageVariant(DRESSED) === DRESSED);
});

Deno.test("toOtherKind() keeps what the other kind has, too", () => {
  const variant = { ...DEFAULT_VARIANT, size: 64, view: "face", background: "mint-hearts", radius: Infinity } as const;
  const dressed = { ...variant, traits: { wears: "crown", ears: "tufted" } };
  assertEquals(toQuery(toOtherKind(dressed, "cat")), toQuery(dressed));
  // Fish have no scenes, and no dog has tufted ears.
  assertEquals(toQuery(toOtherKind(dressed, "dog")), toQuery({ ...variant, traits: { wears: "crown" } }));
  const { background: _, ...frame } = variant;
  assertEquals(toQuery(toOtherKind({ ...variant, traits: {} }, "fish")), toQuery(frame));
  const coloured = { ...frame, background: "ff0000" };
  assertEquals(toQuery(toOtherKind(coloured, "fish")), toQuery(coloured));
});
