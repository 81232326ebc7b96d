import { applyTables, createTable, type Table } from "@/lib/images/filters/channel_tables.ts";
import type { Filter } from "@/lib/images/filters/filter.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** Stretches each channel. All frames of an animation are stretched alike, because it would flicker otherwise. */
export const normalize: Filter<"normalize"> = {
  name: "normalize",
  summary: "stretches each channel to 0…255; a flat channel is unchanged",
  isPointOperation: true,
  nsPerPixel: 45,
  createKernel() {
    let bounds: Bounds | undefined;
    return {
      measure(pixels) {
        bounds = measureBounds(pixels, bounds);
      },
      apply: (pixels) => applyTables(pixels, createStretches(bounds ?? measureBounds(pixels))),
    };
  },
};

/** The lowest and highest value of each channel in all measured frames. */
interface Bounds {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Returns the bounds of a frame, extended to those of the frames before it. */
function measureBounds(pixels: Pixels, before: Bounds = { low: [255, 255, 255], high: [0, 0, 0] }): Bounds {
  const words = toWords(pixels);
  // Local variables, because reading and writing the arrays in the loop takes three times as long.
  let [lowRed, lowGreen, lowBlue] = before.low;
  let [highRed, highGreen, highBlue] = before.high;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    if (red < lowRed) lowRed = red;
    if (red > highRed) highRed = red;
    if (green < lowGreen) lowGreen = green;
    if (green > highGreen) highGreen = green;
    if (blue < lowBlue) lowBlue = blue;
    if (blue > highBlue) highBlue = blue;
  }
  return { low: [lowRed, lowGreen, lowBlue], high: [highRed, highGreen, highBlue] };
}

/** Creates the tables that stretch each channel to 0 to 255. A constant channel is unchanged: it would become black. */
function createStretches({ low, high }: Bounds): [Table, Table, Table] {
  return [createStretch(low[0], high[0]), createStretch(low[1], high[1]), createStretch(low[2], high[2])];
}

function createStretch(low: number, high: number): Table {
  return createTable((value) => low < high ? (value - low) * 255 / (high - low) : value);
}
