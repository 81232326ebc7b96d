// AssemblyScript, part of jpeg_decoder.wasm: reads what a scan of a progressive file adds to a block: some of its
// coefficients, `shift` bits short, or one bit more of those that are known.

import { markDamaged, reader } from "./jpeg_decoder_bits.as";
import { MIN_BITS, PLACES, RANKS } from "./jpeg_decoder_blocks.as";
import { END_OF_BLOCK, END_OF_BLOCKS, LOOK_SHIFT, OUTSIZE, resolve } from "./jpeg_decoder_huffman.as";

/** Reads a block's mean, as a difference from the last. Returns it. */
export function readDc(block: usize, dc: usize, lastDc: i32, shift: i32): i32 {
  refill();
  let entry = load<u32>(dc + (<usize>(reader.bits >> LOOK_SHIFT) << 2));
  if (entry & OUTSIZE) entry = resolve(dc, entry, reader.bits);
  if ((entry & 31) == 0) markDamaged();
  reader.bits <<= entry;
  reader.count -= entry & 31;
  const value = lastDc + (<i32>entry >> 16);
  store<i16>(block, <i16>(value << shift));
  return value;
}

/** Reads one bit more of a block's mean. */
export function refineDc(block: usize, shift: i32): void {
  refill();
  store<i16>(block, <i16>(load<i16>(block) | (<i32>(reader.bits >> 63) << shift)));
  reader.bits <<= 1;
  reader.count--;
}

/** Reads the coefficients from place `start` to `end`. */
export function readAc(block: usize, ac: usize, start: u32, end: u32, shift: i32): void {
  if (reader.endedBlocks > 0) {
    reader.endedBlocks--;
    return;
  }
  let bits = reader.bits, count = reader.count, next = reader.next;
  for (let place = start; place <= end; place++) {
    if (count < MIN_BITS) {
      bits |= load<u64>(next) >> count;
      next -= (63 - count) >> 3;
      count |= 56;
    }
    let entry = load<u32>(ac + (<usize>(bits >> LOOK_SHIFT) << 2));
    if (entry & OUTSIZE) entry = resolve(ac, entry, bits);
    bits <<= entry;
    count -= entry & 31;
    const zeros = (entry >> 8) & 255;
    if (entry & END_OF_BLOCKS) {
      reader.endedBlocks = toEnded(bits, zeros) - 1;
      bits <<= zeros;
      count -= zeros;
      break;
    }
    place += zeros;
    if (place > end) {
      markDamaged();
      break;
    }
    store<i16>(block + load<u8>(PLACES + place), <i16>((<i32>entry >> 16) << shift));
  }
  reader.bits = bits;
  reader.count = count;
  reader.next = next;
}

/** Reads one bit more of the coefficients from place `start` to `end`, and those that come into being by it. */
export function refineAc(block: usize, ac: usize, start: u32, end: u32, shift: i32): void {
  let bits = reader.bits, count = reader.count, next = reader.next, ended = reader.endedBlocks;
  let known = findKnown(block) & (<u64>-1 << start) & (<u64>-1 >> (63 - end));
  for (let place = start; place <= end && (known != 0 || ended == 0); place++) {
    let zeros = END_OF_BLOCK, value = 0;
    if (ended == 0) {
      if (count < MIN_BITS) {
        bits |= load<u64>(next) >> count;
        next -= (63 - count) >> 3;
        count |= 56;
      }
      let entry = load<u32>(ac + (<usize>(bits >> LOOK_SHIFT) << 2));
      if (entry & OUTSIZE) entry = resolve(ac, entry, bits);
      bits <<= entry;
      count -= entry & 31;
      zeros = (entry >> 8) & 255;
      value = <i32>entry >> 16;
      // A new one has but one bit.
      if ((entry & 31) == 0 || abs(value) > 1) markDamaged();
      if (entry & END_OF_BLOCKS) {
        ended = toEnded(bits, zeros);
        bits <<= zeros;
        count -= zeros;
        zeros = END_OF_BLOCK;
      }
    }
    // Those that are known stand between the zeros, each with a bit of its own.
    for (; known != 0; known &= known - 1) {
      const at = <u32>ctz(known);
      if (place + zeros < at) break;
      zeros -= at - place;
      place = at + 1;
      if (count == 0) {
        bits = load<u64>(next);
        next -= 7;
        count = 56;
      }
      refine(block + load<u8>(PLACES + at), <i64>bits < 0, shift);
      bits <<= 1;
      count--;
    }
    place += zeros;
    if (place <= end) store<i16>(block + load<u8>(PLACES + place), <i16>(value << shift));
  }
  reader.bits = bits;
  reader.count = count;
  reader.next = next;
  reader.endedBlocks = max(ended - 1, 0);
}

/** Finds the places of the coefficients that are not 0. */
@inline
function findKnown(block: usize): u64 {
  let found: u64 = 0, known: u64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const rows = block + i * 32;
    const zeros = i8x16.eq(i8x16.narrow_i16x8_s(v128.load(rows), v128.load(rows, 16)), i8x16.splat(0));
    found |= <u64>(~i8x16.bitmask(zeros) & 0xffff) << (i * 16);
  }
  for (; found != 0; found &= found - 1) known |= <u64>1 << load<u8>(RANKS + <usize>ctz(found));
  return known;
}

/** Moves a coefficient away from 0 by its next bit. */
@inline
function refine(address: usize, isSet: bool, shift: i32): void {
  const known = <i32>load<i16>(address);
  if (!isSet || (known >> shift & 1) != 0) return;
  store<i16>(address, <i16>(known > 0 ? known + (1 << shift) : known - (1 << shift)));
}

@inline
function refill(): void {
  if (reader.count >= MIN_BITS) return;
  reader.bits |= load<u64>(reader.next) >> reader.count;
  reader.next -= (63 - reader.count) >> 3;
  reader.count |= 56;
}

/** How many blocks end: a power of two, and more in the bits that follow. */
@inline
function toEnded(bits: u64, power: u32): i32 {
  return (1 << power) + (power == 0 ? 0 : <i32>(bits >> (64 - power)));
}
