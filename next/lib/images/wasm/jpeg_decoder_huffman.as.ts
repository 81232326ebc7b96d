// AssemblyScript, part of jpeg_decoder.wasm. Huffman tables: ITU-T T.81 Annex C (codes from BITS and HUFFVAL), F.2.2.3
// (DECODE) and F.2.2.1 (EXTEND). State: eight tables, and the table specification that the caller fills in.
//
// The next 10 bits of the data select an entry of 32 bits that combines a Huffman code and the value after it:
//   bits 0–4    length: how many bits the code and the value have together, at most 16 + 15. 0 means an invalid code.
//   bits 6, 7   IS_EOB_RUN, NEEDS_RESOLVE
//   bits 8–15   run: how many zero coefficients precede the value
//   bits 16–31  value: the coefficient, with its sign
// Bit 5 is always 0: `bits <<= entry` shifts by the length alone, because a 64-bit shift only uses bits 0–5.

const LOOKUP_BITS: i32 = 10;

/** The value is not in the lookup bits: the entry has its size SSSS and the code's length, both 0 for a long code. */
const NEEDS_RESOLVE: u32 = 0x80, LONG_CODE: u32 = NEEDS_RESOLVE;
/** An EOBn code of a progressive scan; the run is n, the number of bits that follow the code. */
export const IS_EOB_RUN: u32 = 0x40;
/** The run of an EOB code and of an invalid code: it ends any block, and no other code has a run above 15. */
export const RUN_TO_BLOCK_END: u32 = 128;

/** The entry of codes that cannot be skipped: more coefficients than a block has. */
const CANNOT_SKIP: u32 = 64 << 8;

/** The kinds of tables: DC, sequential AC, and 2 for progressive AC. */
export const DC: i32 = 0, AC: i32 = 1;

// Offsets in a table, after its lookup entries: for each code length from 0 to 16 the end of its codes, left-aligned in
// 16 bits (MAXCODE), and what to add to a code for the index of its symbol (VALPTR); the symbols (HUFFVAL); the kind;
// and for each lookup how to skip all complete codes in it.
const CODE_ENDS: usize = 4 << LOOKUP_BITS;
const INDEX_OFFSETS: usize = CODE_ENDS + 17 * 4;
const SYMBOLS: usize = INDEX_OFFSETS + 17 * 4;
const KIND: usize = SYMBOLS + 256;
const SKIPS: usize = KIND + 8;
const TABLE_BYTES: usize = SKIPS + (4 << LOOKUP_BITS);
const TABLES: usize = memory.data(8 * TABLE_BYTES, 16);

/** The table specification, filled in by the caller: BITS (16 bytes), then at most 256 bytes of HUFFVAL. */
export const HUFFMAN_SPECIFICATION: usize = memory.data(16 + 256, 16);

/** Returns the address of the DC or AC table of one of the at most four components of a scan. */
export function toTable(component: i32, kind: i32): usize {
  return TABLES + <usize>(2 * component + <i32>(kind != DC)) * TABLE_BYTES;
}

/** Builds the table of a scan component from the specification. Returns whether the specification is valid. */
export function buildHuffmanTable(scanComponent: i32, kind: i32): bool {
  const table = toTable(scanComponent, kind);
  for (let i: usize = 0; i < CODE_ENDS; i += 4) store<u32>(table + i, LONG_CODE);
  memory.copy(table + SYMBOLS, HUFFMAN_SPECIFICATION + 16, 256);
  store<i32>(table + KIND, kind);
  let code = 0, index = 0;
  for (let length = 1; length <= 16; length++) {
    const row = table + <usize>length * 4;
    const end = code + <i32>load<u8>(HUFFMAN_SPECIFICATION + <usize>length - 1);
    if (end > 1 << length) return false;
    store<i32>(row + INDEX_OFFSETS, index - code);
    store<i32>(row + CODE_ENDS, end << (16 - length));
    for (; code < end; code++, index++) {
      const symbol = <u32>load<u8>(table + SYMBOLS + <usize>index);
      // A DC symbol is SSSS alone, without a run.
      if (kind == DC && symbol > 15) return false;
      if (length <= LOOKUP_BITS) fillLookup(table, code, length, toEntry(kind, symbol, length));
    }
    code <<= 1;
  }
  return true;
}

/** Returns the entry for the next bits, of which at least 31 must be valid, in the most significant bits of `bits`. */
@inline export function decodeEntry(table: usize, bits: u64): u32 {
  const entry = load<u32>(table + (<usize>(bits >> (64 - LOOKUP_BITS)) << 2));
  return entry & NEEDS_RESOLVE ? resolveEntry(table, entry, bits) : entry;
}

/** Prepares {@linkcode toSkip} for the table of sequential AC coefficients. */
export function buildSkips(table: usize): void {
  for (let lookup: u64 = 0; lookup < 1 << LOOKUP_BITS; lookup++) {
    let length: u32 = 0, skipped: u32 = 0, end: u32 = 0;
    while (end == 0) {
      const entry = load<u32>(table + <usize>(lookup << length & ((1 << LOOKUP_BITS) - 1)) * 4), bits = lengthOf(entry);
      if (bits == 0 || entry & NEEDS_RESOLVE || length + bits > <u32>LOOKUP_BITS) break;
      length += bits;
      end = runOf(entry) & RUN_TO_BLOCK_END;
      if (end == 0) skipped += runOf(entry) + 1;
    }
    const skip = length == 0 ? CANNOT_SKIP : ((skipped + end) << 16) | (skipped << 8) | length;
    store<u32>(table + SKIPS + <usize>lookup * 4, skip);
  }
}

/**
 * Returns the codes in the next bits as an entry whose run is the number of coefficients, and whose value is the same
 * plus RUN_TO_BLOCK_END if EOB follows them. If the coefficients do not fit into the block, it must not be used.
 */
@inline export function toSkip(table: usize, bits: u64): u32 {
  return load<u32>(table + SKIPS + (<usize>(bits >> (64 - LOOKUP_BITS)) << 2));
}

/** Returns how many bits the code and the value of an entry have, or 0 if the code is invalid. */
@inline export function lengthOf(entry: u32): u32 {
  return entry & 31;
}

/** Returns how many zero coefficients precede the value of an entry. */
@inline export function runOf(entry: u32): u32 {
  return (entry >> 8) & 255;
}

/** Returns the value of an entry. */
@inline export function valueOf(entry: u32): i32 {
  return <i32>entry >> 16;
}

/** Stores an entry for all lookups that begin with the code, resolved where the bits of the value are in the lookup. */
function fillLookup(table: usize, code: i32, length: i32, entry: u32): void {
  const rest = LOOKUP_BITS - length, first = code << rest, size = <i32>(entry >> 16);
  const fits = (entry & NEEDS_RESOLVE) != 0 && size <= rest;
  for (let i = 0; i < 1 << rest; i++) {
    store<u32>(table + <usize>(first + i) * 4, fits ? addValue(entry, i >> (rest - size)) : entry);
  }
}

/** Returns the entry of a symbol: RRRRSSSS for AC, SSSS for DC. */
function toEntry(kind: i32, symbol: u32, length: i32): u32 {
  const size = symbol & 15, run = symbol >> 4;
  if (size != 0) return (size << 16) | (run << 8) | NEEDS_RESOLVE | length;
  // ZRL (run 15) is a run of 15 zeros before the value 0.
  if (kind == DC || run == 15) return (run << 8) | length;
  return kind == AC ? (RUN_TO_BLOCK_END << 8) | length : (run << 8) | IS_EOB_RUN | length;
}

/** Replaces the size of an entry by its value (EXTEND): a first bit of 0 makes it negative. */
@inline function addValue(entry: u32, bits: i32): u32 {
  const size = <i32>(entry >> 16);
  const value = bits >> (size - 1) ? bits : bits - (1 << size) + 1;
  return (<u32>value << 16) | (entry & 0xff00) | (lengthOf(entry) + size);
}

/** Finds the code, if it is longer than the lookup bits, and reads the value after it. */
function resolveEntry(table: usize, entry: u32, bits: u64): u32 {
  if (entry == LONG_CODE) {
    const code = <i32>(bits >> 48);
    let length = LOOKUP_BITS + 1;
    while (length <= 16 && code >= load<i32>(table + CODE_ENDS + <usize>length * 4)) length++;
    if (length > 16) return RUN_TO_BLOCK_END << 8;
    const index = (code >> (16 - length)) + load<i32>(table + INDEX_OFFSETS + <usize>length * 4);
    entry = toEntry(load<i32>(table + KIND), load<u8>(table + SYMBOLS + <usize>index), length);
    if ((entry & NEEDS_RESOLVE) == 0) return entry;
  }
  return addValue(entry, <i32>(bits << lengthOf(entry) >> (64 - (entry >> 16))));
}
