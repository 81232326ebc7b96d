// AssemblyScript, part of jpeg_decoder.wasm and jpeg_encoder.wasm: the zigzag sequence of ITU-T T.81, figure A.6.

/** Maps a zigzag index to the position of the coefficient in its block: row times 8, plus column. */
export const ZIGZAG: usize = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
  28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
  47, 55, 62, 63,
]);

/** Which bytes of each of four vectors belong into each of four vectors in zigzag order. */
const LANES: usize = memory.data(4 * 4 * 16, 16);

/** Prepares {@linkcode findNonzero} for blocks in which the coefficient of each zigzag index is at the given index. */
export function initLanes(indices: usize): void {
  // A lane that does not exist results in 0.
  memory.fill(LANES, 0xff, 4 * 4 * 16);
  for (let k: usize = 0; k < 64; k++) {
    const index = <usize>load<u8>(indices + k);
    store<u8>(LANES + (k >> 4) * 64 + (index >> 4) * 16 + (k & 15), <u8>(index & 15));
  }
}

/** Returns the nonzero coefficients of a block as a set of bits by zigzag index. */
@inline export function findNonzero(block: usize): u64 {
  const a = findZeros(block), b = findZeros(block + 32), c = findZeros(block + 64), d = findZeros(block + 96);
  let zeros: u64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const lanes = LANES + i * 64;
    const left = v128.or(i8x16.swizzle(a, v128.load(lanes)), i8x16.swizzle(b, v128.load(lanes, 16)));
    const right = v128.or(i8x16.swizzle(c, v128.load(lanes, 32)), i8x16.swizzle(d, v128.load(lanes, 48)));
    zeros |= <u64>i8x16.bitmask(v128.or(left, right)) << (i * 16);
  }
  return ~zeros;
}

/** Returns which of 16 coefficients are zero. One that saturates is still nonzero. */
@inline function findZeros(address: usize): v128 {
  return i8x16.eq(i8x16.narrow_i16x8_s(v128.load(address), v128.load(address, 16)), i8x16.splat(0));
}
