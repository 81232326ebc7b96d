import { type Pixels, toStrips } from "../pixels.ts";

/** The new value for each of the 256 values of a channel. */
export type Table = Uint8ClampedArray<ArrayBuffer>;

/** Creates a table from a formula; results are rounded and clamped to 0 to 255. */
export function createTable(formula: (value: number) => number): Table {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.round(formula(value)));
}

/** Replaces red, green and blue by the entries of their tables. */
export function applyTables(pixels: Pixels, tables: readonly [Table, Table, Table]): void {
  for (const strip of toStrips(pixels)) applyToStrip(strip, tables);
}

function applyToStrip(words: Uint32Array, [red, green, blue]: readonly [Table, Table, Table]): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    words[i] = (word & 0xff000000) | (blue[(word >> 16) & 255]! << 16) | (green[(word >> 8) & 255]! << 8) |
      red[word & 255]!;
  }
}
