// AssemblyScript, part of jpeg_decoder.wasm: Huffman codes, most of them looked up with the number that follows.

/** Bits that are looked up at once. */
const LOOK: i32 = 10;
/** What shifts them down from the top. */
export const LOOK_SHIFT: u64 = 64 - LOOK;

// What is found for them: `number << 16 | zeros << 8 | flags | bits`. The number is a coefficient, the zeros go before
// it, and the bits are what both took.
/** The number did not fit: in its place is its number of bits; `bits` counts the code, or is 0 if that is too long. */
export const OUTSIZE: u32 = 0x80;
/** No number, but the end of `1 << zeros` blocks, and of more in as many bits that follow: in progressive scans. */
export const END_OF_BLOCKS: u32 = 0x40;
/** So many zeros lead beyond any block: its end, or a code that does not exist. */
export const END_OF_BLOCK: u32 = 128;

/** The kinds of tables. */
export const DC: i32 = 0, AC: i32 = 1, PROGRESSIVE_AC: i32 = 2;

// A table: what is looked up; for each length the first code that is longer, left-aligned in 16 bits; what to add to a
// code to find its symbol; the symbols; the kind.
const LIMITS: usize = 4 << LOOK;
const OFFSETS: usize = LIMITS + 17 * 4;
const SYMBOLS: usize = OFFSETS + 17 * 4;
const KIND: usize = SYMBOLS + 256;
const TABLE_BYTES: usize = KIND + 8;

const TABLES: usize = memory.data(8 * TABLE_BYTES, 16);

/** Where a table is described: how many codes there are of each length from 1 to 16, then at most 256 symbols. */
export const DESCRIPTION: usize = memory.data(16 + 256, 16);

/** The address of one of eight tables. */
export function toTable(slot: i32): usize {
  return TABLES + <usize>slot * TABLE_BYTES;
}

/** Makes a table of what is described. Returns whether there can be such codes. */
export function makeTable(slot: i32, kind: i32): bool {
  const table = toTable(slot);
  for (let i: usize = 0; i < LIMITS; i += 4) store<u32>(table + i, OUTSIZE);
  memory.copy(table + SYMBOLS, DESCRIPTION + 16, 256);
  store<i32>(table + KIND, kind);
  let code = 0, index = 0;
  for (let length = 1; length <= 16; length++) {
    const place = table + <usize>length * 4;
    const end = code + <i32>load<u8>(DESCRIPTION + <usize>length - 1);
    if (end > 1 << length) return false;
    store<i32>(place + OFFSETS, index - code);
    store<i32>(place + LIMITS, end << (16 - length));
    for (; code < end; code++, index++) {
      const symbol = <u32>load<u8>(table + SYMBOLS + <usize>index);
      if (kind == DC && symbol > 15) return false;
      if (length <= LOOK) fillIn(table, code << (LOOK - length), length, describe(kind, symbol, length));
    }
    code <<= 1;
  }
  return true;
}

/** Fills in all that begins with a code. */
function fillIn(table: usize, first: i32, length: i32, entry: u32): void {
  const rest = LOOK - length, size = <i32>(entry >> 16);
  const fits = (entry & OUTSIZE) != 0 && size <= rest;
  for (let i = 0; i < 1 << rest; i++) {
    const found = fits ? toFound(entry, i >> (rest - size)) : entry;
    store<u32>(table + <usize>(first + i) * 4, found);
  }
}

/** Tells what a symbol means, its number still to be read. */
function describe(kind: i32, symbol: u32, length: i32): u32 {
  const size = symbol & 15, zeros = symbol >> 4;
  if (size != 0) return (size << 16) | (zeros << 8) | OUTSIZE | length;
  if (kind == DC || zeros == 15) return (zeros << 8) | length;
  return kind == AC ? (END_OF_BLOCK << 8) | length : (zeros << 8) | END_OF_BLOCKS | length;
}

/** Puts in the number; those that begin with a zero are negative. */
@inline
function toFound(entry: u32, number: i32): u32 {
  const size = <i32>(entry >> 16);
  const value = number >> (size - 1) ? number : number - (1 << size) + 1;
  return (<u32>value << 16) | (entry & 0xff00) | ((entry & 31) + size);
}

/** Finds what is not looked up at once, in the 31 bits on top. A code that does not exist takes no bits. */
export function resolve(table: usize, entry: u32, bits: u64): u32 {
  let described = entry;
  if (entry == OUTSIZE) {
    const code = <i32>(bits >> 48);
    let length = LOOK + 1;
    while (length <= 16 && code >= load<i32>(table + LIMITS + <usize>length * 4)) length++;
    if (length > 16) return END_OF_BLOCK << 8;
    const index = (code >> (16 - length)) + load<i32>(table + OFFSETS + <usize>length * 4);
    described = describe(load<i32>(table + KIND), load<u8>(table + SYMBOLS + <usize>index), length);
    if ((described & OUTSIZE) == 0) return described;
  }
  return toFound(described, <i32>(bits << (described & 31) >> (64 - (described >> 16))));
}
