// AssemblyScript, part of jpeg_decoder.wasm. Entropy decoding of data units: ITU-T T.81 F.2.2 (sequential), G.2
// (progressive), B.1.1.5 and E.2.4 (byte stuffing and restart markers). State: the scan's bytes, the entropy-coded
// segment that is read, the bit buffer and the EOB run.
//
// Each entropy-coded segment (up to the next restart marker) is first copied without stuffed bytes and in reverse byte
// order. Then one plain 64-bit load refills the bit buffer, with the next bit on top, and no byte is inspected again.
// While a data unit is decoded, the bit buffer lives in local variables: globals and memory are too slow for it.

import { EOB_RUN, INCOMPLETE, LOOKUP_SHIFT, resolve, TO_BLOCK_END } from "./jpeg_decoder_huffman.as";
import { findNonzero, ZIGZAG } from "./jpeg_zigzag.as";

/** The bytes of a block's coefficients. */
export const BLOCK_BYTES: usize = 64 * 2;

/** Zeros behind a segment, more than one data unit can read past its end: 64 values of 15 bits with codes of 16. */
const PADDING: usize = 512;

/** The most bits that a code and its value have together. */
const MIN_BITS: i32 = 31;

/** The byte offset of each zigzag index in a block. All indices from 64 on lead to one spare coefficient behind it. */
const BLOCK_OFFSETS: usize = memory.data(64 + <usize>TO_BLOCK_END + 16, 16);
/** The zigzag index of each position in a block. */
const ZIGZAG_INDICES: usize = memory.data(64, 16);

/** The scan's bytes that were not copied yet. */
let source: usize = 0;
let sourceEnd: usize = 0;
/** The copied segment, from its first byte downwards. */
let segmentTop: usize = 0;
let segmentBottom: usize = 0;
let segmentCount: i32 = 0;

/** The next bits, from the top, and how many of them are valid. */
let bitBuffer: u64 = 0;
let bitCount: i32 = 0;
/** Where the next bits are loaded from, downwards. Below the limit the data is invalid. */
let nextBits: usize = 0;
let bitsLimit: usize = 0;
/** EOBRUN: how many more blocks of a progressive scan have no further coefficients. */
let eobRun: i32 = 0;

/** Fills the zigzag tables. */
export function initZigzag(): void {
  memory.fill(BLOCK_OFFSETS, <u8>BLOCK_BYTES, 64 + <usize>TO_BLOCK_END + 16);
  for (let k: usize = 0; k < 64; k++) {
    const position = <usize>load<u8>(ZIGZAG + k);
    store<u8>(BLOCK_OFFSETS + k, <u8>(position * 2));
    store<u8>(ZIGZAG_INDICES + position, <u8>k);
  }
}

/** Returns the size of the buffer that a scan needs: its bytes, and behind them the copied segment. */
export function toScanBufferBytes(length: usize): usize {
  return 2 * length + PADDING + 64;
}

/** Starts to decode the `length` bytes at the start of a scan buffer. */
export function startEntropyData(buffer: usize, length: usize): void {
  source = buffer;
  sourceEnd = buffer + length;
  // Ends the copy of a segment that lacks its marker.
  v128.store(sourceEnd, i8x16.splat(-1));
  segmentTop = buffer + toScanBufferBytes(length);
  segmentCount = 0;
  startSegment();
}

/** Continues behind a restart marker. Returns whether it is the expected RSTm and the segment before is complete. */
export function restart(): bool {
  const isExpected = source + 2 <= sourceEnd && load<u8>(source, 1) == 0xd0 + (segmentCount - 1 & 7);
  if (!isComplete() || !isExpected) return false;
  source += 2;
  startSegment();
  return true;
}

/** Returns whether no more bits were read than the segment has. */
export function isComplete(): bool {
  return isValid() && <isize>(segmentBottom - 8 - nextBits) * 8 <= bitCount;
}

/** Returns whether it is safe to decode another data unit. */
@inline export function isValid(): bool {
  return nextBits >= bitsLimit;
}

function markInvalid(): void {
  bitsLimit = usize.MAX_VALUE;
}

function startSegment(): void {
  segmentCount++;
  segmentBottom = copySegment();
  memory.fill(segmentBottom - PADDING, 0, PADDING);
  bitBuffer = 0;
  bitCount = eobRun = 0;
  nextBits = segmentTop - 8;
  // Bits are loaded up to 8 bytes ahead.
  bitsLimit = segmentBottom - 16;
}

/** Copies the bytes up to the next marker, reversed and without stuffing. Returns the lowest address. */
function copySegment(): usize {
  let to = segmentTop;
  while (source < sourceEnd) {
    const bytes = v128.load(source);
    v128.store(to - 16, i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    const plain = <usize>ctz(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(-1))) | 0x10000);
    source += plain;
    to -= plain;
    if (plain == 16) continue;
    while (source < sourceEnd && load<u8>(source, 1) == 0xff) source++;
    // 0xff is followed by a stuffed zero, or it begins a marker.
    if (source >= sourceEnd || load<u8>(source, 1) != 0) break;
    source += 2;
    to--;
  }
  return to;
}

/**
 * Decodes a data unit of a sequential scan into a block of zeros with one spare coefficient behind it. Returns the
 * number of coefficients up to the last that is not 0.
 */
export function decodeBlock(block: usize, dcTable: usize, acTable: usize, prediction: i32): i32 {
  let bits = bitBuffer, count = bitCount, next = nextBits;
  bits |= load<u64>(next) >> count;
  next -= (63 - count) >> 3;
  count |= 56;
  let entry = load<u32>(dcTable + (<usize>(bits >> LOOKUP_SHIFT) << 2));
  if (entry & INCOMPLETE) entry = resolve(dcTable, entry, bits);
  bits <<= entry;
  count -= entry & 31;
  store<i16>(block, <i16>(prediction + (<i32>entry >> 16)));
  let k: u32 = entry & 31 ? 1 : 64;
  while (k < 64) {
    if (count < MIN_BITS) {
      bits |= load<u64>(next) >> count;
      next -= (63 - count) >> 3;
      count |= 56;
    }
    entry = load<u32>(acTable + (<usize>(bits >> LOOKUP_SHIFT) << 2));
    if (entry & INCOMPLETE) entry = resolve(acTable, entry, bits);
    bits <<= entry;
    count -= entry & 31;
    k += (entry >> 8) & 255;
    store<i16>(block + load<u8>(BLOCK_OFFSETS + k), <i16>(entry >> 16));
    k++;
  }
  bitBuffer = bits;
  bitCount = count;
  nextBits = next;
  if ((entry & 31) == 0) markInvalid();
  return k > TO_BLOCK_END ? k - TO_BLOCK_END - 1 : 64;
}

/** Decodes the first bits of a DC coefficient (G.1.2.1). Returns it, without the point transform. */
export function decodeDcFirst(block: usize, dcTable: usize, prediction: i32, pointTransform: i32): i32 {
  refill();
  let entry = load<u32>(dcTable + (<usize>(bitBuffer >> LOOKUP_SHIFT) << 2));
  if (entry & INCOMPLETE) entry = resolve(dcTable, entry, bitBuffer);
  if ((entry & 31) == 0) markInvalid();
  bitBuffer <<= entry;
  bitCount -= entry & 31;
  const value = prediction + (<i32>entry >> 16);
  store<i16>(block, <i16>(value << pointTransform));
  return value;
}

/** Decodes the next bit of a DC coefficient (G.1.2.1). */
export function refineDc(block: usize, pointTransform: i32): void {
  refill();
  store<i16>(block, <i16>(load<i16>(block) | (<i32>(bitBuffer >> 63) << pointTransform)));
  bitBuffer <<= 1;
  bitCount--;
}

/** Decodes the first bits of the AC coefficients of a spectral band (G.1.2.2). */
export function decodeAcFirst(block: usize, acTable: usize, start: u32, end: u32, pointTransform: i32): void {
  if (eobRun > 0) {
    eobRun--;
    return;
  }
  let bits = bitBuffer, count = bitCount, next = nextBits;
  for (let k = start; k <= end; k++) {
    if (count < MIN_BITS) {
      bits |= load<u64>(next) >> count;
      next -= (63 - count) >> 3;
      count |= 56;
    }
    let entry = load<u32>(acTable + (<usize>(bits >> LOOKUP_SHIFT) << 2));
    if (entry & INCOMPLETE) entry = resolve(acTable, entry, bits);
    bits <<= entry;
    count -= entry & 31;
    const run = (entry >> 8) & 255;
    if (entry & EOB_RUN) {
      eobRun = toEobRun(bits, run) - 1;
      bits <<= run;
      count -= run;
      break;
    }
    k += run;
    if (k > end) {
      markInvalid();
      break;
    }
    store<i16>(block + load<u8>(BLOCK_OFFSETS + k), <i16>((<i32>entry >> 16) << pointTransform));
  }
  bitBuffer = bits;
  bitCount = count;
  nextBits = next;
}

/** Decodes the next bit of the AC coefficients of a spectral band, and those that become nonzero by it (G.1.2.3). */
export function refineAc(block: usize, acTable: usize, start: u32, end: u32, pointTransform: i32): void {
  let bits = bitBuffer, count = bitCount, next = nextBits, blocks = eobRun;
  let nonzero = findNonzero(block, ZIGZAG_INDICES) & (<u64>-1 << start) & (<u64>-1 >> (63 - end));
  for (let k = start; k <= end && (nonzero != 0 || blocks == 0); k++) {
    let run = TO_BLOCK_END, value = 0;
    if (blocks == 0) {
      if (count < MIN_BITS) {
        bits |= load<u64>(next) >> count;
        next -= (63 - count) >> 3;
        count |= 56;
      }
      let entry = load<u32>(acTable + (<usize>(bits >> LOOKUP_SHIFT) << 2));
      if (entry & INCOMPLETE) entry = resolve(acTable, entry, bits);
      bits <<= entry;
      count -= entry & 31;
      run = (entry >> 8) & 255;
      value = <i32>entry >> 16;
      // A newly nonzero coefficient is 1 or -1.
      if ((entry & 31) == 0 || abs(value) > 1) markInvalid();
      if (entry & EOB_RUN) {
        blocks = toEobRun(bits, run);
        bits <<= run;
        count -= run;
        run = TO_BLOCK_END;
      }
    }
    // The run counts zeros only: each nonzero coefficient in between has a correction bit.
    for (; nonzero != 0; nonzero &= nonzero - 1) {
      const index = <u32>ctz(nonzero);
      if (k + run < index) break;
      run -= index - k;
      k = index + 1;
      if (count == 0) {
        bits = load<u64>(next);
        next -= 7;
        count = 56;
      }
      correct(block + load<u8>(BLOCK_OFFSETS + index), <i64>bits < 0, pointTransform);
      bits <<= 1;
      count--;
    }
    k += run;
    if (k <= end) store<i16>(block + load<u8>(BLOCK_OFFSETS + k), <i16>(value << pointTransform));
  }
  bitBuffer = bits;
  bitCount = count;
  nextBits = next;
  eobRun = max(blocks - 1, 0);
}

/** Moves a coefficient away from 0 if its correction bit is set. */
@inline function correct(address: usize, isSet: bool, pointTransform: i32): void {
  const value = <i32>load<i16>(address);
  if (!isSet || (value >> pointTransform & 1) != 0) return;
  store<i16>(address, <i16>(value > 0 ? value + (1 << pointTransform) : value - (1 << pointTransform)));
}

@inline function refill(): void {
  if (bitCount >= MIN_BITS) return;
  bitBuffer |= load<u64>(nextBits) >> bitCount;
  nextBits -= (63 - bitCount) >> 3;
  bitCount |= 56;
}

/** Returns the length of the run that EOBn starts, this block included: 2ⁿ plus the next n bits. */
@inline function toEobRun(bits: u64, n: u32): i32 {
  return (1 << n) + (n == 0 ? 0 : <i32>(bits >> (64 - n)));
}
