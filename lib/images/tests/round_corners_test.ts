import { assertAlmostEquals, assertEquals } from "@std/assert";
import { roundCorners } from "../round_corners.ts";
import { renderPixels } from "../svg/render.ts";

function createWhite(width: number, height: number) {
  return { width, height, data: new Uint8ClampedArray(4 * width * height).fill(255), isOpaque: true };
}

/** Returns the area that is visible, in pixels. */
function measureArea({ data }: { readonly data: Uint8ClampedArray }): number {
  let sum = 0;
  for (let i = 3; i < data.length; i += 4) sum += data[i]!;
  return sum / 255;
}

Deno.test("roundCorners() leaves the area of a rectangle without its corners", () => {
  for (const [width, height, radius] of [[100, 100, 20], [101, 77, 30], [64, 200, 32], [16, 16, 5]] as const) {
    const area = width * height - (4 - Math.PI) * radius ** 2;
    const rounded = roundCorners(createWhite(width, height), radius);
    assertAlmostEquals(measureArea(rounded), area, area * .004);
    assertEquals(rounded.isOpaque, false);
  }
});

Deno.test("roundCorners() makes a circle or a pill of a radius beyond half of the shorter side", () => {
  for (const side of [16, 33, 100]) {
    const area = Math.PI * (side / 2) ** 2;
    assertAlmostEquals(measureArea(roundCorners(createWhite(side, side), Infinity)), area, area * .01);
  }
  const pill = roundCorners(createWhite(60, 20), 2_048);
  assertAlmostEquals(measureArea(pill), 40 * 20 + Math.PI * 100, 5);
});

Deno.test("roundCorners() is symmetric and keeps colours", () => {
  const { data } = roundCorners(createWhite(9, 9), 4);
  const alpha = Array.from({ length: 81 }, (_, i) => data[4 * i + 3]!);
  assertEquals(alpha.toReversed(), alpha);
  assertEquals(alpha[0], 0);
  assertEquals(alpha[40], 255);
  assertEquals(data[0], 255);
});

Deno.test("renderPixels() rounds the corners of a document of any size", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
  for (let side = 16; side <= 1024; side = Math.ceil(side * 1.7)) {
    const { data, width, height } = renderPixels(svg, side, 4);
    assertEquals([width, height, data[3], data[4 * side * (side >> 1) + 3]], [side, side, 0, 255]);
  }
});
