import { createTable, type Table } from "@/lib/images/kernels/point_kernels.ts";
import type { Pixels } from "@/lib/images/pixels.ts";

/** A 4 × 4 Bayer matrix: the order in which pixels become bright when a colour gets brighter. */
const MATRIX = [
  [1, 9, 3, 11],
  [13, 5, 15, 7],
  [4, 12, 2, 10],
  [16, 8, 14, 6],
] as const;

const SIDE = 4;

/** Reduces red, green and blue to 5, 6 and 5 bits with ordered dithering. */
export function dither565({ width, height, data }: Pixels): void {
  for (let y = 0; y < height; y++) {
    const cells = CELLS[y % SIDE]!;
    for (let x = 0, i = y * width * 4; x < width; x++, i += 4) {
      const { five, six } = cells[x % SIDE]!;
      data[i] = five[data[i]!]!;
      data[i + 1] = six[data[i + 1]!]!;
      data[i + 2] = five[data[i + 2]!]!;
    }
  }
}

/** For each cell of the matrix the tables of channels with five and with six bits. */
const CELLS = MATRIX.map((row) => row.map((rank) => ({ five: createLevels(rank, 5), six: createLevels(rank, 6) })));

// The threshold is less than 1, so black and white do not change.
function createLevels(rank: number, bits: number): Table {
  const highest = 2 ** bits - 1;
  return createTable((value) => {
    const level = Math.floor(value * highest / 255 + (rank - 0.5) / 16);
    // Expanded to a byte as displays do: the top bits are repeated in the low bits.
    return (level << (8 - bits)) | (level >> (2 * bits - 8));
  });
}
