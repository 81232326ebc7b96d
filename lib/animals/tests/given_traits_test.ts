import { assert, assertEquals } from "@std/assert";
import { type AnimalKind, ANIMALS, planAnimal, toAnimalId, TRAITS } from "../animal.ts";
import { SLEEPING_MOODS } from "../face.ts";
import { ALPACAS } from "../alpaca.ts";
import { BIRDS } from "../bird.ts";
import { CATS } from "../cat.ts";
import { DOGS } from "../dog.ts";
import { FISH } from "../fish.ts";
import { FOXES } from "../fox.ts";
import { type CommonTraits, type GivenTraits, settle } from "../traits.ts";

// One given trait: no name refuses it, and no more than necessary changes.

const NAMES = 2_000;

const RULED = { cat: CATS, dog: DOGS, fox: FOXES, fish: FISH, alpaca: ALPACAS, bird: BIRDS };

/** An animal of each name as the name says. */
const OWN = new Map(ANIMALS.map((kind) => {
  return [kind, Array.from({ length: NAMES }, (_, i) => plan(kind, toAnimalId(kind, `name ${i}`)))];
}));

function plan(kind: AnimalKind, id: string, traits?: GivenTraits) {
  const { alt, traits: own, draw } = planAnimal(kind, id, { traits })!;
  return { id, alt, traits: own, draw };
}

/**
 * Gives every name one value of every trait, and calls back with the animal of the name and the dressed one. The values
 * take turns: all of them for all names would take ten seconds.
 */
function forEachGiven(check: (given: Given) => void, count = NAMES): void {
  for (const kind of ANIMALS) {
    for (const [i, own] of OWN.get(kind)!.slice(0, count).entries()) {
      for (const [name, values] of Object.entries(TRAITS[kind])) {
        const value = values[i % values.length]!;
        const dressed = plan(kind, own.id, { [name]: value });
        check({ kind, name, value, own, dressed, label: `${kind} ${own.id} ${name}=${value}: ${dressed.alt}` });
      }
    }
  }
}

interface Given {
  readonly kind: AnimalKind;
  readonly name: string;
  readonly value: string;
  readonly own: ReturnType<typeof plan>;
  readonly dressed: ReturnType<typeof plan>;
  readonly label: string;
}

Deno.test("settle() finds traits for every value of every trait next to the others of every name", () => {
  for (const kind of ANIMALS) {
    for (const { traits, id } of OWN.get(kind)!) {
      for (const [name, values] of Object.entries(TRAITS[kind])) {
        for (const value of values) {
          const settled = settle(traits as unknown as CommonTraits, { [name]: value }, RULED[kind]);
          assert(settled !== undefined, `${kind} ${id} ${name}=${value}`);
        }
      }
    }
  }
});

Deno.test("planAnimal() gives every name every trait, keeps all rules, and what the contract does not list", () => {
  forEachGiven(({ kind, name, value, own, dressed, label }) => {
    const { traits, alt } = dressed;
    assert(traits[name] === value, label);
    for (const { traits: [first, second], allows } of RULED[kind].rules) {
      assert(allows(traits[first]!, traits[second]!), label);
    }
    const isAsleep = traits.pose === "sleeping";
    assert(SLEEPING_MOODS.some(({ name }) => name === traits.mood) === isAsleep, label);
    assert(!isAsleep || traits.wears !== "glasses", label);
    const changed = Object.keys(traits).filter((each) => each !== name && traits[each] !== own.traits[each]);
    assert(changed.every((each) => CHANGEABLE.includes(each)), label);
    if (value === own.traits[name]) assert(changed.length === 0 && alt === own.alt, label);
    if (name === "wears") assert(!changed.includes("coat") && !changed.includes("pattern"), label);
  });
});

/** What may change because of another trait. */
const CHANGEABLE = ["mood", "pose", "pattern", "coat", "wears", "crest"];

Deno.test("planAnimal() changes only what must change, to the first value of its list that fits", () => {
  const change = (kind: AnimalKind, own: GivenTraits, given: GivenTraits) => {
    const animal = OWN.get(kind)!.find(({ traits }) =>
      Object.entries(own).every(([name, value]) => traits[name] === value)
    )!;
    const { traits } = plan(kind, animal.id, given);
    return Object.fromEntries(Object.entries(traits).filter(([name, value]) => value !== animal.traits[name]));
  };
  const asleep = { pose: "sleeping", wears: "nothing" };
  assertEquals(change("cat", asleep, { pose: "waving" }), { pose: "waving", mood: "cheerful" });
  assertEquals(change("cat", asleep, { mood: "smug" }), { mood: "smug", pose: "sitting" });
  assertEquals(change("cat", asleep, { wears: "scarf" }), { wears: "scarf", mood: "cheerful", pose: "sitting" });
  assertEquals(change("bird", asleep, { wears: "scarf" }), { wears: "scarf" });
  const awake = { pose: "walking", wears: "glasses", mood: "happy" };
  assertEquals(change("dog", awake, { pose: "sleeping" }), { pose: "sleeping", mood: "peaceful", wears: "nothing" });
  assertEquals(change("dog", awake, { mood: "dreaming" }), { mood: "dreaming", pose: "sleeping", wears: "nothing" });
  assertEquals(change("dog", { coat: "white", pattern: "plain" }, { pattern: "two-tone" }), {
    pattern: "two-tone",
    coat: "golden",
  });
  assertEquals(change("cat", { pattern: "tuxedo" }, { coat: "white" }), { coat: "white", pattern: "plain" });
  assertEquals(change("alpaca", { pattern: "dark-legged" }, { pose: "lying" }), { pose: "lying", pattern: "plain" });
  assertEquals(change("alpaca", { pattern: "plain", pose: "lying" }, { pattern: "dark-legged" }), {
    pattern: "dark-legged",
    pose: "standing",
  });
  assertEquals(change("bird", { crest: "tufted" }, { wears: "crown" }), { wears: "crown", crest: "none" });
  assertEquals(change("bird", { wears: "crown" }, { crest: "tufted" }), { crest: "tufted", wears: "nothing" });
});

Deno.test("planAnimal() draws every value of every trait in another way", () => {
  for (const kind of ANIMALS) {
    // Who sleeps has no visible eyes, a hat hides some shapes, and the beak of a bird that sings is always open.
    const { id } = OWN.get(kind)!.find(({ traits }) => {
      return traits.pose === TRAITS[kind].pose![0] && traits.wears === "nothing" && traits.mood === "cheerful";
    })!;
    for (const [name, values] of Object.entries(TRAITS[kind])) {
      const drawings = values.map((value) => plan(kind, id, { [name]: value }).draw());
      assertEquals(new Set(drawings.map(withoutTitle)).size, values.length, `${kind} ${name}`);
    }
  }
});

function withoutTitle(svg: string): string {
  return svg.replace(/<title>.*<\/title>/, "");
}
