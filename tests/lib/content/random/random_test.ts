import { assertEquals, assertLess } from "@std/assert";
import { pick, pickBelow, seedRandom } from "@pawkit/animals";
import { bound, chiSquare, tally } from "@/lib/animals/tests/chi_square.ts";
import { pickDistinct, unseededRandom } from "@/lib/content/random/random.ts";

Deno.test("unseededRandom() returns each number equally often", () => {
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
