import { assertEquals, assertMatch } from "@std/assert";
import { toBraille } from "../braille.ts";
import type { Pixels } from "../pixels.ts";

/** Creates pixels whose colour at a place is grey of this brightness; `undefined` is transparent. */
function toPixels(width: number, height: number, toGrey: (x: number, y: number) => number | undefined): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const grey = toGrey(i % width, Math.floor(i / width));
    if (grey !== undefined) data.set([grey, grey, grey, 255], 4 * i);
  }
  return { width, height, data };
}

Deno.test("toBraille() draws edges, not areas", () => {
  const square = toPixels(24, 24, (x, y) => x >= 6 && x < 18 && y >= 6 && y < 18 ? 0 : 255);
  const lines = toBraille(square).split("\n");
  // It has six lines, of which the first and the last are empty.
  assertEquals([lines.length, lines[4]], [5, ""]);
  assertMatch(lines[0]!, /^ {2,3}[⠀-⣿]{5,8}$/);
  // The middle of the square is blank, between its left and its right edge.
  assertMatch(lines[2]!, /^ {2,3}[⠀-⣿]{1,2} {3,6}[⠀-⣿]{1,2}$/);
});

Deno.test("toBraille() shows nothing of what is flat, transparent or has hardly any contrast", () => {
  assertEquals(toBraille(toPixels(8, 8, () => undefined)), "\n");
  assertEquals(toBraille(toPixels(8, 8, () => 255)), "\n");
  assertEquals(toBraille(toPixels(8, 8, (x) => x < 4 ? 255 : 235)), "\n");
});

Deno.test("toBraille() takes sizes that no character divides", () => {
  assertEquals(toBraille(toPixels(1, 1, () => undefined)), "\n");
  assertEquals(toBraille(toPixels(5, 6, () => undefined)), "\n");
});
