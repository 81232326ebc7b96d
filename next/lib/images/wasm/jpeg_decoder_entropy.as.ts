// AssemblyScript, part of jpeg_decoder.wasm. Entropy decoding of data units, which are blocks of 8 × 8 coefficients:
// ITU-T T.81 F.2.2 (sequential), G.2 (progressive), B.1.1.5 and E.2.4 (byte stuffing and restart markers). State: the
// scan's bytes, the current entropy-coded segment, the bit buffer and the EOB run. A `usize` is an address or a size.
//
// Each entropy-coded segment (up to the next restart marker) is first copied without stuffed bytes and in reverse byte
// order. Then one 64-bit load refills the bit buffer, with the next bit in the most significant bit, and no byte is
// inspected again. While a block is decoded, the bit buffer is in local variables: globals take up to 5 % longer.
// A function cannot change its caller's locals, so the three lines of refill() are repeated in the hot loops. The bits
// of a code select an `entry`, whose fields jpeg_decoder_huffman explains.
//
// A code that does not exist, and a segment that ends too early, make the image invalid. A run that ends after the last
// coefficient of a block or band does not: its value is ignored, because libjpeg does not reject it either.

import { decodeEntry, IS_EOB_RUN, lengthOf, RUN_TO_BLOCK_END, runOf, toSkip, valueOf } from "./jpeg_decoder_huffman.as";
import { findNonzero, initLanes, ZIGZAG } from "./jpeg_zigzag.as";

/** The size of a block in bytes: 64 coefficients of 16 bits, row by row. */
export const BLOCK_BYTES: usize = 64 * 2;

/** The size of the vector of 0xff after the scan's bytes: it stops copySegment() if the last marker is missing. */
const SENTINEL_BYTES: usize = 16;

/** Zero bytes after a segment. A block reads at most 64 × 32 bits = 256 bytes, from 16 bytes past the end at most. */
const PADDING: usize = 512;

/** A code and the bits after it have at most 31 bits together. With fewer valid bits the buffer must be refilled. */
const REFILL_THRESHOLD: i32 = 31;

/** The byte offset of each zigzag index in a block. Indices above 63 map to one spare coefficient after the block. */
const BLOCK_OFFSETS: usize = memory.data(64 + <usize>RUN_TO_BLOCK_END, 16);

/** The address and the end of the scan's bytes that have not been copied yet. */
let source: usize = 0, sourceEnd: usize = 0;
/** The copied segment, from its first byte just below `segmentTop` down to `segmentBottom`, and its number from 1. */
let segmentTop: usize = 0, segmentBottom: usize = 0, segmentCount: i32 = 0;

/**
 * The next bits, from the most significant one, and how many are valid. Those after them are zeros or equal what
 * refill() adds.
 */
let bitBuffer: u64 = 0, bitCount: i32 = 0;
/** The address of the next load, which moves down. Decoding stops below `minLoadAddress`; markInvalid() raises it. */
let loadAddress: usize = 0, minLoadAddress: usize = 0;
/** EOBRUN: how many more blocks of a progressive scan have no newly nonzero coefficients in the band. */
let eobRun: i32 = 0;

/** Fills the zigzag tables. */
export function initZigzagTables(): void {
  memory.fill(BLOCK_OFFSETS, <u8>BLOCK_BYTES, 64 + <usize>RUN_TO_BLOCK_END);
  for (let k: usize = 0; k < 64; k++) store<u8>(BLOCK_OFFSETS + k, load<u8>(ZIGZAG + k) * 2);
  initLanes(ZIGZAG);
}

/** Returns the size of a scan buffer: the scan, the sentinel, the padding, and a segment as long as the scan. */
export function scanBufferSize(length: usize): usize {
  return length + SENTINEL_BYTES + PADDING + length;
}

/** Prepares to decode the `length` bytes at the start of a scan buffer. */
export function startEntropyData(buffer: usize, length: usize): void {
  source = buffer;
  sourceEnd = buffer + length;
  v128.store(sourceEnd, i8x16.splat(-1));
  segmentTop = buffer + scanBufferSize(length);
  segmentCount = 0;
  startSegment();
}

/** Continues after a restart marker. Returns whether it is the expected RSTm and the previous segment is valid. */
export function restart(): bool {
  // `source` is the address of the marker's 0xff, where copySegment() stopped.
  const isExpected = source + 2 <= sourceEnd && load<u8>(source, 1) == 0xd0 + ((segmentCount - 1) & 7);
  if (!isWithinSegment() || !isExpected) return false;
  source += 2;
  startSegment();
  return true;
}

/** Returns whether all bits that were decoded belong to the segment, and none to the padding after it. */
export function isWithinSegment(): bool {
  return canDecodeMore() && bitsLeft() >= 0;
}

/** Returns whether the scan has ended: no marker follows the segment, and fewer bits are left than a code can have. */
export function isExhausted(): bool {
  return source >= sourceEnd && bitsLeft() < 32;
}

/** Returns how many bits of the segment are left, which is negative if bits of the padding were decoded. */
function bitsLeft(): isize {
  return bitCount - <isize>(segmentBottom - 8 - loadAddress) * 8;
}

/** Returns whether the data is valid so far and there is enough padding to decode another block. */
@inline export function canDecodeMore(): bool {
  return loadAddress >= minLoadAddress;
}

function markInvalid(): void {
  minLoadAddress = usize.MAX_VALUE;
}

function startSegment(): void {
  segmentCount++;
  segmentBottom = copySegment();
  memory.fill(segmentBottom - PADDING, 0, PADDING);
  bitBuffer = 0;
  bitCount = eobRun = 0;
  loadAddress = segmentTop - 8;
  // A load has 8 bytes, and up to 8 bytes are loaded but not decoded. Below that, padding has been decoded for certain.
  minLoadAddress = segmentBottom - 16;
}

/** Copies the bytes up to the next marker, reversed and without stuffing. Returns the lowest address. */
function copySegment(): usize {
  let target = segmentTop;
  while (source < sourceEnd) {
    const bytes = v128.load(source);
    v128.store(target - 16, i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    // The additional bit makes it 16 if no byte is 0xff.
    const bytesBeforeFf = <usize>ctz(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(-1))) | 0x10000);
    source += bytesBeforeFf;
    target -= bytesBeforeFf;
    if (bytesBeforeFf == 16) continue;
    // Any number of fill bytes 0xff may precede a marker (B.1.1.2).
    while (source < sourceEnd && load<u8>(source, 1) == 0xff) source++;
    // 0xff is followed by a stuffed zero, or it begins a marker.
    if (source >= sourceEnd || load<u8>(source, 1) != 0) break;
    source += 2;
    target--;
  }
  return target;
}

/** Adds whole bytes. Then 56 to 63 bits are valid, which is `bitCount | 56`; a part of the next byte may follow. */
@inline function refill(): void {
  if (bitCount >= REFILL_THRESHOLD) return;
  bitBuffer |= load<u64>(loadAddress) >> bitCount;
  loadAddress -= (63 - bitCount) >> 3;
  bitCount |= 56;
}

/** What is decoded of a block: all of it, or the DC coefficient. */
export class Whole {}
export class DcOnly {}

/**
 * Decodes a block of a sequential scan. The block must be all zeros. The entry of EOB has the run RUN_TO_BLOCK_END,
 * above the 63 + 16 that a real run can reach, and the value 0, which is stored in a spare coefficient after the block.
 * Returns an upper bound for the number of coefficients up to the last nonzero one. `DcOnly` skips AC coefficients.
 */
export function decodeBlock<T>(block: usize, dcTable: usize, acTable: usize, prediction: i32): i32 {
  let bits = bitBuffer, count = bitCount, address = loadAddress;
  // Unconditional, because it costs no more than a branch here.
  bits |= load<u64>(address) >> count;
  address -= (63 - count) >> 3;
  count |= 56;
  let entry = decodeEntry(dcTable, bits);
  bits <<= entry;
  count -= lengthOf(entry);
  store<i16>(block, <i16>(prediction + valueOf(entry)));
  let k: u32 = lengthOf(entry) != 0 ? 1 : 64;
  while (k < 64) {
    if (count < REFILL_THRESHOLD) {
      bits |= load<u64>(address) >> count;
      address -= (63 - count) >> 3;
      count |= 56;
    }
    if (idof<T>() == idof<DcOnly>()) {
      const skip = toSkip(acTable, bits);
      if (k + runOf(skip) < 64) {
        bits <<= skip;
        count -= lengthOf(skip);
        k += valueOf(skip);
        continue;
      }
    }
    entry = decodeEntry(acTable, bits);
    bits <<= entry;
    count -= lengthOf(entry);
    k += runOf(entry);
    if (idof<T>() != idof<DcOnly>()) store<i16>(block + load<u8>(BLOCK_OFFSETS + k), <i16>valueOf(entry));
    k++;
  }
  bitBuffer = bits;
  bitCount = count;
  loadAddress = address;
  // An invalid code ends the loop, so only the last entry can be one.
  if (lengthOf(entry) == 0) markInvalid();
  // If the last entry was EOB, its run and the k++ after it are undone.
  return k > RUN_TO_BLOCK_END ? k - RUN_TO_BLOCK_END - 1 : 64;
}

/** Decodes the first bits of a DC coefficient (G.1.2.1). Returns the unshifted value, which is the next prediction. */
export function decodeDcFirst(block: usize, dcTable: usize, prediction: i32, pointTransform: i32): i32 {
  refill();
  const entry = decodeEntry(dcTable, bitBuffer);
  if (lengthOf(entry) == 0) markInvalid();
  bitBuffer <<= entry;
  bitCount -= lengthOf(entry);
  const value = prediction + valueOf(entry);
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

/** The scans of AC coefficients: one for their first bits, then one for each further bit. */
export class First {}
export class Refinement {}

/**
 * Decodes the AC coefficients of a band, from zigzag index `start` to `end` (G.1.2.2, G.1.2.3). Each code has a run of
 * zero coefficients and a value for the coefficient after it. In a refinement the value is 1 or -1, and coefficients on
 * the way that are nonzero already are not part of the run: each takes one correction bit after the code. An EOB run
 * has correction bits only.
 */
export function decodeAc<T>(block: usize, acTable: usize, start: u32, end: u32, pointTransform: i32): void {
  let bits = bitBuffer, count = bitCount, address = loadAddress, eobBlocks = eobRun;
  // The zigzag indices of the coefficients that still wait for their correction bit, as a set of bits.
  let nonzero: u64 = 0;
  if (idof<T>() == idof<Refinement>()) nonzero = findNonzero(block) & (<u64>-1 << start) & (<u64>-1 >> (63 - end));
  for (let k = start; k <= end && (nonzero != 0 || eobBlocks == 0); k++) {
    let run = RUN_TO_BLOCK_END, value = 0;
    if (eobBlocks == 0) {
      if (count < REFILL_THRESHOLD) {
        bits |= load<u64>(address) >> count;
        address -= (63 - count) >> 3;
        count |= 56;
      }
      const entry = decodeEntry(acTable, bits);
      bits <<= entry;
      count -= lengthOf(entry);
      run = runOf(entry);
      value = valueOf(entry);
      if (lengthOf(entry) == 0 || (idof<T>() == idof<Refinement>() && abs(value) > 1)) markInvalid();
      if (entry & IS_EOB_RUN) {
        eobBlocks = eobRunLength(bits, run);
        bits <<= run;
        count -= run;
        run = RUN_TO_BLOCK_END;
      }
    }
    for (; nonzero != 0; nonzero &= nonzero - 1) {
      const index = <u32>ctz(nonzero);
      if (k + run < index) break;
      run -= index - k;
      k = index + 1;
      if (count == 0) {
        bits = load<u64>(address);
        address -= 7;
        count = 56;
      }
      applyCorrectionBit(block + load<u8>(BLOCK_OFFSETS + index), <i64>bits < 0, pointTransform);
      bits <<= 1;
      count--;
    }
    k += run;
    // The blocks of a component are adjacent in memory, without a spare coefficient after each.
    if (k <= end) store<i16>(block + load<u8>(BLOCK_OFFSETS + k), <i16>(value << pointTransform));
  }
  bitBuffer = bits;
  bitCount = count;
  loadAddress = address;
  eobRun = max(eobBlocks - 1, 0);
}

/** Moves a coefficient away from 0 if its correction bit is set, but only once, because a file may repeat a scan. */
@inline function applyCorrectionBit(address: usize, isSet: bool, pointTransform: i32): void {
  const value = <i32>load<i16>(address);
  if (!isSet || ((value >> pointTransform) & 1) != 0) return;
  store<i16>(address, <i16>(value > 0 ? value + (1 << pointTransform) : value - (1 << pointTransform)));
}

/** Returns the length of the run that EOBn starts, this block included: 2ⁿ plus the next n bits. */
@inline function eobRunLength(bits: u64, n: u32): i32 {
  return (1 << n) + (n == 0 ? 0 : <i32>(bits >> (64 - n)));
}
