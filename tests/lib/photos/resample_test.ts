import { assert, assertEquals } from "@std/assert";
import { shrinkToFit } from "@/lib/photos/resample.ts";
import { paint, paintNoise } from "@/tests/lib/images/pictures.ts";
import type { Pixels } from "@/lib/images/pixels.ts";

/** The transfer function of sRGB, as IEC 61966-2-1 defines it. */
const toLight = (value: number) => value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const toValue = (light: number) => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Averages the area of each new pixel directly, with the overlap of every old pixel as its weight. */
function shrinkSlowly({ width, height, data }: Pixels, newWidth: number, newHeight: number): Pixels {
  const overlap = (at: number, from: number, to: number) => Math.max(0, Math.min(at + 1, to) - Math.max(at, from));
  const [sx, sy] = [width / newWidth, height / newHeight];
  return paint(newWidth, newHeight, (x, y) => {
    const sums = [0, 0, 0];
    for (let j = 0; j < height; j++) {
      for (let i = 0; i < width; i++) {
        const weight = overlap(i, x * sx, (x + 1) * sx) * overlap(j, y * sy, (y + 1) * sy) / (sx * sy);
        for (let c = 0; c < 3; c++) sums[c]! += weight * toLight(data[(j * width + i) * 4 + c]!);
      }
    }
    return [toValue(sums[0]!), toValue(sums[1]!), toValue(sums[2]!), 255];
  });
}

Deno.test("shrinkToFit() averages areas in linear light", () => {
  for (const [width, height, side] of [[40, 30, 17], [31, 47, 46], [64, 64, 16], [5, 200, 9], [300, 2, 7]] as const) {
    const pixels = paintNoise(width, height, true);
    const shrunk = shrinkToFit(pixels, side);
    assertEquals(Math.max(shrunk.width, shrunk.height), side);
    const expected = shrinkSlowly(pixels, shrunk.width, shrunk.height);
    // One step, because both round at the end, once in single precision.
    shrunk.data.forEach((value, i) => assert(Math.abs(value - expected.data[i]!) <= 1));
  }
});

Deno.test("shrinkToFit() shows a fine checkerboard as bright as it is", () => {
  const checkers = paint(100, 100, (x, y) => (x + y) % 2 === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]);
  // Half of the light is 188 in sRGB. The average of the stored values would be 128.
  assertEquals([...new Set(shrinkToFit(checkers, 50).data)], [188, 255]);
});

Deno.test("shrinkToFit() keeps a uniform colour exactly, and small images untouched", () => {
  for (let value = 0; value < 256; value++) {
    const grey = paint(13, 11, () => [value, 255 - value, 7, 255]);
    assertEquals([...shrinkToFit(grey, 5).data.slice(0, 4)], [value, 255 - value, 7, 255]);
  }
  const small = paintNoise(20, 10, true);
  assertEquals(shrinkToFit(small, 20) === small, true);
});
