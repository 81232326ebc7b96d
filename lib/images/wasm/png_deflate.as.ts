// Packs filtered rows as blocks of deflate. Only runs of one byte are looked for: what the filters leave is noise or
// zeros, and a search for more takes ten times as long. The codes are made for each block from what is in it.

import { aim, aimed, align, CODES, MAX_CODE_BITS, put, putSixteen } from "./png_bits.as";
import { makeCodes } from "./png_codes.as";
import { putHeader } from "./png_header.as";

const SYMBOLS: u32 = 286, END: usize = 256, FIRST_LENGTH: u32 = 257;
const SHORTEST: usize = 3, LONGEST: usize = 258;

/** The most bytes that can be stored as they are, and what stands before them. */
const MAX_STORED: usize = 65535, STORED_OVERHEAD: usize = 5;

/** More than the head of a block can take. */
const MAX_HEADER: usize = 1024;

// Counts of symbols; those of literals in four parts, as the same counter twice in a row waits for itself.
const COUNTS: usize = memory.data(SYMBOLS * 4, 16);
const MORE_COUNTS: usize = memory.data(3 * 1024, 16);
// For each length of a run its symbol less the first, and all of its code.
const LENGTH_SYMBOLS: usize = memory.data(LONGEST + 1, 16);
const LENGTH_CODES: usize = memory.data((LONGEST + 1) * 4, 16);

/** The most bytes that packing so many can take. */
export function toMaxPacked(bytes: usize): usize {
  return bytes + (bytes / MAX_STORED + 1) * STORED_OVERHEAD + MAX_HEADER;
}

/** Packs the bytes from `start` to `end`; the one before and 32 behind may be overwritten. */
export function packBlock(start: usize, end: usize, isLast: bool): void {
  // No run crosses the ends.
  store<u8>(start - 1, ~load<u8>(start));
  store<u8>(end, ~load<u8>(end - 1));
  countSymbols(start, end);
  makeCodes(CODES, COUNTS, SYMBOLS, MAX_CODE_BITS);
  if (measure() >= <u64>(end - start) << 3) return storeBytes(start, end, isLast);
  putHeader(CODES, SYMBOLS, isLast);
  makeLengthCodes();
  walk<Put>(start, end);
  putCode(load<u32>(CODES + (END << 2)));
}

class Count {}
class Put {}

/** Goes through the bytes: literals, sixteen at a time where no run begins, and runs. */
function walk<T>(at: usize, end: usize): void {
  while (at + 16 <= end) {
    const same = findSame(at) | (findSame(at + 16) << 16);
    const runs = same & (same >> 1) & (same >> 2) & 0xffff;
    if (runs == 0) {
      takeSixteen<T>(at);
      at += 16;
      continue;
    }
    for (const run = at + ctz(runs); at < run; at++) takeLiteral<T>(at);
    let left = toRunEnd(at) - at;
    for (; left >= SHORTEST; left -= min(left, LONGEST)) {
      const length = min(left, LONGEST);
      takeRun<T>(length);
      at += length;
    }
  }
  for (; at < end; at++) takeLiteral<T>(at);
}

/** Which of 16 bytes are the same as the one before, as bits. */
@inline
function findSame(at: usize): u32 {
  return i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - 1)));
}

function toRunEnd(at: usize): usize {
  let same = findSame(at);
  for (; same == 0xffff; same = findSame(at)) at += 16;
  return at + ctz(~same);
}

@inline
function takeSixteen<T>(at: usize): void {
  if (idof<T>() == idof<Put>()) return putSixteen(at);
  for (const end = at + 16; at < end; at += 4) {
    increase(COUNTS, load<u8>(at));
    increase(MORE_COUNTS, load<u8>(at, 1));
    increase(MORE_COUNTS + 1024, load<u8>(at, 2));
    increase(MORE_COUNTS + 2048, load<u8>(at, 3));
  }
}

@inline
function takeLiteral<T>(at: usize): void {
  if (idof<T>() == idof<Put>()) putCode(load<u32>(CODES + (<usize>load<u8>(at) << 2)));
  else increase(COUNTS, load<u8>(at));
}

@inline
function takeRun<T>(length: usize): void {
  if (idof<T>() == idof<Put>()) putCode(load<u32>(LENGTH_CODES + (length << 2)));
  else increase(COUNTS, FIRST_LENGTH + load<u8>(LENGTH_SYMBOLS + length));
}

@inline
function increase(counts: usize, symbol: u32): void {
  const at = counts + (<usize>symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
}

@inline
function putCode(code: u32): void {
  put(<u64>(code >> 8), <u64>(code & 255));
}

function countSymbols(start: usize, end: usize): void {
  if (load<u8>(LENGTH_SYMBOLS + LONGEST) == 0) makeLengthSymbols();
  memory.fill(COUNTS, 0, SYMBOLS * 4);
  memory.fill(MORE_COUNTS, 0, 3 * 1024);
  walk<Count>(start, end);
  for (let i: usize = 0; i < 1024; i += 16) {
    const more = i32x4.add(v128.load(MORE_COUNTS + i), v128.load(MORE_COUNTS + i, 1024));
    v128.store(COUNTS + i, i32x4.add(v128.load(COUNTS + i), i32x4.add(more, v128.load(MORE_COUNTS + i, 2048))));
  }
  store<u32>(COUNTS + (END << 2), 1);
}

/** The first eight lengths have a symbol each, then four symbols have twice as many each; the last stands alone. */
function makeLengthSymbols(): void {
  for (let length = SHORTEST; length < LONGEST; length++) {
    const more = <u32>(length - SHORTEST);
    const extra = more < 8 ? 0 : 29 - <u32>clz(more);
    store<u8>(LENGTH_SYMBOLS + length, <u8>((extra << 2) + (more >> extra)));
  }
  store<u8>(LENGTH_SYMBOLS + LONGEST, 28);
}

/** The code of a length, the bits that follow it, and a zero for the only distance there is. */
function makeLengthCodes(): void {
  for (let length = SHORTEST; length <= LONGEST; length++) {
    const symbol: u32 = load<u8>(LENGTH_SYMBOLS + length), extra = toExtra(symbol);
    const code = load<u32>(CODES + (<usize>(FIRST_LENGTH + symbol) << 2)), bits = code & 255;
    const value = <u32>(length - SHORTEST) & ((1 << extra) - 1);
    store<u32>(LENGTH_CODES + (length << 2), (((code >> 8) | (value << bits)) << 8) | (bits + extra + 1));
  }
}

/** How many bits the symbols take, with those that follow a length. */
function measure(): u64 {
  let bits: u64 = 0;
  for (let i: usize = 0; i < <usize>SYMBOLS; i++) {
    const more = <u32>i < FIRST_LENGTH ? 0 : 1 + toExtra(<u32>i - FIRST_LENGTH);
    bits += <u64>load<u32>(COUNTS + (i << 2)) * (load<u8>(CODES + (i << 2)) + more);
  }
  return bits;
}

/** How many bits follow a symbol: none in the first eight, then one more for each four, none after the last. */
function toExtra(symbol: u32): u32 {
  return symbol < 8 || symbol == 28 ? 0 : (symbol >> 2) - 1;
}

function storeBytes(start: usize, end: usize, isLast: bool): void {
  while (start < end) {
    const length = min(end - start, MAX_STORED);
    put(isLast && start + length == end ? 1 : 0, 3);
    align();
    put(<u64>length | (<u64>(~length & 0xffff) << 16), 32);
    memory.copy(aimed(), start, length);
    aim(aimed() + length);
    start += length;
  }
}
