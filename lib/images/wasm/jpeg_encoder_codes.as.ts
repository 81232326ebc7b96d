// AssemblyScript, part of jpeg_encoder.wasm: Huffman coding of blocks. Bits on their way out live in local variables
// while a block is packed, as memory is too slow for them.

import { COEFFICIENTS, toIndex, transformBlock } from "./jpeg_encoder_transform.as";
import { ZIGZAG } from "./jpeg_zigzag.as";

// What the caller fills in: for luma and chroma 64 factors, then the codes of each, `code << 8 | length`.
export const FACTORS: usize = memory.data(2 * 64 * 4, 16);
export const DC_CODES: usize = memory.data(2 * 16 * 4, 16);
export const AC_CODES: usize = memory.data(2 * 256 * 4, 16);

/** The most bytes that a block can take: 64 codes of 26 bits, each byte followed by a zero. */
export const MAX_BLOCK_BYTES: usize = 512;

/** The codes for 16 zeros, and for the end of a block. */
const SIXTEEN_ZEROS: u32 = 0xf0, END_OF_BLOCK: u32 = 0;

/** Which place in the file each coefficient of a block has, and the other way round. */
const PLACES: usize = memory.data(64, 16);
const ORIGINS: usize = memory.data(64, 16);

let bits: u64 = 0;
let bitCount: i32 = 0;
let at: usize = 0;

/** Starts a file. */
export function startFile(): void {
  bits = 0;
  bitCount = 0;
  for (let place: usize = 0; place < 64; place++) {
    const index = toIndex(load<u8>(ZIGZAG + place));
    store<u8>(PLACES + index, <u8>place);
    store<u8>(ORIGINS + place, <u8>index);
  }
}

/** Starts to write at an address. */
export function startAt(address: usize): void {
  at = address;
}

/** Where the next byte goes. */
export function end(): usize {
  return at;
}

/** Writes what is left, filled up with ones. */
export function finishFile(): void {
  bits = (bits << 7) | 0x7f;
  bitCount += 7;
  for (; bitCount >= 8; bitCount -= 8) at = putByte(at, <u8>(bits >> (bitCount - 8)));
}

/** Packs one block; `kind` is 0 for luma, 1 for chroma. Returns its mean, from which the next one's is counted. */
export function packBlock(block: usize, rowSamples: i32, kind: usize, lastDc: i32): i32 {
  transformBlock(block, <usize>rowSamples * 2, FACTORS + kind * 64 * 4);
  const dc = <i32>load<i16>(COEFFICIENTS), codes = AC_CODES + kind * 1024;
  let out = bits, count = bitCount, to = at;
  let value = dc - lastDc, size = toSize(value);
  let entry = load<u32>(DC_CODES + kind * 64 + <usize>size * 4);
  let last: u32 = 0;
  for (let places = findPlaces();; places &= places - 1) {
    out = (((out << (entry & 255)) | (entry >> 8)) << size) | toBits(value, size);
    count += (entry & 255) + size;
    if (count >= 32) {
      count -= 32;
      to = putWord(to, <u32>(out >> count));
    }
    if (places == 0) break;
    const place = <u32>ctz(places);
    let zeros = place - last - 1;
    for (; zeros > 15; zeros -= 16) {
      entry = load<u32>(codes + SIXTEEN_ZEROS * 4);
      out = (out << (entry & 255)) | (entry >> 8);
      count += entry & 255;
      if (count >= 32) {
        count -= 32;
        to = putWord(to, <u32>(out >> count));
      }
    }
    value = <i32>load<i16>(COEFFICIENTS + <usize>load<u8>(ORIGINS + place) * 2);
    size = toSize(value);
    entry = load<u32>(codes + <usize>((zeros << 4) | size) * 4);
    last = place;
  }
  if (last != 63) {
    entry = load<u32>(codes + END_OF_BLOCK * 4);
    out = (out << (entry & 255)) | (entry >> 8);
    count += entry & 255;
  }
  if (count >= 32) {
    count -= 32;
    to = putWord(to, <u32>(out >> count));
  }
  bits = out;
  bitCount = count;
  at = to;
  return dc;
}

/** Finds the coefficients that are not 0, as bits in the file's order. The first is the mean, which does not count. */
@inline
function findPlaces(): u64 {
  let found: u64 = 0, places: u64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const rows = COEFFICIENTS + i * 32;
    const zeros = i8x16.eq(i8x16.narrow_i16x8_s(v128.load(rows), v128.load(rows, 16)), i8x16.splat(0));
    found |= <u64>(~i8x16.bitmask(zeros) & 0xffff) << (i * 16);
  }
  for (found &= ~1; found != 0; found &= found - 1) places |= <u64>1 << load<u8>(PLACES + <usize>ctz(found));
  return places;
}

/** How many bits a number takes, its sign left out. */
@inline
function toSize(value: i32): u32 {
  return 32 - clz(abs(value));
}

/** A number's bits; of a negative one those of one less. */
@inline
function toBits(value: i32, size: u32): u64 {
  return <u64>((value + (value >> 31)) & ((1 << size) - 1));
}

/** Writes 32 bits. A byte of ones is followed by a zero, so that it is no marker. */
@inline
function putWord(to: usize, word: u32): usize {
  if ((~word - 0x01010101) & word & 0x80808080) return putBytes(to, word);
  store<u32>(to, bswap(word));
  return to + 4;
}

function putBytes(to: usize, word: u32): usize {
  for (let shift: i32 = 24; shift >= 0; shift -= 8) to = putByte(to, <u8>(word >> shift));
  return to;
}

@inline
function putByte(to: usize, byte: u8): usize {
  store<u8>(to, byte);
  if (byte != 0xff) return to + 1;
  store<u8>(to, 0, 1);
  return to + 2;
}
