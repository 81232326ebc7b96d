import { assertEquals, assertNotEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { planAnimal, toAnimalId, toChildId } from "../animal.ts";
import { type AnimalOptions, describeAnimal, drawAnimal, KINDS } from "../named.ts";
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
  const fails = (args: readonly unknown[], error: typeof TypeError | typeof RangeError, message: string) => {
    for (const each of [drawAnimal, describeAnimal]) {
      assertThrows(() => Reflect.apply(each, undefined, args), error, message);
    }
  };
  for (const kind of ["cow", "Cat", "constructor", "", undefined, null, 5, ["cat"]]) {
    fails([kind, "Ada"], RangeError, 'Cannot read "kind": must be cat or dog or fox or fish or alpaca or bird, got ');
  }
  for (const name of ["", " ", "\u200b", "a".repeat(65), ["Ada", ""]]) {
    fails(["cat", name], RangeError, "Cannot read the name: must have 1 to 64 characters, got ");
  }
  for (const name of [undefined, null, 7, {}, ["Ada", 7], [["Ada", "Grace"], "Zoe"]]) {
    fails(["cat", name], TypeError, "Cannot read the name: must be a text, got ");
  }
  for (const name of [[], ["Ada"], ["Ada", "Grace", "Zoe"]]) {
    fails(["cat", name], RangeError, "Cannot read the name: must be one name or an array of two, got ");
  }
  for (const view of ["preview", "", null]) fails(["cat", "Ada", { view }], RangeError, 'Cannot read "view"');
  for (const radius of [0, 2049, 1.5, NaN, "64", "", null]) {
    fails(
      ["cat", "Ada", { radius }],
      RangeError,
      'Cannot read "radius": must be a whole number from 1 to 2048 or "max"',
    );
  }
  for (const background of ["teal", "ff88", "mint-teal", "", 5, null]) {
    fails(["cat", "Ada", { background }], RangeError, 'Cannot read "background": must be none, RRGGBB or ');
  }
  for (const motion of ["off", "", true, null]) fails(["cat", "Ada", { motion }], RangeError, 'Cannot read "motion"');
  fails(["fish", "Ada", { background: "mint" }], RangeError, 'must be none, RRGGBB or RRGGBB-RRGGBB, got "mint"');
  for (const coat of ["teal", "", "Ginger", 5, null]) {
    fails(["cat", "Ada", { coat }], RangeError, 'Cannot read "coat": must be ');
  }
  for (const name of ["size", "fins", "constructor", "__proto__"]) {
    fails(
      ["cat", "Ada", { [name]: "x" }],
      TypeError,
      "Cannot read the options: must be view or radius or background or motion or ",
    );
  }
  const clash = { pose: "sleeping", mood: "winking" };
  fails(["cat", "Ada", clash], RangeError, '"pose" (sleeping) and "mood" (winking) exclude each other');
  fails(["cat", "Ada", "face"], TypeError, "Cannot read the options");
  fails(["cat", "Ada", null], TypeError, "");
});

Deno.test("drawAnimal() counts the characters of a name as people do", () => {
  assertStringIncludes(drawAnimal("cat", ` ${"🐈".repeat(64)} `), "<svg");
});
