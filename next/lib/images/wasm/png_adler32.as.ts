// AssemblyScript, part of png.wasm. The Adler-32 checksum (RFC 1950, 2.2 and 9): the sum of all bytes, and the sum of
// those sums, both modulo 65521. State: none.

const BASE: u32 = 65521;

/** So few bytes, in whole vectors, that their sums fit into 32 bits. The most would be 5552, which is zlib's NMAX. */
const MAX_BYTES: usize = 5536;

/** Continues a checksum, which is 1 at first, with the bytes from `start` to `end`. */
export function adler32(sum: u32, start: usize, end: usize): u32 {
  let low = sum & 0xffff, high = sum >> 16;
  for (let address = start; address < end;) {
    const stop = min(address + MAX_BYTES, end);
    const vectors = address + ((stop - address) & ~15);
    // Each byte adds the first sum to the second: `low`, the vectors before its own (`earlier`), and its own vector.
    high += low * <u32>(vectors - address);
    let lows = i32x4.splat(0), highs = i32x4.splat(0), earlier = i32x4.splat(0);
    for (; address < vectors; address += 16) {
      const bytes = v128.load(address);
      earlier = i32x4.add(earlier, lows);
      lows = i32x4.add(lows, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      highs = i32x4.add(highs, weigh(bytes));
    }
    high += total(highs) + 16 * total(earlier);
    low += total(lows);
    for (; address < stop; address++) {
      low += load<u8>(address);
      high += low;
    }
    low %= BASE;
    high %= BASE;
  }
  return (high << 16) | low;
}

/** Sums 16 bytes, of which the first counts 16 times and the last once. */
@inline function weigh(bytes: v128): v128 {
  const first = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9));
  return i32x4.add(first, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1)));
}

@inline function total(sums: v128): u32 {
  const pairs = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}
