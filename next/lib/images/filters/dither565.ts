import { createTable, type Table } from "./channel_tables.ts";
import type { Filter } from "./filter.ts";
import { type Pixels, toWords } from "../pixels.ts";

/** Reduces red, green and blue to 5, 6 and 5 bits with ordered dithering. */
export const dither565: Filter<"dither565"> = {
  name: "dither565",
  summary: "a 4×4 ordered dither, then 5, 6 and 5 bits per channel",
  parameters: {},
  isPointOperation: false,
  nsPerPixel: 40,
  createKernel: () => ({ apply: dither }),
};

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

function dither(pixels: Pixels): void {
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

// A function of its own, which V8 compiles as a whole: see toStrips().
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
