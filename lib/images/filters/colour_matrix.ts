import type { Kernel } from "@/lib/images/filters/filter.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

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
  return { apply: (pixels) => applyMatrix(pixels, matrix) };
}

function applyMatrix(pixels: Pixels, matrix: ColourMatrix): void {
  const words = toWords(pixels);
  // In 65536ths: the sums fit into 32 bits. Products with `*` take a third longer, because they may be fractions.
  const at = (i: number) => Math.round(matrix[i]! * 65536);
  const [rr, rg, rb] = [at(0), at(1), at(2)];
  const [gr, gg, gb] = [at(3), at(4), at(5)];
  const [br, bg, bb] = [at(6), at(7), at(8)];
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
