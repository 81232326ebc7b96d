// AssemblyScript, part of png.wasm. Inflate: zlib header and Adler-32 trailer (RFC 1950, 2.2), blocks (RFC 1951, 3.2.3
// to 3.2.7). It stops between two symbols as soon as there is enough output. State: the current block, the output
// address, and the code lengths of a dynamic block.

import { ORDER, REPEAT, ZEROS } from "./huffman.as";
import { alignToByte, dropBits, input, peekBits, takeBits } from "./png_inflate_input.as";
import { ANY_LITERAL, END_OF_BLOCK, MAX_CODE_BITS, SPECIAL, SUBTABLE } from "./png_inflate_tables.as";
import { buildTable, CODE_LENGTH_BITS, CODE_LENGTH_TABLE, CodeLengths, packLiterals } from "./png_inflate_tables.as";
import { DISTANCE_BITS, DISTANCE_TABLE, Distances } from "./png_inflate_tables.as";
import { LITERAL_BITS, LITERAL_TABLE, Literals } from "./png_inflate_tables.as";

/** The size of the sliding window: the largest distance. */
export const WINDOW: usize = 32768;

/** More than is written beyond the limit: four literals, the longest match (258) and the rest of a vector (15). */
export const OUTPUT_MARGIN: usize = 512;

/** The state: the zlib header, a block header, symbols, stored bytes or the trailer comes next, or the data is invalid. */
const START: i32 = 0, HEADER: i32 = 1, SYMBOLS: i32 = 2, STORED: i32 = 3, TRAILER: i32 = 4, FAILED: i32 = 5;

const MAX_LITERALS: u32 = 286, MAX_DISTANCES: u32 = 30, CODE_LENGTH_SYMBOLS: u32 = 19, END_SYMBOL: usize = 256;
/** The lengths of the codes for code lengths. */
const CODE_LENGTH_LENGTHS: usize = memory.data(19, 16);
/** The code lengths of literals and lengths, then of distances. */
const LENGTHS: usize = memory.data(320, 16);

let state: i32 = START, isLastBlock: bool = false, storedBytes: usize = 0;
/** Whether the tables are those of fixed codes: many such blocks in a row need them built once. */
let hasFixedTables: bool = false;
/** The address of the first byte that a distance may reach. */
let historyStart: usize = 0;

/** The address of the next byte of output. */
export let inflated: usize = 0;

/** Starts a stream whose output begins at `target`. */
export function startInflating(target: usize): void {
  inflated = historyStart = target;
  state = START;
  isLastBlock = hasFixedTables = false;
}

/** Adapts the state after the caller moved the output down. */
export function moveInflated(distance: usize): void {
  inflated -= distance;
}

/** Inflates until the output reaches `limit`. Returns whether the data is valid and has so many bytes. */
export function inflate(limit: usize): bool {
  while (inflated < limit) {
    if (state == HEADER) state = isLastBlock ? TRAILER : readBlockHeader();
    else if (state == SYMBOLS) state = inflateSymbols(limit);
    else if (state == STORED) state = copyStored(limit);
    else if (state == START) state = readZlibHeader();
    else return false;
  }
  return true;
}

/** Returns whether the stream ends here with this Adler-32 checksum. */
export function isEnd(checksum: u32): bool {
  // No byte may follow: an attempt to inflate one more must arrive at the trailer.
  if (inflate(inflated + 1) || state != TRAILER || alignToByte() < 4) return false;
  return bswap(load<u32>(input.next)) == checksum;
}

function readZlibHeader(): i32 {
  const method = takeBits(8), flags = takeBits(8);
  // CM is deflate, CINFO a window of at most 32 KiB, and FDICT is not set.
  const isValid = (method & 15) == 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 == 0 && !(flags & 32);
  return isValid ? HEADER : FAILED;
}

function readBlockHeader(): i32 {
  isLastBlock = takeBits(1) != 0;
  const type = takeBits(2);
  if (type == 0) {
    if (alignToByte() < 4) return FAILED;
    storedBytes = load<u16>(input.next);
    const isValid = (storedBytes ^ 0xffff) == load<u16>(input.next, 2);
    input.next += 4;
    return isValid ? STORED : FAILED;
  }
  const isValid = type == 1 ? useFixedTables() : type == 2 && readDynamicTables();
  return isValid ? SYMBOLS : FAILED;
}

function copyStored(limit: usize): i32 {
  const length = min(min(storedBytes, limit - inflated), <usize>max<isize>(alignToByte(), 0));
  if (length == 0 && storedBytes != 0) return FAILED;
  memory.copy(inflated, input.next, length);
  input.next += length;
  inflated += length;
  storedBytes -= length;
  return storedBytes == 0 ? HEADER : STORED;
}

/** Builds the tables of fixed Huffman codes (RFC 1951, 3.2.6). */
function useFixedTables(): bool {
  if (hasFixedTables) return true;
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  memory.fill(LENGTHS + 288, 5, 32);
  return hasFixedTables = buildTables(288, 32);
}

/** Reads the code lengths of a dynamic block and builds its tables (RFC 1951, 3.2.7). */
function readDynamicTables(): bool {
  hasFixedTables = false;
  const literals = takeBits(5) + 257, distances = takeBits(5) + 1, codeLengths = takeBits(4) + 4;
  if (literals > MAX_LITERALS || distances > MAX_DISTANCES) return false;
  memory.fill(CODE_LENGTH_LENGTHS, 0, CODE_LENGTH_SYMBOLS);
  for (let i: u32 = 0; i < codeLengths; i++) store<u8>(CODE_LENGTH_LENGTHS + load<u8>(ORDER + i), <u8>takeBits(3));
  return buildTable<CodeLengths>(CODE_LENGTH_TABLE, CODE_LENGTH_LENGTHS, CODE_LENGTH_SYMBOLS, CODE_LENGTH_BITS) &&
    readLengths(literals + distances) && load<u8>(LENGTHS + END_SYMBOL) != 0 && buildTables(literals, distances);
}

function readLengths(count: u32): bool {
  for (let i: u32 = 0; i < count;) {
    const entry = load<u32>(CODE_LENGTH_TABLE + (<usize>peekBits(CODE_LENGTH_BITS) << 2)), symbol = entry >> 16;
    dropBits(<u64>(entry & 255));
    if (symbol < REPEAT) {
      store<u8>(LENGTHS + i++, <u8>symbol);
      continue;
    }
    if (symbol == REPEAT && i == 0) return false;
    const times = symbol == REPEAT ? 3 + takeBits(2) : symbol == ZEROS ? 3 + takeBits(3) : 11 + takeBits(7);
    if (i + times > count) return false;
    memory.fill(LENGTHS + i, symbol == REPEAT ? load<u8>(LENGTHS + i - 1) : 0, times);
    i += times;
  }
  return true;
}

function buildTables(literals: u32, distances: u32): bool {
  if (!buildTable<Literals>(LITERAL_TABLE, LENGTHS, literals, LITERAL_BITS)) return false;
  packLiterals();
  return buildTable<Distances>(DISTANCE_TABLE, LENGTHS + literals, distances, DISTANCE_BITS);
}

/**
 * The hot loop, with the bit buffer in local variables. A photograph has mostly literals, so up to two entries of one or
 * two literals each are used per refill. A function cannot change its caller's locals, so these lines are repeated.
 * The bits are two positions higher than in `input`: masked, they are the byte offset of an entry in its table. Shifts
 * use the lowest six bits of an entry, the bits to drop (see png_inflate_tables), and of `count`; the rest is ignored.
 */
function inflateSymbols(limit: usize): i32 {
  // Up to 8 bytes of the zeros after the end may be loaded; alignToByte() detects if they were used.
  const inputLimit = input.end + 8;
  let address = input.next, bits = input.bits << 2, count = input.bitCount + 2, target = inflated;
  // The byte that the shift pushed out is loaded again.
  if (count > 56) {
    address--;
    count -= 8;
  }
  let newState = SYMBOLS;
  while (target < limit && address < inputLimit) {
    bits |= load<u64>(address) << count;
    address += <usize>((63 - count) >> 3) & 7;
    count |= 56;
    let entry = literalAt(bits);
    if (entry & ANY_LITERAL) {
      store<u16>(target, <u16>(entry >> 16));
      target += <usize>(entry >> 6) & 3;
      bits >>= <u64>entry;
      count -= <u64>entry;
      entry = literalAt(bits);
      if (entry & ANY_LITERAL) {
        store<u16>(target, <u16>(entry >> 16));
        target += <usize>(entry >> 6) & 3;
        bits >>= <u64>entry;
        count -= <u64>entry;
        continue;
      }
      bits |= load<u64>(address) << count;
      address += <usize>((63 - count) >> 3) & 7;
      count |= 56;
    }
    if (entry & SPECIAL) {
      if (entry & SUBTABLE) {
        bits >>= LITERAL_BITS;
        count -= LITERAL_BITS;
        entry = subtableAt(LITERAL_TABLE, LITERAL_BITS, entry, bits);
        if (entry & ANY_LITERAL) {
          store<u16>(target, <u16>(entry >> 16));
          target += <usize>(entry >> 6) & 3;
          bits >>= <u64>entry;
          count -= <u64>entry;
          continue;
        }
      }
      if (entry & SPECIAL) {
        bits >>= <u64>entry;
        count -= <u64>entry;
        newState = entry & END_OF_BLOCK ? HEADER : FAILED;
        break;
      }
    }
    const length = valueOf(entry, bits);
    bits >>= <u64>entry;
    count -= <u64>entry;
    entry = load<u32>(<usize>bits & (((1 << DISTANCE_BITS) - 1) << 2), DISTANCE_TABLE);
    if (entry & SUBTABLE) {
      bits >>= DISTANCE_BITS;
      count -= DISTANCE_BITS;
      entry = subtableAt(DISTANCE_TABLE, DISTANCE_BITS, entry, bits);
    }
    const distance = valueOf(entry, bits);
    if (entry & SPECIAL || target - historyStart < distance) {
      newState = FAILED;
      break;
    }
    bits >>= <u64>entry;
    count -= <u64>entry;
    copyMatch(target, distance, length);
    target += length;
  }
  if (newState == SYMBOLS && target < limit) newState = FAILED;
  inflated = target;
  input.next = address;
  input.bits = bits >> 2;
  input.bitCount = (count & 63) - 2;
  return newState;
}

@inline function literalAt(bits: u64): u32 {
  return load<u32>(<usize>bits & (((1 << LITERAL_BITS) - 1) << 2), LITERAL_TABLE);
}

@inline function subtableAt(table: usize, tableBits: u32, entry: u32, bits: u64): u32 {
  const index = <usize>bits & (((1 << (MAX_CODE_BITS - tableBits)) - 1) << 2);
  return load<u32>(table + (<usize>(entry >> 16) << 2) + index);
}

/** Returns a length or distance: the value of its entry plus the extra bits after its code. */
@inline function valueOf(entry: u32, bits: u64): usize {
  const dropped = <u32>(bits >> 2) & ((1 << (entry & 31)) - 1);
  return <usize>((entry >> 16) + (dropped >> ((entry >> 8) & 15)));
}

/** Copies a match, which may overlap its own output, in whole vectors: up to 15 bytes beyond are overwritten. */
@inline function copyMatch(target: usize, distance: usize, length: usize): void {
  const end = target + length;
  let source = target - distance;
  // Each copy doubles what is repeated, until it is a whole vector.
  for (; target - source < 16 && target < end; target += target - source) v128.store(target, v128.load(source));
  for (; target < end; target += 16, source += 16) v128.store(target, v128.load(source));
}
