import { assert, assertEquals, assertLess } from "@std/assert";
import { pick, pickBelow, type Random, seedRandom, toWeightedChoices } from "../random.ts";
import { bound, chiSquare, tally } from "./chi_square.ts";

function take(random: Random, count: number): number[] {
  return Array.from({ length: count }, random);
}

Deno.test("seedRandom() returns the same numbers on every machine", () => {
  // Computed by another program (sfc32 and the hash written in Python).
  assertEquals(take(seedRandom(""), 5), [1248815933, 3320854981, 3274445465, 1314074680, 1482990623]);
  assertEquals(take(seedRandom("paw"), 5), [3250532261, 1952963503, 2405679625, 3610731096, 3476558105]);
  assertEquals(take(seedRandom("kaomoji", "cat", "ねこ"), 5), [
    673533926,
    1931338320,
    3028239862,
    3297686969,
    185318007,
  ]);
});

Deno.test("pickBelow() picks each number equally often, from one seed and from consecutive seeds", () => {
  for (const size of [2, 6, 12, 20, 47]) {
    const random = seedRandom(`uniform ${size}`);
    assertLess(chiSquare(tally(size, 40_000, () => pickBelow(random, size))), bound(size));
    const counts = tally(size, 40_000, (i) => pickBelow(seedRandom(`animals/cat/${i}`), size));
    assertLess(chiSquare(counts), bound(size));
  }
});

Deno.test("pick() picks every choice", () => {
  const random = seedRandom("pick");
  const picked = new Set(Array.from({ length: 100 }, () => pick(random, ["a", "b", "c"])));
  assert(picked.size === 3);
});

Deno.test("toWeightedChoices() has the first choice as often as all others together", () => {
  assertEquals(toWeightedChoices(["a", "b", "c"]), ["a", "a", "b", "c"]);
});
