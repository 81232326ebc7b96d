import type { Kernel } from "./filter.ts";
import { toStrips } from "../pixels.ts";

/** Nine factors: those of red, green and blue in the new red, then in the new green, then in the new blue. */
export type ColourMatrix = readonly number[];

/** Half of 65536, so that a shift by 16 bits rounds. */
export const HALF = 32768;

const IDENTITY: ColourMatrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Replaces every colour by its luma, with the weights of the Filter Effects specification. */
export const LUMA: ColourMatrix = [0.213, 0.715, 0.072, 0.213, 0.715, 0.072, 0.213, 0.715, 0.072];

/** Blends a matrix with the identity: 0 changes nothing, 1 is the matrix, and below 0 the effect is the opposite. */
export function blendMatrix(matrix: ColourMatrix, amount: number): ColourMatrix {
  return matrix.map((factor, i) => IDENTITY[i]! + amount * (factor - IDENTITY[i]!));
}

/** Creates a kernel that multiplies every colour by a matrix. The results are rounded and clamped to 0 to 255. */
export function createMatrixKernel(matrix: ColourMatrix): Kernel {
  // In 65536ths: the sums fit into 32 bits.
  const factors = Int32Array.from(matrix, (factor) => Math.round(factor * 65536));
  return { apply: (pixels) => toStrips(pixels).forEach((strip) => applyMatrix(strip, factors)) };
}

function applyMatrix(words: Uint32Array, factors: Int32Array): void {
  const rr = factors[0]!, rg = factors[1]!, rb = factors[2]!;
  const gr = factors[3]!, gg = factors[4]!, gb = factors[5]!;
  const br = factors[6]!, bg = factors[7]!, bb = factors[8]!;
  // Products with `*` take a third longer, because they may be fractions.
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const newRed = clamp((Math.imul(rr, red) + Math.imul(rg, green) + Math.imul(rb, blue) + HALF) >> 16);
    const newGreen = clamp((Math.imul(gr, red) + Math.imul(gg, green) + Math.imul(gb, blue) + HALF) >> 16);
    const newBlue = clamp((Math.imul(br, red) + Math.imul(bg, green) + Math.imul(bb, blue) + HALF) >> 16);
    words[i] = (word & 0xff000000) | (newBlue << 16) | (newGreen << 8) | newRed;
  }
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
