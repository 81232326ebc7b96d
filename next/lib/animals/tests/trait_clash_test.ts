import { assert, assertEquals, assertThrows } from "@std/assert";
import { type AnimalKind, ANIMALS, findTraitClash, planAnimal, toAnimalId, TRAITS } from "../animal.ts";
import { pick, pickBelow, seedRandom } from "../random.ts";
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

Deno.test("findTraitClash() does not depend on the order in which traits are given", () => {
  const random = seedRandom("orders");
  for (const kind of ANIMALS) {
    for (let i = 0; i < 300; i++) {
      const given = pickTraits(kind, random, 4);
      const reversed = Object.fromEntries(Object.entries(given).reverse());
      const isClash = findTraitClash(kind, given) !== undefined;
      assertEquals(findTraitClash(kind, reversed) !== undefined, isClash, JSON.stringify(given));
      if (isClash) continue;
      const [id] = IDS.get(kind)!;
      assertEquals(planAnimal(kind, id!, { traits: reversed })!.alt, planAnimal(kind, id!, { traits: given })!.alt);
    }
  }
});

Deno.test("planAnimal() accepts any number of traits among which no two clash", () => {
  const random = seedRandom("triples");
  for (const kind of ANIMALS) {
    const ids = IDS.get(kind)!;
    let accepted = 0;
    for (let i = 0; i < 1_500; i++) {
      const given = pickTraits(kind, random, i % 3 === 0 ? 3 : 2 + pickBelow(random, 9));
      if (findTraitClash(kind, given) !== undefined) continue;
      accepted++;
      assertGoTogether(kind, given, [pick(random, ids), pick(random, ids)]);
    }
    assert(accepted > 100, `${kind} ${accepted}`);
  }
});

/** Picks values of some traits at random. */
function pickTraits(kind: AnimalKind, random: () => number, count: number): GivenTraits {
  const names = Object.keys(TRAITS[kind]).map((name) => [random(), name] as const).sort(([a], [b]) => a - b);
  return Object.fromEntries(names.slice(0, count).map(([, name]) => [name, pick(random, TRAITS[kind][name]!)]));
}

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

Deno.test("planAnimal() accepts the traits of another animal of its kind", () => {
  for (const kind of ANIMALS) {
    const ids = IDS.get(kind)!;
    for (const [i, id] of ids.entries()) {
      const { traits } = planAnimal(kind, id)!;
      assertEquals(findTraitClash(kind, traits), undefined, `${kind} ${id}`);
      assertEquals(planAnimal(kind, ids.at(i - 1)!, { traits })!.traits, traits);
    }
  }
});
