// The tables of ITU-T T.81, Annex K. Almost every file uses them, because they suit photographs at any quality.

/** The quantization tables K.1 (luma) and K.2 (chroma), in row-major order. */
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

/** The DC tables K.3 (luma) and K.4 (chroma). */
export const DC_TABLES: readonly HuffmanTable[] = [
  Uint8Array.fromHex("00010501010101010100000000000000000102030405060708090a0b"),
  Uint8Array.fromHex("00030101010101010101010000000000000102030405060708090a0b"),
];

/** The AC tables K.5 (luma) and K.6 (chroma). */
export const AC_TABLES: readonly HuffmanTable[] = [
  Uint8Array.fromHex(
    "0002010303020403050504040000017d" +
      "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738" +
      "393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4" +
      "a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
  ),
  Uint8Array.fromHex(
    "00020102040403040705040400010277" +
      "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a353637" +
      "38393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2" +
      "a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
  ),
];

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
