import { assert, assertAlmostEquals, assertGreater } from "@std/assert";
import { distance, lighter, MIN_DISTANCE } from "../palette.ts";

/** Every colour of our sources, and the halos that follow from them. */
const COLOURS = [...new Set([...readColours()].flatMap((hex) => [hex, lighter(hex, .42), lighter(hex, .38)]))];

function* readColours(folder = new URL("../", import.meta.url)): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory && name !== "tests") yield* readColours(new URL(`${name}/`, folder));
    if (name.endsWith(".ts")) yield* Deno.readTextFileSync(new URL(name, folder)).match(/#[0-9a-f]{6}\b/g) ?? [];
  }
}

/** The distances that decide whether colours go together. */
const THRESHOLDS = [MIN_DISTANCE, .14, .24];

// Engines may compute roots and powers with another last digit. No drawing may depend on it.
Deno.test("no two of our colours have a distance that is almost a threshold", () => {
  assertGreater(COLOURS.length, 200);
  let nearest = Infinity;
  for (const [i, one] of COLOURS.entries()) {
    for (const other of COLOURS.slice(i + 1)) {
      const between = distance(one, other);
      for (const threshold of THRESHOLDS) nearest = Math.min(nearest, Math.abs(between - threshold));
    }
  }
  assert(nearest > 1e-9, `${nearest}`);
});

Deno.test("distance() is the distance in OKLab", () => {
  assertAlmostEquals(distance("#000000", "#ffffff"), 1, 1e-6);
  // The coordinates of sRGB red and blue, as CSS Color 4 lists them.
  const [red, blue] = [[.62796, .22486, .12585], [.45201, -.03246, -.31153]] as const;
  assertAlmostEquals(distance("#ff0000", "#000000"), Math.hypot(...red), 1e-4);
  assertAlmostEquals(distance("#ff0000", "#0000ff"), Math.hypot(...red.map((value, i) => value - blue[i]!)), 1e-4);
});
