import { assertAlmostEquals, assertEquals } from "@std/assert";
import { cubeRoot, fifthRoot, pointOnCircle } from "../arithmetic.ts";

/** The error of a few last bits. */
const TOLERANCE = 4e-15;

Deno.test("cubeRoot() returns what cubed is the number", () => {
  assertEquals([0, 1].map(cubeRoot), [0, 1]);
  for (let i = 1; i <= 1000; i++) {
    // From 1e-9 to 1: the smallest are those of the darkest colours.
    for (const value of [i / 1000, i / 1000 / 1e6]) {
      assertAlmostEquals(cubeRoot(value) ** 3 / value, 1, TOLERANCE);
    }
  }
});

Deno.test("fifthRoot() returns what to the power of five is the number", () => {
  assertEquals(fifthRoot(1), 1);
  for (let i = 1; i <= 1000; i++) assertAlmostEquals(fifthRoot(i / 1000) ** 5 * 1000 / i, 1, TOLERANCE);
});

Deno.test("pointOnCircle() returns the cosine and the sine of a number of turns", () => {
  assertEquals(pointOnCircle(0), [1, 0]);
  for (let i = -100; i <= 150; i++) {
    const [x, y] = pointOnCircle(i / 100);
    assertAlmostEquals(x, Math.cos(2 * Math.PI * i / 100), TOLERANCE);
    assertAlmostEquals(y, Math.sin(2 * Math.PI * i / 100), TOLERANCE);
  }
});
