import { assertEquals } from "@std/assert";
import { PixelBudget } from "@/lib/filters/pixel_budget.ts";

const MEGAPIXEL = 1_000_000;

/** Returns which of the waiting jobs of these sizes may start. */
function check(budget: PixelBudget, ...megapixels: number[]): boolean[] {
  const mayStart = budget.startRound();
  return megapixels.map((each) => mayStart(each * MEGAPIXEL));
}

Deno.test("PixelBudget.startRound() accepts jobs that fit, and a job above the limit alone", () => {
  const budget = new PixelBudget(25 * MEGAPIXEL, 4);
  assertEquals(check(budget, 30, 25), [true, true]);
  budget.take(15 * MEGAPIXEL);
  assertEquals([check(budget, 10), check(budget, 11), check(budget, 30)], [[true], [false], [false]]);
  budget.free(15 * MEGAPIXEL);
  assertEquals(check(budget, 30), [true]);
});

Deno.test("PixelBudget.startRound() lets only small jobs overtake one that is too large at the moment", () => {
  const budget = new PixelBudget(25 * MEGAPIXEL, 4);
  budget.take(20 * MEGAPIXEL);
  assertEquals(check(budget, 2, 25, 1, 2, 1.048576, 1.048577), [true, false, true, false, true, false]);
});

Deno.test("PixelBudget does not count small jobs, which are at most a twentieth of it", () => {
  const budget = new PixelBudget(10 * MEGAPIXEL, 4);
  for (let i = 0; i < 9; i++) budget.take(0.5 * MEGAPIXEL);
  assertEquals(check(budget, 10), [true]);
  budget.take(10 * MEGAPIXEL);
  assertEquals(check(budget, 0.5, 0.51), [true, false]);
});

Deno.test("PixelBudget.startRound() leaves a worker to jobs that are not long", () => {
  const budget = new PixelBudget(25 * MEGAPIXEL, 2);
  budget.take(5 * MEGAPIXEL);
  assertEquals(check(budget, 4.1, 4, 0.1), [false, true, true]);
  budget.free(5 * MEGAPIXEL);
  assertEquals(check(budget, 4.1), [true]);
  assertEquals(check(new PixelBudget(25 * MEGAPIXEL, 1), 25), [true]);
});
