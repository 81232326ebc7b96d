// AssemblyScript, part of png.wasm. Decoding tables for the Huffman codes of RFC 1951, 3.2.2 (codes from code lengths)
// and 3.2.5 (length and distance symbols). The next bits of the input select an entry; a code that is longer than these
// bits leads to a subtable. Incomplete and oversubscribed codes are rejected exactly when zlib rejects them. State: the
// three tables and the code lengths from which they are built.

// An entry, from its lowest bit: the bits to drop, with the extra bits that follow the code (6); how many literals it
// contains (2); the bits of the code alone (4); flags (4); the value (16), of two literals the first in the lower byte.
const LITERAL: u32 = 1 << 6, TWO_LITERALS: u32 = 2 << 6;
export const ANY_LITERAL: u32 = 3 << 6;
/** The value is the index of a subtable's first entry. All other bits of the longest code select its entries. */
export const SUBTABLE: u32 = 1 << 12;
export const END_OF_BLOCK: u32 = 1 << 13;
const INVALID: u32 = 1 << 14;
/** Neither a literal nor a length. */
export const SPECIAL: u32 = SUBTABLE | END_OF_BLOCK | INVALID;

/** The bits that select an entry of each table. */
export const LITERAL_BITS: u32 = 11, DISTANCE_BITS: u32 = 9, CODE_LENGTH_BITS: u32 = 7;

export const MAX_CODE_BITS: u32 = 15;

// Each subtable serves at least two symbols: at most 144 with 4 more bits (15 - 11), or 16 with 6 more bits (15 - 9).
export const LITERAL_TABLE: usize = memory.data((2048 + 144 * 16) * 4, 16);
export const DISTANCE_TABLE: usize = memory.data((512 + 16 * 64) * 4, 16);
export const CODE_LENGTH_TABLE: usize = memory.data(128 * 4, 16);

// The number of codes of each length, the next index into the sorted symbols, and the symbols sorted by code length.
const COUNTS: usize = memory.data(16 * 4, 16);
const NEXT_INDICES: usize = memory.data(16 * 4, 16);
const SORTED: usize = memory.data(288 * 2, 16);

/** The alphabets: literals and lengths, distances, code lengths. */
export class Literals {}
export class Distances {}
export class CodeLengths {}

/** Builds a table that `bits` select from code lengths. Returns whether they are valid. */
export function buildTable<T>(table: usize, lengths: usize, symbols: u32, bits: u32): bool {
  const used = sortSymbols(lengths, symbols);
  if (!isComplete<T>(used)) return false;
  // The table begins with one entry and is doubled whenever the codes become one bit longer.
  store<u32>(table, INVALID);
  let size: u32 = 1, index: u32 = 0, code: u32 = 0;
  for (let length: u32 = 1; length <= MAX_CODE_BITS; length++) {
    if (length <= bits) {
      memory.copy(table + (<usize>size << 2), table, <usize>size << 2);
      size <<= 1;
    }
    for (let left = load<u32>(COUNTS + (<usize>length << 2)); left > 0; left--) {
      const entry = toEntry<T>(load<u16>(SORTED + (<usize>index << 1)), length > bits ? length - bits : length);
      if (length <= bits) store<u32>(table + (<usize>code << 2), entry);
      else size = storeLongCode(table, bits, size, code, length, entry);
      index++;
      // The next code of this length: codes count upwards, but their first bit is the least significant one.
      let bit: u32 = 1 << (length - 1);
      while (code & bit) bit >>= 1;
      code = (code & (bit - 1)) | bit;
    }
  }
  return true;
}

/** Packs two literals into one entry where both codes fit. */
export function packLiterals(): void {
  // The probability of such a pair, in units of 2⁻³⁰. Below a quarter, packing takes longer than it saves.
  let probability: u32 = 0;
  for (let one: u32 = 1; one < LITERAL_BITS; one++) {
    for (let other: u32 = 1; one + other <= LITERAL_BITS; other++) probability += toShare(one) * toShare(other);
  }
  if (probability < 1 << 28) return;
  // Downwards, because the second literal is read from a lower index.
  for (let i: i32 = (1 << LITERAL_BITS) - 1; i >= 0; i--) {
    const address = LITERAL_TABLE + (<usize>i << 2), first = load<u32>(address);
    if (!(first & LITERAL)) continue;
    const second = load<u32>(LITERAL_TABLE + (<usize>(i >> (first & 63)) << 2));
    const length = (first & 63) + (second & 63);
    if (!(second & LITERAL) || length > LITERAL_BITS) continue;
    store<u32>(address, ((second >> 16) << 24) | (first & 0xff0000) | TWO_LITERALS | length);
  }
}

/** Returns the probability of the codes of a length, in units of 2⁻¹⁵. */
@inline function toShare(length: u32): u32 {
  return load<u32>(COUNTS + (<usize>length << 2)) << (MAX_CODE_BITS - length);
}

/** Counts the codes of each length and sorts the symbols by it. Returns the number of symbols with a code. */
function sortSymbols(lengths: usize, symbols: u32): u32 {
  memory.fill(COUNTS, 0, 16 * 4);
  for (let i: u32 = 0; i < symbols; i++) {
    const count = COUNTS + (<usize>load<u8>(lengths + i) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let used: u32 = 0;
  for (let length: usize = 1; length <= MAX_CODE_BITS; length++) {
    store<u32>(NEXT_INDICES + (length << 2), used);
    used += load<u32>(COUNTS + (length << 2));
  }
  for (let i: u32 = 0; i < symbols; i++) {
    const length = <usize>load<u8>(lengths + i);
    if (length == 0) continue;
    const next = NEXT_INDICES + (length << 2);
    store<u16>(SORTED + (<usize>load<u32>(next) << 1), <u16>i);
    store<u32>(next, load<u32>(next) + 1);
  }
  return used;
}

/** Only literals and distances may have an incomplete code: none at all, or a single one of one bit. */
function isComplete<T>(used: u32): bool {
  let left: i32 = 1;
  for (let length: usize = 1; length <= MAX_CODE_BITS; length++) {
    left = (left << 1) - load<i32>(COUNTS + (length << 2));
    if (left < 0) return false;
  }
  if (left == 0) return true;
  return idof<T>() != idof<CodeLengths>() && (used == 0 || (used == 1 && load<u32>(COUNTS, 4) == 1));
}

/** Stores the entry of a long code in its subtable. Returns the size of the table with all subtables. */
function storeLongCode(table: usize, bits: u32, size: u32, code: u32, length: u32, entry: u32): u32 {
  const first = table + (<usize>(code & ((1 << bits) - 1)) << 2), entries = <u32>1 << (MAX_CODE_BITS - bits);
  if (!(load<u32>(first) & SUBTABLE)) {
    store<u32>(first, (size << 16) | SUBTABLE);
    size += entries;
  }
  const subtable = table + (<usize>(load<u32>(first) >> 16) << 2);
  for (let i = code >> bits; i < entries; i += 1 << (length - bits)) store<u32>(subtable + (<usize>i << 2), entry);
  return size;
}

@inline function toEntry<T>(symbol: u32, length: u32): u32 {
  const code = (length << 8) | length;
  if (idof<T>() == idof<CodeLengths>()) return (symbol << 16) | code;
  if (idof<T>() == idof<Distances>()) return symbol >= 30 ? INVALID : toValueEntry(symbol, 1, 1, code);
  if (symbol < 256) return LITERAL | (symbol << 16) | code;
  if (symbol == 256) return END_OF_BLOCK | code;
  if (symbol == 285) return (258 << 16) | code;
  return symbol > 285 ? INVALID : toValueEntry(symbol - 257, 2, 3, code);
}

/**
 * Returns the entry of a length or distance symbol. The symbols of the first two groups of 2 or 4 (a power of 2) have one
 * value each, from `first` upwards. Those of each further group have one more extra bit.
 */
function toValueEntry(symbol: u32, groupBits: u32, first: u32, code: u32): u32 {
  const group = symbol >> groupBits, extra = max(group, 1) - 1, index = symbol & ((1 << groupBits) - 1);
  const start = group == 0 ? index : ((1 << groupBits) | index) << extra;
  return ((first + start) << 16) | (code + extra);
}
