import { assertEquals } from "@std/assert";
import { DEFAULT_VARIANT, type PictureVariant, toQuery } from "@/lib/content/drawings/variant.ts";
import { findOwnColour, listOptions } from "@/lib/page/parts/picture_options.ts";

/** Returns the query of each value of an option, by its label. */
function queriesOf(name: string, variant: PictureVariant): Record<string, string> {
  const { values } = listOptions(variant).find((option) => option.name === name)!;
  return Object.fromEntries(values.map(({ label, variant }) => [label, toQuery(variant)]));
}

/** Returns the labels of the values that are marked, one for each option. */
function currentOf(variant: PictureVariant): (string | undefined)[] {
  return listOptions(variant).map(({ values }) =>
    values.filter(({ isCurrent }) => isCurrent).map(({ label }) => label).join()
  );
}

Deno.test("listOptions() marks the values of a picture", () => {
  assertEquals(currentOf(DEFAULT_VARIANT), ["Whole", "Square", "512", "Scene"]);
  const avatar = { ...DEFAULT_VARIANT, view: "face", radius: Infinity, size: 64, background: "none" } as const;
  assertEquals(currentOf(avatar), ["Face", "Circle", "64", "None"]);
  assertEquals(currentOf({ ...avatar, radius: 3, size: 100, background: "ffd166" }), ["Face", "Rounded", "", "yellow"]);
  assertEquals(currentOf({ ...avatar, background: "mint-hearts" }).at(-1), "");
});

Deno.test("listOptions() changes one parameter and keeps the others", () => {
  const variant: PictureVariant = { ...DEFAULT_VARIANT, view: "face", traits: { wears: "crown" } };
  assertEquals(queriesOf("view", variant), { Whole: "?wears=crown", Face: "?view=face&wears=crown" });
  const { Scene, None, yellow } = queriesOf("background", { ...variant, background: "mint" });
  assertEquals([Scene, None, yellow], [
    "?view=face&wears=crown",
    "?view=face&background=none&wears=crown",
    "?view=face&background=ffd166&wears=crown",
  ]);
});

Deno.test("listOptions() has the same corners in every size", () => {
  const rounded = { ...DEFAULT_VARIANT, size: 64, radius: 8 };
  assertEquals(queriesOf("radius", { ...DEFAULT_VARIANT, size: 64 }).Rounded, "?size=64&radius=8");
  assertEquals(queriesOf("radius", { ...rounded, radius: 3 }).Rounded, "?size=64&radius=3");
  assertEquals(queriesOf("size", rounded)["512"], "?radius=64");
  assertEquals(queriesOf("size", rounded)["1024"], "?size=1024&radius=128");
  assertEquals(queriesOf("size", { ...rounded, radius: Infinity })["32"], "?size=32&radius=max");
});

Deno.test("listOptions() has the value of each parameter for a picture of the usual size", () => {
  const values = listOptions({ ...DEFAULT_VARIANT, size: 32 }).map(({ values }) => values.map(({ value }) => value));
  assertEquals(values.slice(0, 3), [["", "face"], ["", "64", "max"], ["32", "64", "128", "256", "", "1024"]]);
});

Deno.test("listOptions() offers only the sizes that a picture can have", () => {
  const [, corners, size] = listOptions(DEFAULT_VARIANT, { max: 256, fallback: 64 });
  assertEquals(size?.values.map(({ label, value }) => [label, value]), [
    ["32", "32"],
    ["64", ""],
    ["128", "128"],
    ["256", "256"],
  ]);
  assertEquals(corners?.values.map(({ value }) => value), ["", "8", "max"]);
});

Deno.test("findOwnColour() returns a colour that is not among the options", () => {
  const find = (background?: string) => findOwnColour({ ...DEFAULT_VARIANT, background });
  assertEquals(find("12ab34"), { value: "12ab34", isChosen: true });
  for (const background of [undefined, "none", "mint", "ffd166", "12ab34-ffffff"]) {
    assertEquals(find(background), { value: "ff8800", isChosen: false });
  }
});
