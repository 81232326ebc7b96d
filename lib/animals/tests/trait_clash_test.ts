import { assertEquals, assertThrows } from "@std/assert";
import { type AnimalKind, ANIMALS, findTraitClash, planAnimal, toAnimalId, TRAITS } from "../animal.ts";
import type { GivenTraits } from "../traits.ts";

// Several given traits: they go together, or two of them exclude each other.

/** Animals that are awake, asleep, with hats, with glasses, plain and patterned. */
const IDS = new Map(ANIMALS.map((kind) => [kind, Array.from({ length: 40 }, (_, i) => toAnimalId(kind, `name ${i}`))]));

/** Plans several animals with given traits, and checks that they have them. */
function assertGoTogether(kind: AnimalKind, given: GivenTraits, ids: readonly string[]): void {
  for (const id of ids) {
    const { traits } = planAnimal(kind, id, { traits: given })!;
    assertEquals({ ...traits, ...given }, traits, `${kind} ${id}`);
  }
}

Deno.test("findTraitClash() names both of two traits, and every other pair goes together on every animal", () => {
  for (const kind of ANIMALS) {
    const names = Object.keys(TRAITS[kind]);
    const ids = IDS.get(kind)!;
    let turn = 0;
    for (const name of names) {
      for (const other of names.slice(names.indexOf(name) + 1)) {
        for (const value of TRAITS[kind][name]!) {
          for (const otherValue of TRAITS[kind][other]!) {
            const given = { [name]: value, [other]: otherValue };
            const clash = findTraitClash(kind, given);
            const start = turn++ % (ids.length - 3);
            if (clash === undefined) assertGoTogether(kind, given, ids.slice(start, start + 3));
            else {
              assertEquals([...clash].sort(), [name, other].sort());
              assertThrows(() => planAnimal(kind, ids[start]!, { traits: given }), RangeError, "exclude each other");
            }
          }
        }
      }
    }
  }
});

Deno.test("findTraitClash() knows what excludes each other", () => {
  assertEquals(findTraitClash("cat", { pose: "sleeping", mood: "winking" })?.toSorted(), ["mood", "pose"]);
  assertEquals(findTraitClash("cat", { mood: "peaceful", pose: "sitting" })?.toSorted(), ["mood", "pose"]);
  assertEquals(findTraitClash("dog", { wears: "glasses", mood: "dreaming" })?.toSorted(), ["mood", "wears"]);
  assertEquals(findTraitClash("fox", { coat: "arctic", pattern: "speckled" })?.toSorted(), ["coat", "pattern"]);
  assertEquals(findTraitClash("alpaca", { mood: "peaceful", pattern: "dark-legged" })?.toSorted(), ["mood", "pattern"]);
  assertEquals(findTraitClash("bird", { crest: "crested", wears: "crown" })?.toSorted(), ["crest", "wears"]);
  assertEquals(findTraitClash("cat", { pose: "sleeping", mood: "peaceful", wears: "nightcap" }), undefined);
  for (const kind of ANIMALS) assertEquals(findTraitClash(kind, {}), undefined);
});
