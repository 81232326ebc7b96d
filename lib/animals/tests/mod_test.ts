import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotEquals,
  assertObjectMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { planAnimal, toAnimalId, toChildId } from "../animal.ts";
import {
  AnimalError,
  type AnimalOptions,
  describeAnimal,
  drawAnimal,
  drawGroup,
  drawSign,
  KINDS,
  MAX_NAME_CHARACTERS,
  SCENES,
  tidyName,
  TRAITS,
} from "../mod.ts";
import { normalizeName } from "../name.ts";

Deno.test("KINDS has the kinds of the service", () => {
  assertEquals(KINDS, ["cat", "dog", "fox", "fish", "alpaca", "bird"]);
});

Deno.test("drawAnimal() draws the animal of a name, however it is written", () => {
  for (const kind of KINDS) {
    const { alt, draw } = planAnimal(kind, toAnimalId(kind, normalizeName("Ada")))!;
    assertEquals(["Ada", " ada", "A\u200bDA"].map((name) => drawAnimal(kind, name)), Array(3).fill(draw()));
    assertEquals(describeAnimal(kind, "Ada").alt, alt);
  }
});

Deno.test("drawAnimal() draws the child of two names, whatever their order", () => {
  const ids = ["ada", "grace"].map((name) => toAnimalId("fox", name)) as [string, string];
  const { alt, draw } = planAnimal("fox", toChildId(...ids))!;
  assertEquals(drawAnimal("fox", ["Ada", "Grace"]), draw());
  assertEquals(drawAnimal("fox", ["grace ", "ADA"]), draw());
  assertEquals(describeAnimal("fox", ["Ada", "Grace"]).alt, alt);
  assertEquals(drawAnimal("fox", ["Ada", "ada"]), drawAnimal("fox", "Ada"));
  assertNotEquals(drawAnimal("fox", "Ada+Grace"), draw());
});

Deno.test("drawAnimal() reads options as a URL has them", () => {
  const id = toAnimalId("bird", "ada");
  const draw = (options: AnimalOptions) => drawAnimal("bird", "Ada", options);
  assertEquals(draw({ view: "face", radius: 64 }), planAnimal("bird", id, { view: "face", radius: 64 })!.draw());
  assertEquals(draw({ view: "full", background: undefined, radius: undefined }), drawAnimal("bird", "Ada"));
  assertEquals(draw({ background: "none" }), planAnimal("bird", id, { background: "none" })!.draw());
  assertEquals(draw({ radius: "max" }), planAnimal("bird", id, { radius: 256 })!.draw());
  assertEquals(draw({ radius: 2048 }), draw({ radius: "max" }));
  assertEquals(draw({ background: "#F80" }), planAnimal("bird", id, { background: "ff8800" })!.draw());
  assertEquals(draw({ motion: "on" }), planAnimal("bird", id, { motion: true })!.draw());
  const traits = { coat: "red", wears: "party hat" };
  assertEquals(draw({ coat: "red", wears: "party-hat", pose: undefined }), planAnimal("bird", id, { traits })!.draw());
  assertEquals(describeAnimal("bird", "Ada", traits).traits.wears, "party hat");
  assertStringIncludes(describeAnimal("bird", "Ada", { view: "face" }).alt, "the face of ");
});

Deno.test("drawAnimal() and describeAnimal() explain what is wrong", () => {
  const fails = (args: readonly unknown[], option: string, requirement: string, rest: object = {}) => {
    for (const each of [drawAnimal, describeAnimal]) {
      const error = assertThrows(() => Reflect.apply(each, undefined, args), AnimalError);
      assertInstanceOf(error, RangeError);
      assertEquals(error.option, option);
      assertStringIncludes(error.message, `Cannot read "${option}": must be ${requirement}`);
      assertObjectMatch({ ...error }, { ...rest });
    }
  };
  for (const kind of ["cow", "Cat", "constructor", "", undefined, null, 5, ["cat"]]) {
    fails([kind, "Ada"], "kind", "one of cat, dog, fox, fish, alpaca, bird, got ", { allowed: KINDS });
  }
  for (const name of [[], ["Ada", "Grace", "Zoe"]]) fails(["cat", name], "name", "one name or those of two parents");
  for (const view of ["preview", "", null]) fails(["cat", "Ada", { view }], "view", "one of full, face, card, got ");
  for (const radius of [0, 2049, 1.5, NaN, "64", "", null]) {
    const range = { min: 1, max: 2048, allowed: ["max"] };
    fails(["cat", "Ada", { radius }], "radius", 'a whole number from 1 to 2048 or "max", got ', range);
  }
  for (const background of ["teal", "ff88", "mint-teal", "", 5, null]) {
    fails(["cat", "Ada", { background }], "background", "one of none, RRGGBB, RRGGBB-RRGGBB, ");
  }
  fails(["fish", "Ada", { background: "mint" }], "background", 'one of none, RRGGBB, RRGGBB-RRGGBB, got "mint"');
  for (const motion of ["", true, null]) fails(["cat", "Ada", { motion }], "motion", "one of on, off, got ");
  for (const coat of ["teal", "", "Ginger", 5, null]) {
    fails(["cat", "Ada", { coat }], "coat", "one of ", { allowed: TRAITS.cat.coat });
  }
  for (const name of ["size", "fins", "constructor"]) {
    fails(["cat", "Ada", { [name]: "x" }], name, "absent, because the traits of a cat are coat, ");
  }
  const clash = { pose: "sleeping", mood: "winking" };
  fails(["cat", "Ada", clash], "pose", 'absent next to mood=winking, because they exclude each other, got "sleeping"');
});

Deno.test("tidyName() returns a name as it is shown, and explains what is wrong", () => {
  assertEquals(tidyName("  Ada \u200b Lovelace "), "Ada Lovelace");
  for (const name of ["", " ", "\u200b", "a".repeat(65), undefined, 7, {}]) {
    const error = assertThrows(() => Reflect.apply(tidyName, undefined, [name]), AnimalError);
    assertEquals([error.option, error.min, error.max], ["name", 1, MAX_NAME_CHARACTERS]);
    assertThrows(() => Reflect.apply(drawAnimal, undefined, ["cat", ["Ada", name]]), AnimalError);
  }
});

Deno.test("describeAnimal() says which trait of a child comes from whom", () => {
  const { traits, parents } = describeAnimal("cat", ["Ada", "Grace"]);
  assertEquals(parents!.map(({ name }) => name), ["Ada", "Grace"]);
  for (const parent of parents!) {
    const own = describeAnimal("cat", parent.name).traits;
    for (const trait of parent.traits) assertEquals(traits[trait], own[trait]);
  }
  assert(parents!.every(({ traits }) => traits.length > 0));
  assertEquals(describeAnimal("cat", ["Ada", "ada "]).parents, undefined);
});

Deno.test("drawGroup() draws rows of at most four, or a card", () => {
  const members = Array.from({ length: 5 }, (_, i) => ({ kind: KINDS[i]!, name: `Ada ${i}` }));
  const group = drawGroup(members, { background: "none", radius: 40 });
  assertStringIncludes(group, 'viewBox="0 0 768 512"');
  assertEquals(group.match(/<title>/g)!.length, 6);
  assertStringIncludes(group, 'rx="40"');
  assertStringIncludes(
    group,
    members.map(({ kind, name }) => {
      return describeAnimal(kind, name, { background: "none" }).alt;
    }).join("; "),
  );
  assertStringIncludes(drawGroup(members, { view: "card" }), 'viewBox="0 0 1200 630"');
  assertStringIncludes(drawGroup([{ kind: "cat", name: ["Ada", "Grace"] }]), 'viewBox="0 0 256 256"');
  assertEquals(assertThrows(() => drawGroup(members, { ears: "long" }), AnimalError).option, "ears");
  assertEquals(assertThrows(() => drawGroup([]), AnimalError).option, "name");
});

Deno.test("drawSign() draws a status with its reason, or an error with its message", () => {
  assertStringIncludes(drawSign({ status: 404, title: "Not Found" }), "<title>404 Not Found</title>");
  const error = drawSign({ status: 400, title: "invalid_parameter", message: "Cannot read <x>" });
  assertStringIncludes(error, "<title>400 invalid_parameter: Cannot read &lt;x&gt;</title>");
});

Deno.test("TRAITS and SCENES have the words of addresses", () => {
  for (const kind of KINDS) {
    for (const [trait, words] of Object.entries(TRAITS[kind])) {
      const described = words.map((word) => describeAnimal(kind, "Ada", { [trait]: word }).traits[trait]);
      assertEquals(described.map((word) => word!.replaceAll(" ", "-")), words);
    }
  }
  for (const background of SCENES) describeAnimal("cat", "Ada", { background });
});

Deno.test("drawAnimal() counts the characters of a name as people do", () => {
  assertStringIncludes(drawAnimal("cat", ` ${"🐈".repeat(64)} `), "<svg");
});
