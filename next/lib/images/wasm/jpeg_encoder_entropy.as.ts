// AssemblyScript, part of jpeg_encoder.wasm. Huffman encoding of blocks: ITU-T T.81 F.1.2 (DC and AC codes), F.1.2.3
// (byte stuffing). Two passes, because the tables are made for each image: the first converts blocks to tokens and
// counts their symbols, the second encodes the tokens. A token has three bytes, from the lowest bit: its symbol (8),
// the table of the symbol (2), and the bits that follow the code (14). State: the tables that the caller fills in, the
// bit buffer and the output address.

import { COEFFICIENTS, toIndex, transformBlock } from "./jpeg_encoder_dct.as";
import { findNonzero, initLanes, ZIGZAG } from "./jpeg_zigzag.as";

// The caller fills in 64 i16 quantization factors in the order of toIndex(), first for luma, then for chroma, and for
// each token without its bits `bits << 5 | length`: the code, zeros in place of the token's bits, and the length of
// both. The first pass counts the symbols of each table: DC and AC for luma, then for chroma.
export const FACTORS: usize = memory.data(2 * 64 * 2, 16);
export const CODES: usize = memory.data(4 * 256 * 4, 16);
export const COUNTS: usize = memory.data(4 * 256 * 4, 16);

/**
 * The most bytes of an encoded block: 64 codes of 26 bits have 208 bytes, then again with a stuffed zero after each.
 */
export const MAX_BLOCK_BYTES: usize = 3 * 208;

const TOKEN_BYTES: usize = 3, TABLE: u32 = 1 << 8, VALUE_SHIFT: u32 = 10, CODE_INDEX: u32 = 0x3ff;

/** The symbols for a run of 16 zeros, for the end of a block, and one that does not exist, whose code is empty. */
const ZRL: u32 = 0xf0, EOB: u32 = 0, RESERVED_SYMBOL: u32 = 0x10;

/** The index of each coefficient by zigzag index. */
const COEFFICIENT_INDICES: usize = memory.data(64, 16);

/** The last bits, from the most significant one: `bitCount`, fewer than 8, are not written yet. */
let bitBuffer: u64 = 0, bitCount: u64 = 0;
/** The address of the next byte. */
export let outputAddress: usize = 0;

/** Starts the entropy-coded data of a scan. */
export function startData(): void {
  bitBuffer = bitCount = 0;
  memory.fill(COUNTS, 0, 4 * 256 * 4);
  for (let k: usize = 0; k < 64; k++) store<u8>(COEFFICIENT_INDICES + k, <u8>toIndex(load<u8>(ZIGZAG + k)));
  initLanes(COEFFICIENT_INDICES);
}

/** Sets the address of the next byte. */
export function setOutput(address: usize): void {
  outputAddress = address;
}

/** Converts a block of luma (0) or chroma (1) to tokens. Returns its DC coefficient, the next prediction. */
export function tokenizeBlock(block: usize, rowSamples: i32, component: u32, prediction: i32): i32 {
  transformBlock(block, <usize>rowSamples * 2, FACTORS + <usize>component * 64 * 2);
  const dcTable = component * 2 * TABLE, acTable = dcTable + TABLE;
  const dc = <i32>load<i16>(COEFFICIENTS);
  let target = putToken(outputAddress, dcTable, dc - prediction);
  let last: u32 = 0;
  for (let nonzero = findNonzero(COEFFICIENTS) & ~1; nonzero != 0; nonzero &= nonzero - 1) {
    const k = <u32>ctz(nonzero);
    let run = k - last - 1;
    for (; run > 15; run -= 16) target = putToken(target, acTable | ZRL, 0);
    const value = <i32>load<i16>(COEFFICIENTS + <usize>load<u8>(COEFFICIENT_INDICES + k) * 2);
    target = putToken(target, acTable | (run << 4), value);
    last = k;
  }
  if (last != 63) target = putToken(target, acTable | EOB, 0);
  outputAddress = target;
  return dc;
}

/** Writes the tokens of a luma block outside of the image: it repeats the last DC coefficient and has no others. */
export function tokenizeEmptyBlock(): void {
  outputAddress = putToken(putToken(outputAddress, 0, 0), TABLE | EOB, 0);
}

/** Writes a token without bits if the number of tokens from `start` is odd, because they are encoded in pairs. */
export function padTokens(start: usize): void {
  store<u32>(outputAddress, RESERVED_SYMBOL);
  outputAddress += (outputAddress - start) % (2 * TOKEN_BYTES);
}

/** Encodes pairs of tokens. The bytes before `top`, where they are written from the end, must be unused. */
export function encodeTokens(source: usize, end: usize, top: usize): void {
  let bits = bitBuffer, count = bitCount, target = top;
  // Writing eight bytes for each pair takes half the time of a test whether they are full.
  for (; source < end; source += 2 * TOKEN_BYTES) {
    const first = load<u32>(source), second = load<u32>(source, TOKEN_BYTES);
    const code1 = codeOf(first), code2 = codeOf(second);
    const length2 = code2 & 31;
    count += <u64>((code1 & 31) + length2);
    bits |= ((toBits(first, code1) << length2) | toBits(second, code2)) << (64 - count);
    store<u64>(target - 8, bits);
    target -= <usize>(count >> 3);
    bits <<= count & ~7;
    count &= 7;
  }
  bitBuffer = bits;
  bitCount = count;
  putStuffed(top, target);
}

/** Writes the last bits, padded with ones (F.1.2.3). */
export function finishData(top: usize): void {
  store<u64>(top - 8, bitBuffer | (<u64>-1 >> bitCount));
  if (bitCount > 0) putStuffed(top, top - 1);
}

/** Writes a token for a value after a run, which is in the highest four bits of the symbol, and counts the symbol. */
@inline function putToken(target: usize, symbol: u32, value: i32): usize {
  // The size category SSSS: how many bits the value has without its sign.
  const size = 32 - clz(abs(value)), counter = COUNTS + <usize>(symbol | size) * 4;
  store<u32>(counter, load<u32>(counter) + 1);
  // The bits of a negative value are the lowest ones of the value less one.
  store<u32>(target, symbol | size | (((value + (value >> 31)) & ((1 << size) - 1)) << VALUE_SHIFT));
  return target + TOKEN_BYTES;
}

@inline function codeOf(token: u32): u32 {
  return load<u32>(CODES + <usize>(token & CODE_INDEX) * 4);
}

/** Returns a code and the bits after it. */
@inline function toBits(token: u32, code: u32): u64 {
  return <u64>((code >> 5) | ((token & 0xffffff) >> VALUE_SHIFT));
}

/** Writes the bytes from `source` down to `end`, with a stuffed zero after each 0xff so that no marker appears. */
function putStuffed(source: usize, end: usize): void {
  let target = outputAddress;
  while (source > end) {
    const bytes = v128.load(source - 16);
    const reversed = i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    v128.store(target, reversed);
    // The additional bit makes it 16 if no byte is 0xff.
    const before = min(<usize>ctz(i8x16.bitmask(i8x16.eq(reversed, i8x16.splat(-1))) | 0x10000), source - end);
    source -= before;
    target += before;
    if (before == 16 || source == end) continue;
    store<u16>(target, 0x00ff);
    source--;
    target += 2;
  }
  outputAddress = target;
}
