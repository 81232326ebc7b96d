// AssemblyScript, part of jpeg_decoder.wasm and jpeg_encoder.wasm: interleaves two vectors of eight lanes, as ZIP1 and
// ZIP2 of ARM do. Interleaving eight rows with those four below them, three times in a row, transposes a block.

/** Returns the lower lanes of both vectors alternately. */
@inline export function zipLow(first: v128, second: v128): v128 {
  return i16x8.shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11);
}

/** Returns the higher lanes of both vectors alternately. */
@inline export function zipHigh(first: v128, second: v128): v128 {
  return i16x8.shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
}
