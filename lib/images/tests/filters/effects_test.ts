import { assert, assertEquals } from "@std/assert";
import { type FilterName, getFilter } from "../../filters/table.ts";
import type { NumberParameter } from "../../filters/types.ts";
import type { Pixels } from "../../pixels.ts";
import { applyFilter, paint, paintNoise, toDistance } from "../pictures.ts";

const NOISE = paintNoise(61, 47);

type Colour = readonly [red: number, green: number, blue: number];

/** Applies a formula to each colour; `paint` rounds and clamps. */
function map({ width, height, data }: Pixels, formula: (colour: Colour) => Colour): Pixels {
  return paint(width, height, (x, y) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * width + x) * 4);
    return [...formula([red, green, blue]), alpha];
  });
}

/** The formulas of the W3C Filter Effects specification, with numbers that are not rounded. */
const FORMULAS: Readonly<Record<string, (strength: number) => (colour: Colour) => Colour>> = {
  sepia: (s) => ([r, g, b]) => [
    (0.393 + 0.607 * (1 - s)) * r + (0.769 - 0.769 * (1 - s)) * g + (0.189 - 0.189 * (1 - s)) * b,
    (0.349 - 0.349 * (1 - s)) * r + (0.686 + 0.314 * (1 - s)) * g + (0.168 - 0.168 * (1 - s)) * b,
    (0.272 - 0.272 * (1 - s)) * r + (0.534 - 0.534 * (1 - s)) * g + (0.131 + 0.869 * (1 - s)) * b,
  ],
  brightness: (s) => ([r, g, b]) => [s * r, s * g, s * b],
  saturate: (s) => ([r, g, b]) => [
    (0.213 + 0.787 * s) * r + (0.715 - 0.715 * s) * g + (0.072 - 0.072 * s) * b,
    (0.213 - 0.213 * s) * r + (0.715 + 0.285 * s) * g + (0.072 - 0.072 * s) * b,
    (0.213 - 0.213 * s) * r + (0.715 - 0.715 * s) * g + (0.072 + 0.928 * s) * b,
  ],
  "hue-rotate": (degrees) => ([r, g, b]) => {
    const c = Math.cos(degrees * Math.PI / 180), s = Math.sin(degrees * Math.PI / 180);
    return [
      (0.213 + c * 0.787 - s * 0.213) * r + (0.715 - c * 0.715 - s * 0.715) * g + (0.072 - c * 0.072 + s * 0.928) * b,
      (0.213 - c * 0.213 + s * 0.143) * r + (0.715 + c * 0.285 + s * 0.14) * g + (0.072 - c * 0.072 - s * 0.283) * b,
      (0.213 - c * 0.213 - s * 0.787) * r + (0.715 - c * 0.715 + s * 0.715) * g + (0.072 + c * 0.928 + s * 0.072) * b,
    ];
  },
};

Deno.test("gamma() follows its formula, and leaves black and white", () => {
  for (const strength of [0.1, 0.5, 1, 2.2, 10]) {
    const toGamma = (value: number) => 255 * (value / 255) ** (1 / strength);
    const expected = map(NOISE, ([r, g, b]) => [toGamma(r), toGamma(g), toGamma(b)]);
    assertEquals(toDistance(applyFilter("gamma", NOISE, { strength }), expected), 0, `${strength}`);
  }
  const ends = paint(2, 1, (x) => [255 * x, 255 * x, 255 * x, 255]);
  assertEquals(applyFilter("gamma", ends, { strength: 0.1 }), ends);
});

/** Applies a formula to the greyscale value of each pixel. */
function mapGrey(formula: (grey: number) => Colour): Pixels {
  return map(applyFilter("greyscale", NOISE), ([grey]) => formula(grey));
}

Deno.test("threshold(), tint() and duotone() follow their formulas of the greyscale value, with any alpha", () => {
  for (const strength of [0, 1, 128, 254.5, 255]) {
    const expected = mapGrey((grey) => grey >= strength ? [255, 255, 255] : [0, 0, 0]);
    assertEquals(applyFilter("threshold", NOISE, { strength }), expected);
  }
  const tinted = mapGrey((grey) => [grey * 0x12 / 255, grey * 0xff / 255, 0]);
  assertEquals(toDistance(applyFilter("tint", NOISE, { strength: "12ff00" }), tinted) <= 1, true);
  const mixed = mapGrey((grey) => [10 + (250 - 10) * grey / 255, 200 - 200 * grey / 255, 0x80]);
  assertEquals(toDistance(applyFilter("duotone", NOISE, { strength: "0ac880-fa0080" }), mixed) <= 1, true);
});

for (const [name, formula] of Object.entries(FORMULAS)) {
  Deno.test(`${name}() is within 1 of its formula at every strength, with any alpha`, () => {
    const filter = name as FilterName;
    const { min, max } = getFilter(filter).parameter as NumberParameter;
    for (const strength of [min, min + (max - min) / 7, (min + max) / 2, 0, 0.999, 1, max]) {
      const distance = toDistance(applyFilter(filter, NOISE, { strength }), map(NOISE, formula(strength)));
      assert(distance <= 1, `strength ${strength}: ${distance}`);
    }
  });
}

/** The mean colour of each square, weighted by alpha, straight from the definition. */
function toSquares({ width, height, data }: Pixels, side: number): Pixels {
  const mean = (x: number, y: number, channel: number) => {
    let sum = 0, weights = 0;
    for (let j = y - y % side; j < Math.min(height, y - y % side + side); j++) {
      for (let i = x - x % side; i < Math.min(width, x - x % side + side); i++) {
        const at = (j * width + i) * 4;
        sum += data[at + channel]! * data[at + 3]!;
        weights += data[at + 3]!;
      }
    }
    return weights === 0 ? data[(y * width + x) * 4 + channel]! : Math.round(sum / weights);
  };
  return paint(width, height, (x, y) => [mean(x, y, 0), mean(x, y, 1), mean(x, y, 2), data[(y * width + x) * 4 + 3]!]);
}

Deno.test("pixelate() fills squares with their mean weighted by alpha, also at the edges and beyond the size", () => {
  for (
    const [pixels, sides] of [[NOISE, [2, 3, 8, 47, 256]], [paintNoise(1, 1), [2]], [paintNoise(9, 2), [4]]] as const
  ) {
    for (const strength of sides) {
      assertEquals(applyFilter("pixelate", pixels, { strength }), toSquares(pixels, strength), `${strength}`);
    }
  }
});

Deno.test("pixelate() gives transparent pixels no weight, and does not overflow", () => {
  const half = paint(256, 256, (x) => x < 128 ? [255, 10, 0, 255] : [0, 255, 99, 0]);
  assertEquals(applyFilter("pixelate", half, { strength: 256 }), map(half, () => [255, 10, 0]));
  const hidden = paint(8, 8, (x, y) => [x, y, 7, 0]);
  assertEquals(applyFilter("pixelate", hidden, { strength: 4 }), hidden);
});
