// AssemblyScript, part of jpeg_decoder.wasm: reads the coefficients of a block. What is read bit by bit lives in local
// variables, as memory is too slow for it.

import { markDamaged, reader } from "./jpeg_decoder_bits.as";
import { END_OF_BLOCK, LOOK_SHIFT, OUTSIZE, resolve } from "./jpeg_decoder_huffman.as";
import { ZIGZAG } from "./jpeg_zigzag.as";

/** The bytes of a block's coefficients. */
export const BLOCK_BYTES: usize = 64 * 2;

/** As many bits as a code and its number can have. */
export const MIN_BITS: i32 = 31;

/** Where a block keeps the coefficients, in the order of the file. Those beyond its end all go behind it. */
export const PLACES: usize = memory.data(64 + <usize>END_OF_BLOCK + 16, 16);

/** Which place each coefficient of a block has. */
export const RANKS: usize = memory.data(64, 16);

/** Fills in both. */
export function makePlaces(): void {
  memory.fill(PLACES, <u8>BLOCK_BYTES, 64 + <usize>END_OF_BLOCK + 16);
  for (let place: usize = 0; place < 64; place++) {
    const index = <usize>load<u8>(ZIGZAG + place);
    store<u8>(PLACES + place, <u8>(index * 2));
    store<u8>(RANKS + index, <u8>place);
  }
}

/**
 * Reads a block of a sequential scan into zeros, with room for one coefficient behind them. Returns the number of
 * coefficients up to the last that is not 0.
 */
export function readBlock(block: usize, dc: usize, ac: usize, lastDc: i32): i32 {
  let bits = reader.bits, count = reader.count, next = reader.next;
  bits |= load<u64>(next) >> count;
  next -= (63 - count) >> 3;
  count |= 56;
  let entry = load<u32>(dc + (<usize>(bits >> LOOK_SHIFT) << 2));
  if (entry & OUTSIZE) entry = resolve(dc, entry, bits);
  bits <<= entry;
  count -= entry & 31;
  store<i16>(block, <i16>(lastDc + (<i32>entry >> 16)));
  let place: u32 = entry & 31 ? 1 : 64;
  while (place < 64) {
    if (count < MIN_BITS) {
      bits |= load<u64>(next) >> count;
      next -= (63 - count) >> 3;
      count |= 56;
    }
    entry = load<u32>(ac + (<usize>(bits >> LOOK_SHIFT) << 2));
    if (entry & OUTSIZE) entry = resolve(ac, entry, bits);
    bits <<= entry;
    count -= entry & 31;
    place += (entry >> 8) & 255;
    store<i16>(block + load<u8>(PLACES + place), <i16>(entry >> 16));
    place++;
  }
  reader.bits = bits;
  reader.count = count;
  reader.next = next;
  if ((entry & 31) == 0) markDamaged();
  return place > END_OF_BLOCK ? place - END_OF_BLOCK - 1 : 64;
}
