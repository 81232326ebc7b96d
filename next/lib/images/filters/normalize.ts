import { applyTables, createTable, type Table } from "./channel_tables.ts";
import type { Filter } from "./filter.ts";
import { type Pixels, toStrips } from "../pixels.ts";

/** Stretches each channel. All frames of an animation are stretched alike, because it would flicker otherwise. */
export const normalize: Filter<"normalize"> = {
  name: "normalize",
  summary:
    "stretches the 1st to 99th percentile of each channel to 0…255, weighted by alpha; a flat channel is unchanged",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 16,
  measuresFrames: true,
  createKernel() {
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
  },
};

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
