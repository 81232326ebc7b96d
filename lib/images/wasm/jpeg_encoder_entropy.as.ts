// AssemblyScript, part of jpeg_encoder.wasm. Huffman encoding of blocks: ITU-T T.81 F.1.2 (DC and AC codes), F.1.2.3
// (byte stuffing). State: the tables that the caller fills in, the bit buffer and the output address. While a block is
// encoded, the bit buffer is in local variables, because globals are slower. A function cannot change its caller's
// locals, so the lines that write 32 bits are repeated.

import { COEFFICIENTS, toIndex, transformBlock } from "./jpeg_encoder_dct.as";
import { findNonzero, ZIGZAG } from "./jpeg_zigzag.as";

// The caller fills these in, first for luma, then for chroma: 64 f32 quantization factors in the order of toIndex(), 16
// DC codes and 256 AC codes by symbol, `code << 8 | length`.
export const FACTORS: usize = memory.data(2 * 64 * 4, 16);
export const DC_CODES: usize = memory.data(2 * 16 * 4, 16);
export const AC_CODES: usize = memory.data(2 * 256 * 4, 16);

/** The most bytes of a block: 64 codes of 26 bits have 208 bytes, and a stuffed zero may follow each. */
export const MAX_BLOCK_BYTES: usize = 512;

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

/** Encodes a block with the tables of luma (0) or chroma (1). Returns its DC coefficient, the next prediction. */
export function encodeBlock(block: usize, rowSamples: i32, tables: usize, prediction: i32): i32 {
  transformBlock(block, <usize>rowSamples * 2, FACTORS + tables * 64 * 4);
  const dc = <i32>load<i16>(COEFFICIENTS), acCodes = AC_CODES + tables * (256 * 4);
  let bits = bitBuffer, count = bitCount, target = outputAddress;
  let value = dc - prediction, size = toSize(value);
  let entry = load<u32>(DC_CODES + tables * (16 * 4) + <usize>size * 4);
  let last: u32 = 0;
  for (let nonzero = findNonzero(COEFFICIENTS, ZIGZAG_INDICES) & ~1;; nonzero &= nonzero - 1) {
    bits = (((bits << (entry & 255)) | (entry >> 8)) << size) | toBits(value, size);
    count += (entry & 255) + size;
    if (count >= 32) {
      count -= 32;
      target = putWord(target, <u32>(bits >> count));
    }
    if (nonzero == 0) break;
    const k = <u32>ctz(nonzero);
    let run = k - last - 1;
    for (; run > 15; run -= 16) {
      entry = load<u32>(acCodes + ZRL * 4);
      bits = (bits << (entry & 255)) | (entry >> 8);
      count += entry & 255;
      if (count >= 32) {
        count -= 32;
        target = putWord(target, <u32>(bits >> count));
      }
    }
    value = <i32>load<i16>(COEFFICIENTS + <usize>load<u8>(COEFFICIENT_INDICES + k) * 2);
    size = toSize(value);
    entry = load<u32>(acCodes + <usize>((run << 4) | size) * 4);
    last = k;
  }
  if (last != 63) {
    entry = load<u32>(acCodes + EOB * 4);
    bits = (bits << (entry & 255)) | (entry >> 8);
    count += entry & 255;
  }
  if (count >= 32) {
    count -= 32;
    target = putWord(target, <u32>(bits >> count));
  }
  bitBuffer = bits;
  bitCount = count;
  outputAddress = target;
  return dc;
}

/** Returns the size category SSSS: how many bits a value has without its sign. */
@inline function toSize(value: i32): u32 {
  return 32 - clz(abs(value));
}

/** Returns the `size` bits after the code; those of a negative value are the lowest bits of the value less one. */
@inline function toBits(value: i32, size: u32): u64 {
  return <u64>((value + (value >> 31)) & ((1 << size) - 1));
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
