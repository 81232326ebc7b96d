import { type Pixels, toWords } from "@/lib/images/pixels.ts";

// Point operations: each pixel is computed from its own colour only, so filtering a palette has the same effect.

/** The new value for each of the 256 values of a channel. */
export type Table = Uint8ClampedArray<ArrayBuffer>;

/** Creates a table from a formula; results are rounded down and clamped to 0 to 255. */
export function createTable(formula: (value: number) => number): Table {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.floor(formula(value)));
}

/** Replaces red, green and blue by the entries of their tables. */
export function applyTables(pixels: Pixels, [red, green, blue]: readonly [Table, Table, Table]): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    words[i] = (word & 0xff000000) | (blue[(word >> 16) & 255]! << 16) | (green[(word >> 8) & 255]! << 8) |
      red[word & 255]!;
  }
}

const MIDDLE = 127;

/** Creates the table that moves values away from the middle (strength above 0) or towards it (below 0). */
export function createContrastTable(strength: number): Table {
  // The formula divides by zero here. In the limit every value but the middle becomes 0 or 255.
  if (strength === 1) return createTable((value) => value < MIDDLE ? 0 : value > MIDDLE ? 255 : MIDDLE);
  const factor = (1 + strength) / (1 - strength);
  return createTable((value) => factor * (value - MIDDLE) + MIDDLE);
}

/** Inverts every channel: 255 - v. */
export function invert(pixels: Pixels): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) words[i] = words[i]! ^ 0x00ffffff;
}

// 0.2126, 0.7152 and 0.0722 in 65536ths. The sum is exactly 65536, so grey pixels do not change.
const RED = 13933, GREEN = 46871, BLUE = 4732, HALF = 32768;

/** Replaces every colour by its luma (BT.709), rounded: 0.2126 R + 0.7152 G + 0.0722 B. */
export function greyscale(pixels: Pixels): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const luma = (RED * (word & 255) + GREEN * ((word >> 8) & 255) + BLUE * ((word >> 16) & 255) + HALF) >>> 16;
    words[i] = (word & 0xff000000) | (luma * 0x010101);
  }
}
