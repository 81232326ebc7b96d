// AssemblyScript, part of jpeg_decoder.wasm. Huffman tables: ITU-T T.81 Annex C (codes from BITS and HUFFVAL), F.2.2.3
// (DECODE) and F.2.2.1 (EXTEND). State: eight tables, and the table specification that the caller fills in.
//
// The next 10 bits select an entry that contains, for most codes, the coefficient that follows the code as well:
// `value << 16 | run << 8 | flags | bits`. The run is the number of zero coefficients before the value; `bits` counts
// the code and the bits of the value.

const LOOKUP_BITS: i32 = 10;
/** Shifts the lookup bits down from the top of the bit buffer. */
export const LOOKUP_SHIFT: u64 = 64 - LOOKUP_BITS;

/** The entry is incomplete: its value is the size category SSSS, its `bits` the code length, 0 if above LOOKUP_BITS. */
export const INCOMPLETE: u32 = 0x80;
/** An EOBn code of a progressive scan; the run is n. */
export const EOB_RUN: u32 = 0x40;
/** A run beyond the end of any block: an EOB code, or a code that does not exist (its `bits` are 0). */
export const TO_BLOCK_END: u32 = 128;

/** What the symbols of a table mean. */
const DC: i32 = 0, AC: i32 = 1;

// A table: the lookup; for each code length the first longer code, left-aligned in 16 bits (MAXCODE); what to add to a
// code to get the index of its symbol (VALPTR); the symbols (HUFFVAL); the kind.
const MAX_CODES: usize = 4 << LOOKUP_BITS;
const OFFSETS: usize = MAX_CODES + 17 * 4;
const SYMBOLS: usize = OFFSETS + 17 * 4;
const KIND: usize = SYMBOLS + 256;
const TABLE_BYTES: usize = KIND + 8;

const TABLES: usize = memory.data(8 * TABLE_BYTES, 16);

/** The table specification, filled in by the caller: BITS (16 bytes), then at most 256 bytes of HUFFVAL. */
export const HUFFMAN_SPECIFICATION: usize = memory.data(16 + 256, 16);

/** Returns the address of a table. */
export function toTable(slot: i32): usize {
  return TABLES + <usize>slot * TABLE_BYTES;
}

/**
 * Builds table `slot` (0 to 7) from the specification. The kind is 0 for DC, 1 for sequential AC and 2 for progressive
 * AC. Returns whether the specification is valid.
 */
export function buildHuffmanTable(slot: i32, kind: i32): bool {
  const table = toTable(slot);
  for (let i: usize = 0; i < MAX_CODES; i += 4) store<u32>(table + i, INCOMPLETE);
  memory.copy(table + SYMBOLS, HUFFMAN_SPECIFICATION + 16, 256);
  store<i32>(table + KIND, kind);
  let code = 0, index = 0;
  for (let length = 1; length <= 16; length++) {
    const row = table + <usize>length * 4;
    const end = code + <i32>load<u8>(HUFFMAN_SPECIFICATION + <usize>length - 1);
    if (end > 1 << length) return false;
    store<i32>(row + OFFSETS, index - code);
    store<i32>(row + MAX_CODES, end << (16 - length));
    for (; code < end; code++, index++) {
      const symbol = <u32>load<u8>(table + SYMBOLS + <usize>index);
      if (kind == DC && symbol > 15) return false;
      if (length <= LOOKUP_BITS) fillLookup(table, code, length, toEntry(kind, symbol, length));
    }
    code <<= 1;
  }
  return true;
}

/** Stores an entry for all lookups that begin with the code, complete where the bits of the value are in the lookup. */
function fillLookup(table: usize, code: i32, length: i32, entry: u32): void {
  const rest = LOOKUP_BITS - length, first = code << rest, size = <i32>(entry >> 16);
  const fits = (entry & INCOMPLETE) != 0 && size <= rest;
  for (let i = 0; i < 1 << rest; i++) {
    store<u32>(table + <usize>(first + i) * 4, fits ? complete(entry, i >> (rest - size)) : entry);
  }
}

/** Returns the entry of a symbol: RRRRSSSS for AC, SSSS for DC. */
function toEntry(kind: i32, symbol: u32, length: i32): u32 {
  const size = symbol & 15, run = symbol >> 4;
  if (size != 0) return (size << 16) | (run << 8) | INCOMPLETE | length;
  if (kind == DC || run == 15) return (run << 8) | length;
  return kind == AC ? (TO_BLOCK_END << 8) | length : (run << 8) | EOB_RUN | length;
}

/** Completes an entry with the bits of its value (EXTEND): a first bit of 0 makes it negative. */
@inline function complete(entry: u32, bits: i32): u32 {
  const size = <i32>(entry >> 16);
  const value = bits >> (size - 1) ? bits : bits - (1 << size) + 1;
  return (<u32>value << 16) | (entry & 0xff00) | ((entry & 31) + size);
}

/** Completes an entry from the top 31 bits of the bit buffer, where the lookup bits were not enough. */
export function resolve(table: usize, entry: u32, bits: u64): u32 {
  if (entry == INCOMPLETE) {
    const code = <i32>(bits >> 48);
    let length = LOOKUP_BITS + 1;
    while (length <= 16 && code >= load<i32>(table + MAX_CODES + <usize>length * 4)) length++;
    if (length > 16) return TO_BLOCK_END << 8;
    const index = (code >> (16 - length)) + load<i32>(table + OFFSETS + <usize>length * 4);
    entry = toEntry(load<i32>(table + KIND), load<u8>(table + SYMBOLS + <usize>index), length);
    if ((entry & INCOMPLETE) == 0) return entry;
  }
  return complete(entry, <i32>(bits << (entry & 31) >> (64 - (entry >> 16))));
}
