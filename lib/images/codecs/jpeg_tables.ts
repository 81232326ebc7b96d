/** The quantization tables K.1 (luma) and K.2 (chroma) of ITU-T T.81, in row-major order. */
const QUANTIZATION: readonly (readonly number[])[] = [
  [
    ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
    ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
    ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
  ],
  [
    ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
    ...[47, 66, 99, 99, 99, 99, 99, 99, ...Array<number>(32).fill(99)],
  ],
];

/** Returns the tables for luma and chroma, scaled to a quality from 1 to 100 like libjpeg does. */
export function createQuantization(quality: number): readonly (readonly number[])[] {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scale = (value: number) => Math.min(Math.max(Math.floor((value * percent + 50) / 100), 1), 255);
  return QUANTIZATION.map((table) => table.map(scale));
}

/** A Huffman table: BITS, the number of codes of each length from 1 to 16, then HUFFVAL, the symbols in code order. */
export type HuffmanTable = ArrayLike<number>;

/** Maps a zigzag index to the position of the coefficient in its block: row times 8, plus column (figure A.6). */
export const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, position) => position).sort((a, b) =>
  toDiagonal(a) - toDiagonal(b) || (toDiagonal(a) % 2 === 0 ? b - a : a - b)
);

/** Returns the code of each symbol as `code << 8 | length` (Annex C). */
export function createCodes(table: HuffmanTable): Uint32Array<ArrayBuffer> {
  const codes = new Uint32Array(256);
  for (let length = 1, code = 0, next = 16; length <= 16; length++, code <<= 1) {
    for (let i = table[length - 1]!; i > 0; i--) codes[table[next++]!] = (code++ << 8) | length;
  }
  return codes;
}

function toDiagonal(position: number): number {
  return (position >> 3) + (position & 7);
}
