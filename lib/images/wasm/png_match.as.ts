// Copies what comes again in a stream. What is copied may overlap itself: then it is repeated.

// How the bytes of a short distance are repeated in a vector: which byte stands where, and how many repeat as a whole.
const REPEATS: usize = memory.data(16 * 16, 16);
const STEPS: usize = memory.data(16, 16);

/** Makes the tables, before anything is copied. */
export function prepareCopies(): void {
  for (let i: usize = 16; i < 256; i++) store<u8>(REPEATS + i, <u8>((i & 15) % (i >> 4)));
  for (let i: usize = 1; i < 16; i++) store<u8>(STEPS + i, <u8>(16 - 16 % i));
}

/** Copies in whole vectors: up to 15 bytes beyond are overwritten. */
@inline
export function copyMatch(target: usize, distance: usize, length: usize): void {
  const end = target + length;
  if (distance >= 16) {
    for (; target < end; target += 16) v128.store(target, v128.load(target - distance));
    return;
  }
  const repeated = i8x16.swizzle(v128.load(target - distance), v128.load(REPEATS + (distance << 4)));
  const step = <usize>load<u8>(STEPS + distance);
  for (; target < end; target += step) v128.store(target, repeated);
}
