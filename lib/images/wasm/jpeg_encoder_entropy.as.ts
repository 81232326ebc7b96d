// AssemblyScript, part of jpeg_encoder.wasm. Huffman encoding of blocks: ITU-T T.81 F.1.2 (DC and AC codes), F.1.2.3
// (byte stuffing). Two passes, because the tables are made for each image: the first converts blocks to tokens and
// counts their symbols, the second encodes the tokens. A token has three bytes: the symbol, then the bits that follow
// its code; the highest bit marks the last token of a block. State: the tables that the caller fills in, the bit buffer
// and the output address. While a block is encoded, the bit buffer is in local variables, because globals are slower.

import { COEFFICIENTS, toIndex, transformBlock } from "./jpeg_encoder_dct.as";
import { findNonzero, ZIGZAG } from "./jpeg_zigzag.as";

/** The symbols of a table, and one more that the caller adds to its counts. */
const SYMBOLS: usize = 257;

// First for luma, then for chroma. The caller fills in 64 f32 quantization factors in the order of toIndex(), and the
// codes of DC and AC by symbol, `code << 8 | length`. The first pass counts the symbols of DC and AC.
export const FACTORS: usize = memory.data(2 * 64 * 4, 16);
export const CODES: usize = memory.data(4 * 256 * 4, 16);
export const COUNTS: usize = memory.data(4 * SYMBOLS * 4, 16);

/** The most bytes of a block: 64 codes of 26 bits have 208 bytes, and a stuffed zero may follow each. */
export const MAX_BLOCK_BYTES: usize = 512;

const TOKEN_BYTES: usize = 3, LAST: u32 = 1 << 23, VALUE_BITS: u32 = 0x7fff;

/** The symbols for a run of 16 zeros, and for the end of a block. */
const ZRL: u32 = 0xf0, EOB: u32 = 0;

/** The zigzag index of each coefficient, and the other way round. */
const ZIGZAG_INDICES: usize = memory.data(64, 16);
const COEFFICIENT_INDICES: usize = memory.data(64, 16);

/** The last bits, in the lowest bits of the buffer: `bitCount`, fewer than 32, are not written yet. */
let bitBuffer: u64 = 0, bitCount: i32 = 0;
/** The address of the next byte. */
export let outputAddress: usize = 0;

/** Starts the entropy-coded data of a scan. */
export function startData(): void {
  bitBuffer = 0;
  bitCount = 0;
  memory.fill(COUNTS, 0, 4 * SYMBOLS * 4);
  for (let k: usize = 0; k < 64; k++) {
    const index = toIndex(load<u8>(ZIGZAG + k));
    store<u8>(ZIGZAG_INDICES + index, <u8>k);
    store<u8>(COEFFICIENT_INDICES + k, <u8>index);
  }
}

/** Sets the address of the next byte. */
export function setOutput(address: usize): void {
  outputAddress = address;
}

/** Writes the last bits, padded with ones (F.1.2.3). Seven ones complete a byte; those too many stay unwritten. */
export function finishData(): void {
  bitBuffer = (bitBuffer << 7) | 0x7f;
  bitCount += 7;
  for (; bitCount >= 8; bitCount -= 8) outputAddress = putByte(outputAddress, <u8>(bitBuffer >> (bitCount - 8)));
}

/** Converts a block of luma (0) or chroma (1) to tokens. Returns its DC coefficient, the next prediction. */
export function tokenizeBlock(block: usize, rowSamples: i32, tables: usize, prediction: i32): i32 {
  transformBlock(block, <usize>rowSamples * 2, FACTORS + tables * 64 * 4);
  const dcCounts = COUNTS + tables * (2 * SYMBOLS * 4), acCounts = dcCounts + SYMBOLS * 4;
  const dc = <i32>load<i16>(COEFFICIENTS);
  let target = putToken(outputAddress, dcCounts, 0, dc - prediction);
  let last: u32 = 0;
  for (let nonzero = findNonzero(COEFFICIENTS, ZIGZAG_INDICES) & ~1; nonzero != 0; nonzero &= nonzero - 1) {
    const k = <u32>ctz(nonzero);
    let run = k - last - 1;
    for (; run > 15; run -= 16) target = putToken(target, acCounts, ZRL, 0);
    const value = <i32>load<i16>(COEFFICIENTS + <usize>load<u8>(COEFFICIENT_INDICES + k) * 2);
    target = putToken(target, acCounts, run << 4, value);
    last = k;
  }
  if (last != 63) target = putToken(target, acCounts, EOB, 0);
  store<u32>(target - TOKEN_BYTES, load<u32>(target - TOKEN_BYTES) | LAST);
  outputAddress = target;
  return dc;
}

/** Writes the tokens of a luma block outside of the image: it repeats the last DC coefficient and has no others. */
export function tokenizeEmptyBlock(): void {
  const target = putToken(putToken(outputAddress, COUNTS, 0, 0), COUNTS + SYMBOLS * 4, EOB, 0);
  store<u32>(target - TOKEN_BYTES, LAST);
  outputAddress = target;
}

/** Encodes the tokens of a block of luma (0) or chroma (1). Returns the address of the next block. */
export function encodeBlock(source: usize, tables: usize): usize {
  const acCodes = CODES + tables * (2 * 256 * 4) + 256 * 4;
  let bits = bitBuffer, count = bitCount, target = outputAddress;
  let token = load<u32>(source), entry = load<u32>(acCodes - 256 * 4 + <usize>(token & 255) * 4);
  for (;;) {
    // The size of the bits is in the lowest four bits of a symbol.
    const size = token & 15;
    bits = (((bits << (entry & 255)) | (entry >> 8)) << size) | <u64>((token >> 8) & VALUE_BITS);
    count += (entry & 255) + size;
    if (count >= 32) {
      count -= 32;
      target = putWord(target, <u32>(bits >> count));
    }
    source += TOKEN_BYTES;
    if (token & LAST) break;
    token = load<u32>(source);
    entry = load<u32>(acCodes + <usize>(token & 255) * 4);
  }
  bitBuffer = bits;
  bitCount = count;
  outputAddress = target;
  return source;
}

/** Writes a token for a value after a run, which is in the highest four bits of the symbol, and counts the symbol. */
@inline function putToken(target: usize, counts: usize, run: u32, value: i32): usize {
  const size = toSize(value), symbol = run | size, counter = counts + <usize>symbol * 4;
  store<u32>(counter, load<u32>(counter) + 1);
  store<u32>(target, symbol | (toBits(value, size) << 8));
  return target + TOKEN_BYTES;
}

/** Returns the size category SSSS: how many bits a value has without its sign. */
@inline function toSize(value: i32): u32 {
  return 32 - clz(abs(value));
}

/** Returns the `size` bits after the code; those of a negative value are the lowest bits of the value less one. */
@inline function toBits(value: i32, size: u32): u32 {
  return (value + (value >> 31)) & ((1 << size) - 1);
}

/** Writes 32 bits, with a stuffed zero after each 0xff so that no marker appears. */
@inline function putWord(target: usize, word: u32): usize {
  // Not 0 if a byte of the word is 0xff, that is, if a byte of its complement is 0.
  if ((~word - 0x01010101) & word & 0x80808080) return putBytes(target, word);
  store<u32>(target, bswap(word));
  return target + 4;
}

function putBytes(target: usize, word: u32): usize {
  for (let shift: i32 = 24; shift >= 0; shift -= 8) target = putByte(target, <u8>(word >> shift));
  return target;
}

@inline function putByte(target: usize, byte: u8): usize {
  store<u8>(target, byte);
  if (byte != 0xff) return target + 1;
  store<u8>(target, 0, 1);
  return target + 2;
}
