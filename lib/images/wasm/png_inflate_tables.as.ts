// AssemblyScript, part of png.wasm. Decoding tables for the Huffman codes of RFC 1951, 3.2.2 (codes from code lengths)
// and 3.2.5 (length and distance symbols). The next bits of the input select an entry; a code that is longer than these
// bits leads to a subtable. Incomplete and oversubscribed codes are rejected exactly when zlib rejects them. State: the
// three tables and the code lengths from which they are built.

// An entry, from its lowest bit: the bits to drop, with the extra bits that follow the code (6); how many literals it
// contains (2); the bits of the code alone (4); flags (4); the value (16), of two literals the first in the lower byte.
const LITERAL: u32 = 1 << 6, TWO_LITERALS: u32 = 2 << 6;
export const ANY_LITERAL: u32 = 3 << 6;
/** The value is the index of a subtable's first entry, and the bits of the code are those that select its entries. */
export const SUBTABLE: u32 = 1 << 12;
export const END_OF_BLOCK: u32 = 1 << 13;
const INVALID: u32 = 1 << 14;
/** Neither a literal nor a length. */
export const SPECIAL: u32 = SUBTABLE | END_OF_BLOCK | INVALID;

/** The bits that select an entry of each table. */
export const LITERAL_BITS: u32 = 11, DISTANCE_BITS: u32 = 9, CODE_LENGTH_BITS: u32 = 7;

const MAX_CODE_BITS: u32 = 15;
/** A quarter. Probabilities of pairs are in units of 2⁻³⁰, because those of single codes are in units of 2⁻¹⁵. */
const MIN_PAIR_PROBABILITY: u32 = 1 << 28;

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
      else size = storeLongCode(table, bits, size, code, length, left, entry);
      index++;
      // The next code of this length: codes count upwards, but their first bit is the least significant one.
      let bit: u32 = 1 << (length - 1);
      while (code & bit) bit >>= 1;
      code = (code & (bit - 1)) | bit;
    }
  }
  return true;
}

/** Packs two literals into one entry where both codes fit. If these are rare, packing would take longer than it saves. */
export function packLiterals(): void {
  let probability: u32 = 0;
  for (let one: u32 = 1; one < LITERAL_BITS; one++) {
    for (let other: u32 = 1; one + other <= LITERAL_BITS; other++) probability += toShare(one) * toShare(other);
  }
  if (probability < MIN_PAIR_PROBABILITY) return;
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
  return load<u32>(COUNTS + (<usize>length << 2)) << (15 - length);
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
function storeLongCode(table: usize, bits: u32, size: u32, code: u32, length: u32, left: u32, entry: u32): u32 {
  const first = table + (<usize>(code & ((1 << bits) - 1)) << 2);
  if (!(load<u32>(first) & SUBTABLE)) {
    // A subtable has as many bits as it takes until the codes from here on fill it.
    let subtableBits = length - bits;
    for (let room = (<i32>1 << subtableBits) - <i32>left; room > 0; subtableBits++) {
      room = (room << 1) - load<i32>(COUNTS + (<usize>(bits + subtableBits + 1) << 2));
    }
    store<u32>(first, (size << 16) | SUBTABLE | (subtableBits << 8) | bits);
    size += 1 << subtableBits;
  }
  const start = table + (<usize>(load<u32>(first) >> 16) << 2), subtableBits = (load<u32>(first) >> 8) & 15;
  const end = <u32>1 << subtableBits;
  for (let i = code >> bits; i < end; i += 1 << (length - bits)) store<u32>(start + (<usize>i << 2), entry);
  return size;
}

@inline function toEntry<T>(symbol: u32, length: u32): u32 {
  const code = (length << 8) | length;
  if (idof<T>() == idof<CodeLengths>()) return (symbol << 16) | code;
  if (idof<T>() == idof<Distances>()) return toDistanceEntry(symbol, code);
  if (symbol < 256) return LITERAL | (symbol << 16) | code;
  return symbol == 256 ? END_OF_BLOCK | code : toLengthEntry(symbol - 257, code);
}

/** Lengths 3 to 10 have a symbol each, then groups of four symbols have one more extra bit each; 258 is the last. */
function toLengthEntry(symbol: u32, code: u32): u32 {
  if (symbol < 8) return ((symbol + 3) << 16) | code;
  if (symbol >= 28) return symbol == 28 ? (258 << 16) | code : INVALID;
  const extra = (symbol >> 2) - 1;
  return ((((4 + (symbol & 3)) << extra) + 3) << 16) | (code + extra);
}

/** Distances 1 to 4 have a symbol each, then groups of two symbols have one more extra bit each. */
function toDistanceEntry(symbol: u32, code: u32): u32 {
  if (symbol < 4) return ((symbol + 1) << 16) | code;
  if (symbol >= 30) return INVALID;
  const extra = (symbol >> 1) - 1;
  return ((((2 + (symbol & 1)) << extra) + 1) << 16) | (code + extra);
}
