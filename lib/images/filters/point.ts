// Filters whose result depends on the colour of a pixel only. Each loop is a function of its own: see toStrips().
import type { Rgb } from "../colour.ts";
import { type Pixels, toStrips } from "../pixels.ts";
import type { Kernel } from "./types.ts";

/** The new value for each of the 256 values of a channel. */
export type Table = Uint8ClampedArray<ArrayBuffer>;

/** Creates a table from a formula; results are rounded and clamped to 0 to 255. */
export function createTable(formula: (value: number) => number): Table {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.round(formula(value)));
}

/** Creates a kernel that applies a formula to red, green and blue. */
export function byChannel(formula: (value: number) => number): Kernel {
  const table = createTable(formula);
  return { apply: (pixels) => applyTables(pixels, [table, table, table]) };
}

/** Replaces red, green and blue by the entries of their tables. */
export function applyTables(pixels: Pixels, tables: readonly [Table, Table, Table]): void {
  for (const strip of toStrips(pixels)) lookUp(strip, tables);
}

function lookUp(words: Uint32Array, [red, green, blue]: readonly [Table, Table, Table]): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    words[i] = (word & 0xff000000) | (blue[(word >> 16) & 255]! << 16) | (green[(word >> 8) & 255]! << 8) |
      red[word & 255]!;
  }
}

/** Inverts red, green and blue, four pixels in each step: the checks of a step take three times as long as a pixel. */
export function invert(pixels: Pixels): void {
  for (const strip of toStrips(pixels)) flipBits(strip);
}

function flipBits(words: Uint32Array): void {
  const end = words.length & ~3;
  for (let i = 0; i < end; i += 4) {
    words[i] = words[i]! ^ 0xffffff;
    words[i + 1] = words[i + 1]! ^ 0xffffff;
    words[i + 2] = words[i + 2]! ^ 0xffffff;
    words[i + 3] = words[i + 3]! ^ 0xffffff;
  }
  for (let i = end; i < words.length; i++) words[i] = words[i]! ^ 0xffffff;
}

/** Nine factors: those of red, green and blue in the new red, then in the new green, then in the new blue. */
type Matrix = readonly number[];

// The matrices of the Filter Effects specification. SINE is the part of a rotation that grows with the sine.
const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const LUMA: Matrix = [0.213, 0.715, 0.072, 0.213, 0.715, 0.072, 0.213, 0.715, 0.072];
const SEPIA: Matrix = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
const SINE: Matrix = [-0.213, -0.715, 0.928, 0.143, 0.14, -0.283, -0.787, 0.715, 0.072];

export const toSepia = (amount: number): Matrix => blend(SEPIA, amount);
export const toSaturation = (amount: number): Matrix => blend(LUMA, 1 - amount);
export function toRotation(degrees: number): Matrix {
  const angle = degrees * Math.PI / 180;
  return blend(LUMA, 1 - Math.cos(angle)).map((factor, i) => factor + Math.sin(angle) * SINE[i]!);
}

function blend(matrix: Matrix, amount: number): Matrix {
  return matrix.map((factor, i) => IDENTITY[i]! + amount * (factor - IDENTITY[i]!));
}

/** Half of 65536, so that a shift by 16 bits rounds. */
const HALF = 32768;

/** Creates a kernel that multiplies every colour by a matrix. The results are rounded and clamped to 0 to 255. */
export function byMatrix(matrix: Matrix): Kernel {
  // In 65536ths: the sums fit into 32 bits.
  const factors = Int32Array.from(matrix, (factor) => Math.round(factor * 65536));
  return { apply: (pixels) => toStrips(pixels).forEach((strip) => multiply(strip, factors)) };
}

function multiply(words: Uint32Array, factors: Int32Array): void {
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

/** Creates a kernel that replaces every pixel by the colour of its luma (BT.709, rounded); alpha is unchanged. */
export function byLuma(toColour: (luma: number) => Rgb): Kernel {
  const colours = Uint32Array.from({ length: 256 }, (_, luma) => {
    const [red, green, blue] = toColour(luma).map(Math.round);
    return blue! << 16 | green! << 8 | red!;
  });
  return { apply: (pixels) => toStrips(pixels).forEach((strip) => replaceColours(strip, colours)) };
}

function replaceColours(words: Uint32Array, colours: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    // In 65536ths. Their sum is exactly 65536, so grey pixels do not change.
    const luma = (13933 * (word & 255) + 46871 * ((word >> 8) & 255) + 4732 * ((word >> 16) & 255) + HALF) >>> 16;
    words[i] = (word & 0xff000000) | colours[luma]!;
  }
}
