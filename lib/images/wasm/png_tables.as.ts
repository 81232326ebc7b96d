// Tables for decoding Huffman codes: the next bits of a stream name the entry that tells what they mean. A code longer
// than the bits that are looked at first leads to a second table. What is refused is what zlib refuses.

// An entry, from its lowest bits: how many bits to take, with those that follow the code (6); how many literals that
// are (2); how many bits without those that follow (4); flags (4); the value (16).
export const LITERAL: u32 = 1 << 6, TWO_LITERALS: u32 = 2 << 6, ANY_LITERAL: u32 = 3 << 6;
/** The value is where the second table begins, of as many bits as its code would have. */
export const SECOND: u32 = 1 << 12;
export const END: u32 = 1 << 13;
export const INVALID: u32 = 1 << 14;
/** Whether something else comes than a literal or a length. */
export const SPECIAL: u32 = SECOND | END | INVALID;

/** Bits that are looked at first. */
export const LITERAL_BITS: u32 = 11, DISTANCE_BITS: u32 = 9, TOKEN_BITS: u32 = 7;

/** No code is longer. */
const MAX_BITS: u32 = 15;

// The second tables together: each serves at least two symbols, and has an entry for all bits that are left.
export const LITERALS: usize = memory.data((2048 + 144 * 16) * 4, 16);
export const DISTANCES: usize = memory.data((512 + 16 * 64) * 4, 16);
export const TOKENS: usize = memory.data(128 * 4, 16);

/** Where the lengths of codes are handed in, first those of literals, then those of distances. */
export const LENGTHS: usize = memory.data(320, 16);

const COUNTS: usize = memory.data(16 * 4, 16);
const PLACES: usize = memory.data(16 * 4, 16);
const ORDERED: usize = memory.data(288 * 2, 16);

/** What the symbols of a table stand for. */
export class Literals {}
export class Distances {}
export class Tokens {}

/** Makes a table of `bits` from the lengths of codes; tells whether they are possible. */
export function makeTable<T>(table: usize, lengths: usize, symbols: u32, bits: u32): bool {
  const used = order(lengths, symbols);
  if (!isPossible<T>(used)) return false;
  // It begins with one entry, and is doubled whenever codes become longer by a bit.
  store<u32>(table, INVALID);
  let size: u32 = 1, place: u32 = 0, code: u32 = 0;
  for (let length: u32 = 1; length <= MAX_BITS; length++) {
    if (length <= bits) {
      memory.copy(table + (<usize>size << 2), table, <usize>size << 2);
      size <<= 1;
    }
    for (let left = load<u32>(COUNTS + (<usize>length << 2)); left > 0; left--) {
      const entry = toEntry<T>(load<u16>(ORDERED + (<usize>place << 1)), length > bits ? length - bits : length);
      if (length <= bits) store<u32>(table + (<usize>code << 2), entry);
      else size = storeSecond(table, bits, size, code, length, left, entry);
      place++;
      code = toNext(code, length);
    }
  }
  return true;
}

/**
 * Lets entries of the table of literals stand for two at once where both codes fit, if that is often so: else making it
 * takes longer than it saves.
 */
export function pairLiterals(): void {
  let often: u32 = 0;
  for (let one: u32 = 1; one < LITERAL_BITS; one++) {
    for (let other: u32 = 1; one + other <= LITERAL_BITS; other++) often += toShare(one) * toShare(other);
  }
  if (often < 1 << 28) return;
  // From the last one on, as the second literal is found at a lower place.
  for (let i: i32 = (1 << LITERAL_BITS) - 1; i >= 0; i--) {
    const at = LITERALS + (<usize>i << 2), first = load<u32>(at);
    if (!(first & LITERAL)) continue;
    const second = load<u32>(LITERALS + (<usize>(i >> (first & 63)) << 2));
    const length = (first & 63) + (second & 63);
    if (!(second & LITERAL) || length > LITERAL_BITS) continue;
    store<u32>(at, ((second >> 16) << 24) | (first & 0xff0000) | TWO_LITERALS | length);
  }
}

/** How often codes of this length come, in 32768ths. */
@inline
function toShare(length: u32): u32 {
  return load<u32>(COUNTS + (<usize>length << 2)) << (15 - length);
}

/** Sorts symbols by the lengths of their codes and counts these; returns how many have one. */
function order(lengths: usize, symbols: u32): u32 {
  memory.fill(COUNTS, 0, 16 * 4);
  for (let i: u32 = 0; i < symbols; i++) {
    const count = COUNTS + (<usize>load<u8>(lengths + i) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let place: u32 = 0;
  for (let length: usize = 1; length <= MAX_BITS; length++) {
    store<u32>(PLACES + (length << 2), place);
    place += load<u32>(COUNTS + (length << 2));
  }
  for (let i: u32 = 0; i < symbols; i++) {
    const length = <usize>load<u8>(lengths + i);
    if (length == 0) continue;
    const next = PLACES + (length << 2);
    store<u16>(ORDERED + (<usize>load<u32>(next) << 1), <u16>i);
    store<u32>(next, load<u32>(next) + 1);
  }
  return place;
}

/** Too many codes are never possible; too few only if there is none, or a single one of one bit. */
function isPossible<T>(used: u32): bool {
  let room: i32 = 1;
  for (let length: usize = 1; length <= MAX_BITS; length++) {
    room = (room << 1) - load<i32>(COUNTS + (length << 2));
    if (room < 0) return false;
  }
  if (room == 0) return true;
  if (idof<T>() == idof<Tokens>()) return false;
  return used == 0 || (used == 1 && load<u32>(COUNTS, 4) == 1);
}

/** The next code of this length: codes count upwards, but their first bit is the lowest one. */
@inline
function toNext(code: u32, length: u32): u32 {
  let bit: u32 = 1 << (length - 1);
  while (code & bit) bit >>= 1;
  return (code & (bit - 1)) | bit;
}

/** Puts a long code into its second table; returns where the next one can begin. */
function storeSecond(table: usize, bits: u32, size: u32, code: u32, length: u32, left: u32, entry: u32): u32 {
  const first = table + (<usize>(code & ((1 << bits) - 1)) << 2);
  if (!(load<u32>(first) & SECOND)) {
    const more = toSecondBits(bits, length, left);
    store<u32>(first, (size << 16) | SECOND | (more << 8) | bits);
    size += 1 << more;
  }
  const start = table + (<usize>(load<u32>(first) >> 16) << 2), more = (load<u32>(first) >> 8) & 15;
  for (let i = code >> bits; i < <u32>1 << more; i += 1 << (length - bits)) store<u32>(start + (<usize>i << 2), entry);
  return size;
}

/** How many bits a second table needs: so many that the codes from here on fill it. */
function toSecondBits(bits: u32, length: u32, left: u32): u32 {
  let more = length - bits;
  for (let room = (<i32>1 << more) - <i32>left; room > 0; more++) {
    room = (room << 1) - load<i32>(COUNTS + (<usize>(bits + more + 1) << 2));
  }
  return more;
}

@inline
function toEntry<T>(symbol: u32, length: u32): u32 {
  const code = (length << 8) | length;
  if (idof<T>() == idof<Tokens>()) return (symbol << 16) | code;
  if (idof<T>() == idof<Distances>()) return toDistance(symbol, code);
  if (symbol < 256) return LITERAL | (symbol << 16) | code;
  return symbol == 256 ? END | code : toLength(symbol - 257, code);
}

/** The first eight lengths have a symbol each, then four symbols have twice as many each; the last stands alone. */
function toLength(symbol: u32, code: u32): u32 {
  if (symbol < 8) return ((symbol + 3) << 16) | code;
  if (symbol >= 28) return symbol == 28 ? (258 << 16) | code : INVALID;
  const extra = (symbol >> 2) - 1;
  return ((((4 + (symbol & 3)) << extra) + 3) << 16) | (code + extra);
}

/** The first four distances have a symbol each, then two symbols have twice as many each time. */
function toDistance(symbol: u32, code: u32): u32 {
  if (symbol < 4) return ((symbol + 1) << 16) | code;
  if (symbol >= 30) return INVALID;
  const extra = (symbol >> 1) - 1;
  return ((((2 + (symbol & 1)) << extra) + 1) << 16) | (code + extra);
}
