import { createTable, type Table } from "@/lib/images/kernels/point_kernels.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** The lowest and highest value of each channel in all measured frames. */
export interface Bounds {
  readonly low: [number, number, number];
  readonly high: [number, number, number];
}

/** Creates the bounds of no frame. */
export function createBounds(): Bounds {
  return { low: [255, 255, 255], high: [0, 0, 0] };
}

/** Extends the bounds to the values of a frame. */
export function measureBounds(pixels: Pixels, { low, high }: Bounds): void {
  const words = toWords(pixels);
  // Local variables, because reading and writing the arrays in the loop takes three times as long.
  let [lowRed, lowGreen, lowBlue] = low;
  let [highRed, highGreen, highBlue] = high;
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
  low.splice(0, 3, lowRed, lowGreen, lowBlue);
  high.splice(0, 3, highRed, highGreen, highBlue);
}

/** Returns the bounds of one frame. */
export function toBounds(pixels: Pixels): Bounds {
  const bounds = createBounds();
  measureBounds(pixels, bounds);
  return bounds;
}

/** Creates the tables that stretch each channel to 0 to 255. A constant channel is unchanged: it would become black. */
export function createNormalizeTables({ low, high }: Bounds): [Table, Table, Table] {
  return [createStretch(low[0], high[0]), createStretch(low[1], high[1]), createStretch(low[2], high[2])];
}

function createStretch(low: number, high: number): Table {
  return createTable((value) => low < high ? (value - low) * 255 / (high - low) : value);
}
