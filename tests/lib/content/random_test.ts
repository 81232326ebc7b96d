import { assert, assertEquals, assertLess } from "@std/assert";
import { pick, pickBelow, pickDistinct, type Random, seedRandom, unseededRandom } from "@/lib/content/random.ts";

function take(random: Random, count: number): number[] {
  return Array.from({ length: count }, random);
}

/** Pearson's chi-squared statistic of the counts: about k − 1 for k cells, and rarely above the bound. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The value that is exceeded by chance once in ten thousand times (Wilson and Hilferty's approximation). */
function bound(cells: number): number {
  const k = cells - 1;
  return k * (1 - 2 / (9 * k) + 3.719 * Math.sqrt(2 / (9 * k))) ** 3;
}

function tally(size: number, picks: number, pick: (i: number) => number): number[] {
  const counts = Array<number>(size).fill(0);
  for (let i = 0; i < picks; i++) counts[pick(i)]!++;
  return counts;
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

Deno.test("pickBelow() picks each number equally often without a seed", () => {
  // One of three attempts must pass: a false alarm in ten thousand runs would be too many.
  const tries = [1, 2, 3].map(() => chiSquare(tally(20, 20_000, () => pickBelow(unseededRandom, 20))));
  assertLess(Math.min(...tries), bound(20));
});

const NUMBERS = Array.from({ length: 20 }, (_, index) => index);

Deno.test("pickDistinct() begins with the entry of pick(), and repeats none before each was picked", () => {
  for (let seed = 0; seed < 200; seed++) {
    const picked = pickDistinct(seedRandom(`${seed}`), NUMBERS, 50);
    assertEquals(picked[0], pick(seedRandom(`${seed}`), NUMBERS));
    const rounds = [picked.slice(0, 20), picked.slice(20, 40), picked.slice(40)];
    assertEquals(rounds.map((round) => new Set(round).size), [20, 20, 10]);
  }
});

Deno.test("pickDistinct() puts each entry equally often at each position", () => {
  const random = seedRandom("places");
  const positions = Array.from({ length: 5 }, () => Array<number>(5).fill(0));
  for (let i = 0; i < 20_000; i++) {
    pickDistinct(random, NUMBERS.slice(0, 5), 5).forEach((value, position) => positions[position]![value]!++);
  }
  for (const counts of positions) assertLess(chiSquare(counts), bound(5));
});

Deno.test("pick() picks every choice", () => {
  const random = seedRandom("pick");
  const picked = new Set(Array.from({ length: 100 }, () => pick(random, ["a", "b", "c"])));
  assert(picked.size === 3);
});
