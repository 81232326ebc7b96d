import { assert, assertEquals } from "@std/assert";
import { ANIMALS, planAnimal, toAnimalId, toChildId, TRAITS } from "../animal.ts";

/** The traits that everybody sees. */
const VISIBLE = ["coat", "pattern", "pose", "mood", "wears"];

/** Three hundred pairs of each kind. */
const PAIRS = ANIMALS.flatMap((kind) =>
  Array.from({ length: 300 }, (_, i) => {
    const ids = [`mother ${i}`, `father ${i}`].map((name) => toAnimalId(kind, name)) as [string, string];
    return { kind, ids, childId: toChildId(...ids) };
  })
);

Deno.test("planAnimal() gives a child every trait of one of its parents, and something visible of both", () => {
  for (const { kind, ids, childId } of PAIRS) {
    const { traits, alt } = planAnimal(kind, childId)!;
    const [mother, father] = ids.map((id) => planAnimal(kind, id)!.traits) as [typeof traits, typeof traits];
    for (const name of Object.keys(TRAITS[kind])) {
      assert([mother[name], father[name]].includes(traits[name]), `${kind} ${childId} ${name}: ${alt}`);
    }
    const different = VISIBLE.filter((name) => mother[name] !== father[name]);
    // Of one that sleeps and one that is awake, pose and mood go together only from the same one.
    if (different.length < 2 || different.join() === "pose,mood") continue;
    for (const parent of [mother, father]) {
      assert(different.some((name) => traits[name] === parent[name]), `${kind} ${childId}: ${alt}`);
    }
  }
});

Deno.test("planAnimal() refuses no single trait for a child", () => {
  for (const [i, { kind, childId }] of PAIRS.entries()) {
    for (const [name, values] of Object.entries(TRAITS[kind])) {
      const value = values[i % values.length]!;
      assertEquals(planAnimal(kind, childId, { traits: { [name]: value } })!.traits[name], value);
    }
  }
});
