import type { Filter } from "./filter.ts";
import { type Pixels, type Rectangle, toWords } from "../pixels.ts";

/** Replaces the colours in each square by their mean. */
export const pixelate: Filter<"pixelate", { strength: number }> = {
  name: "pixelate",
  summary: "squares of this side in their mean colour, weighted by alpha",
  parameters: {
    strength: { type: "number", min: 2, max: 256, fallback: 8, unit: "pixels", isRounded: true },
  },
  isPointOperation: false,
  nsPerPixel: 11,
  createKernel: ({ strength }) => ({ apply: (pixels) => fillSquares(pixels, strength) }),
};

function fillSquares(pixels: Pixels, side: number): void {
  const words = toWords(pixels);
  for (let top = 0; top < pixels.height; top += side) {
    for (let left = 0; left < pixels.width; left += side) {
      const width = Math.min(side, pixels.width - left), height = Math.min(side, pixels.height - top);
      fillSquare(words, pixels.width, { left, top, width, height });
    }
  }
}

/** Alpha itself is unchanged. Transparent pixels have no weight, so a square without any other pixel is unchanged. */
function fillSquare(words: Uint32Array, stride: number, { left, top, width, height }: Rectangle): void {
  const start = top * stride + left, end = start + height * stride;
  let red = 0, green = 0, blue = 0, alpha = 0;
  for (let row = start; row < end; row += stride) {
    for (let i = row; i < row + width; i++) {
      const word = words[i]!;
      const weight = word >>> 24;
      red += (word & 255) * weight;
      green += ((word >> 8) & 255) * weight;
      blue += ((word >> 16) & 255) * weight;
      alpha += weight;
    }
  }
  if (alpha === 0) return;
  const mean = Math.round(blue / alpha) << 16 | Math.round(green / alpha) << 8 | Math.round(red / alpha);
  for (let row = start; row < end; row += stride) {
    for (let i = row; i < row + width; i++) words[i] = (words[i]! & 0xff000000) | mean;
  }
}
