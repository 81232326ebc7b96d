// Filters whose result depends on the place of a pixel, or on all pixels. Each loop is a function of its own: see
// toStrips().
import { type Pixels, type Rectangle, toStrips, toWords } from "../pixels.ts";
import { applyTables, createTable, type Table } from "./point.ts";
import type { Kernel } from "./types.ts";

/** A 4 × 4 Bayer matrix: the order in which pixels become bright when a colour gets brighter. */
const MATRIX = [
  [1, 9, 3, 11],
  [13, 5, 15, 7],
  [4, 12, 2, 10],
  [16, 8, 14, 6],
] as const;

const SIDE = 4;

/** The tables of a cell of the matrix, for channels with five and with six bits. */
interface Cell {
  readonly five: Table;
  readonly six: Table;
}

/** Created with the first image, because it takes a millisecond. */
let cells: readonly Cell[][] | undefined;

function createCells(): readonly Cell[][] {
  return MATRIX.map((row) => row.map((rank) => ({ five: createLevels(rank, 5), six: createLevels(rank, 6) })));
}

/** Reduces red, green and blue to 5, 6 and 5 bits with ordered dithering. */
export function dither565(pixels: Pixels): void {
  cells ??= createCells();
  const { width, height } = pixels;
  const words = toWords(pixels);
  for (let y = 0; y < height; y++) {
    // Column by column of the matrix, because looking up the tables for each pixel takes twice as long.
    for (let column = 0; column < SIDE; column++) {
      ditherColumn(words, y * width + column, (y + 1) * width, cells[y % SIDE]![column]!);
    }
  }
}

function ditherColumn(words: Uint32Array, start: number, end: number, { five, six }: Cell): void {
  for (let i = start; i < end; i += SIDE) {
    const word = words[i]!;
    words[i] = (word & 0xff000000) | (five[(word >> 16) & 255]! << 16) | (six[(word >> 8) & 255]! << 8) |
      five[word & 255]!;
  }
}

// The threshold is less than 1, so black and white do not change.
function createLevels(rank: number, bits: number): Table {
  const highest = 2 ** bits - 1;
  return createTable((value) => {
    const level = Math.floor(value * highest / 255 + (rank - 0.5) / 16);
    // Expanded to a byte as displays do: the top bits are repeated in the low bits.
    return (level << (8 - bits)) | (level >> (2 * bits - 8));
  });
}

/** Stretches each channel. All frames of an animation are stretched alike, because it would flicker otherwise. */
export function createNormalizer(): Kernel {
  let counts: Counts<Float64Array> | undefined;
  return {
    measure(pixels) {
      counts = countValues(pixels, counts);
    },
    apply(pixels) {
      const [red, green, blue] = counts ?? countValues(pixels);
      applyTables(pixels, [createStretch(red), createStretch(green), createStretch(blue)]);
    },
  };
}

/** For red, green and blue: how many pixels have each value, weighted by alpha. */
type Counts<T> = readonly [T, T, T];

/** Counts the values of a frame, in addition to those of the frames before it. */
function countValues(
  pixels: Pixels,
  counts: Counts<Float64Array> = [new Float64Array(256), new Float64Array(256), new Float64Array(256)],
): Counts<Float64Array> {
  for (const strip of toStrips(pixels)) {
    const part = countStrip(strip);
    for (const channel of [0, 1, 2] as const) {
      for (let value = 0; value < 256; value++) counts[channel][value]! += part[channel][value]!;
    }
  }
  return counts;
}

// Integers take a quarter of the time of floating-point numbers, but only those of a strip are sure to fit.
function countStrip(words: Uint32Array): Counts<Uint32Array> {
  const red = new Uint32Array(256), green = new Uint32Array(256), blue = new Uint32Array(256);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const alpha = word >>> 24;
    red[word & 255]! += alpha;
    green[(word >> 8) & 255]! += alpha;
    blue[(word >> 16) & 255]! += alpha;
  }
  return [red, green, blue];
}

/** Creates the table that stretches a channel to 0 to 255. A flat channel is unchanged: it would become black. */
function createStretch(counts: Float64Array): Table {
  const low = findPercentile(counts, 1), high = findPercentile(counts, 99);
  return createTable((value) => low < high ? (value - low) * 255 / (high - low) : value);
}

/** Returns the smallest value that is not exceeded by at least so many percent of the pixels, weighted by alpha. */
function findPercentile(counts: Float64Array, percent: number): number {
  const least = counts.reduce((sum, count) => sum + count) * percent / 100;
  let notAbove = 0;
  return counts.findIndex((count) => {
    notAbove += count;
    return notAbove >= least;
  });
}

/** Replaces the colours in each square by their mean, weighted by alpha. */
export function pixelate(pixels: Pixels, side: number): void {
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
