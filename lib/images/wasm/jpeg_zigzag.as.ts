// AssemblyScript, part of jpeg_decoder.wasm and jpeg_encoder.wasm: the zigzag sequence of ITU-T T.81, figure A.6.

/** Maps a zigzag index to the position of the coefficient in its block: row times 8, plus column. */
export const ZIGZAG: usize = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
  28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
  47, 55, 62, 63,
]);

/** Returns the nonzero coefficients as a set of bits by zigzag index, which `indices` has for each coefficient. */
@inline export function findNonzero(block: usize, indices: usize): u64 {
  let found: u64 = 0, nonzero: u64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    // Two rows of 16-bit coefficients become 16 bytes; a coefficient that saturates is still nonzero.
    const rows = block + i * 32;
    const zeros = i8x16.eq(i8x16.narrow_i16x8_s(v128.load(rows), v128.load(rows, 16)), i8x16.splat(0));
    found |= <u64>(~i8x16.bitmask(zeros) & 0xffff) << (i * 16);
  }
  for (; found != 0; found &= found - 1) nonzero |= <u64>1 << load<u8>(indices + <usize>ctz(found));
  return nonzero;
}
