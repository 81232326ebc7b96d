// AssemblyScript, part of png.wasm. Deflate: RFC 1951, 3.2.5 and 3.2.7 (dynamic Huffman codes, even for noise, which
// they enlarge by a thousandth). Matches are only runs of one byte (distance 1): filtered scanlines are noise or zeros,
// and a search for other matches takes ten times as long. Each block has its own codes. State: the symbol counts and
// codes of the current block.

import { putBits } from "./bit_writer.as";
import { buildCodes } from "./huffman.as";

const SYMBOLS: usize = 286, END_OF_BLOCK: usize = 256, FIRST_LENGTH: u32 = 257;
const MIN_MATCH: usize = 3, MAX_MATCH: usize = 258;

/** The longest code, so that four codes and up to seven waiting bits fit into 64 bits. */
const MAX_CODE_BITS: i32 = 14;

/** More than the header of a dynamic block takes: 17 bits, 19 lengths of 3 bits, and 287 codes of 7 + 7 bits. */
const MAX_HEADER_BYTES: usize = 1024;

const CODE_LENGTH_SYMBOLS: i32 = 19, MAX_CODE_LENGTH_BITS: i32 = 7;
/** Symbols of the code length alphabet: repeat the last length 3 to 6 times; 3 to 10 zeros; 11 to 138 zeros. */
const REPEAT: u32 = 16, ZEROS: u32 = 17, MANY_ZEROS: u32 = 18;
/** The order in which the lengths of the codes for code lengths are written. */
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** The code of each symbol: `code << 8 | length`. */
const CODES: usize = memory.data(SYMBOLS * 4, 16);
// Counts of symbols, those of literals in four tables of 1024 bytes: incrementing one counter twice in a row is slow.
const COUNTS: usize = memory.data(SYMBOLS * 4, 16);
const MORE_COUNTS: usize = memory.data(3 * 1024, 16);
/** For each match length its complete code, with extra bits and distance, in the same form. */
const LENGTH_CODES: usize = memory.data((MAX_MATCH + 1) * 4, 16);
// The header of a dynamic block: code lengths, pairs of symbols and extra bits for them, the symbols' counts and codes.
const LENGTHS: usize = memory.data(288, 16);
const LENGTH_RUNS: usize = memory.data(288 * 2, 16);
const RUN_COUNTS: usize = memory.data(CODE_LENGTH_SYMBOLS * 4, 16);
const RUN_CODES: usize = memory.data(CODE_LENGTH_SYMBOLS * 4, 16);

/** Returns the most bytes that deflating so many bytes can take: 9 bits are enough for every symbol. */
export function toMaxDeflated(bytes: usize): usize {
  return bytes + bytes / 8 + MAX_HEADER_BYTES;
}

/** Deflates the bytes from `start` to `end`. Overwrites the bytes before and after them, and reads up to 32 after. */
export function deflateBlock(start: usize, end: usize, isLast: bool): void {
  // Sentinels: no run continues beyond the ends.
  store<u8>(start - 1, ~load<u8>(start));
  store<u8>(end, ~load<u8>(end - 1));
  countSymbols(start, end);
  buildCodes(CODES, COUNTS, SYMBOLS, MAX_CODE_BITS);
  putHeader(isLast);
  buildLengthCodes();
  scan<Put>(start, end);
  putCode(load<u32>(CODES + (END_OF_BLOCK << 2)));
}

/** What {@linkcode scan} does with the symbols. */
class Count {}
class Put {}

/** Splits the bytes into literals, sixteen at a time where no run begins, and runs. */
function scan<T>(address: usize, end: usize): void {
  while (address + 16 <= end) {
    const same = findRepeats(address) | (findRepeats(address + 16) << 16);
    // Where MIN_MATCH bytes in a row equal the byte before them.
    const runs = same & (same >> 1) & (same >> 2) & 0xffff;
    if (runs == 0) {
      takeSixteen<T>(address);
      address += 16;
      continue;
    }
    for (const run = address + ctz(runs); address < run; address++) takeLiteral<T>(address);
    let left = toRunEnd(address) - address;
    for (; left >= MIN_MATCH; left -= min(left, MAX_MATCH)) {
      const length = min(left, MAX_MATCH);
      takeMatch<T>(length);
      address += length;
    }
  }
  for (; address < end; address++) takeLiteral<T>(address);
}

/** Returns which of 16 bytes equal the byte before, as a set of bits. */
@inline function findRepeats(address: usize): u32 {
  return i8x16.bitmask(i8x16.eq(v128.load(address), v128.load(address - 1)));
}

/** Returns the address of the first byte that differs from the one before. */
function toRunEnd(address: usize): usize {
  let same = findRepeats(address);
  for (; same == 0xffff; same = findRepeats(address)) address += 16;
  return address + ctz(~same);
}

@inline function takeSixteen<T>(address: usize): void {
  if (idof<T>() == idof<Put>()) return putSixteen(address);
  for (const end = address + 16; address < end; address += 4) {
    increment(COUNTS, load<u8>(address));
    increment(MORE_COUNTS, load<u8>(address, 1));
    increment(MORE_COUNTS + 1024, load<u8>(address, 2));
    increment(MORE_COUNTS + 2048, load<u8>(address, 3));
  }
}

@inline function takeLiteral<T>(address: usize): void {
  if (idof<T>() == idof<Put>()) putCode(load<u32>(CODES + (<usize>load<u8>(address) << 2)));
  else increment(COUNTS, load<u8>(address));
}

@inline function takeMatch<T>(length: usize): void {
  if (idof<T>() == idof<Put>()) putCode(load<u32>(LENGTH_CODES + (length << 2)));
  else increment(COUNTS, FIRST_LENGTH + toLengthSymbol(length));
}

@inline function increment(counts: usize, symbol: u32): void {
  const address = counts + (<usize>symbol << 2);
  store<u32>(address, load<u32>(address) + 1);
}

@inline function putCode(code: u32): void {
  putBits(<u64>(code >> 8), <u64>(code & 255));
}

/** Writes 16 literals, four at a time: putBits() for each one would take longer. */
function putSixteen(source: usize): void {
  for (const end = source + 16; source < end; source += 4) {
    const a = codeOf(load<u8>(source)), b = codeOf(load<u8>(source, 1));
    const c = codeOf(load<u8>(source, 2)), d = codeOf(load<u8>(source, 3));
    // A shift only uses the lowest six bits of an entry: the length of its code.
    const first = (a >> 8) | ((b >> 8) << a), second = (c >> 8) | ((d >> 8) << c);
    putBits(first | (second << (a + b)), (a + b + c + d) & 63);
  }
}

@inline function codeOf(literal: u32): u64 {
  return <u64>load<u32>(<usize>literal << 2, CODES);
}

function countSymbols(start: usize, end: usize): void {
  memory.fill(COUNTS, 0, SYMBOLS * 4);
  memory.fill(MORE_COUNTS, 0, 3 * 1024);
  scan<Count>(start, end);
  for (let i: usize = 0; i < 1024; i += 16) {
    const more = i32x4.add(v128.load(MORE_COUNTS + i), v128.load(MORE_COUNTS + i, 1024));
    v128.store(COUNTS + i, i32x4.add(v128.load(COUNTS + i), i32x4.add(more, v128.load(MORE_COUNTS + i, 2048))));
  }
  store<u32>(COUNTS + (END_OF_BLOCK << 2), 1);
}

/** Lengths 3 to 10 have a symbol each, then groups of four symbols have one more extra bit each; 258 is the last. */
@inline function toLengthSymbol(length: usize): u32 {
  const more = <u32>(length - MIN_MATCH), extra = more < 8 ? 0 : 29 - <u32>clz(more);
  return length == MAX_MATCH ? 28 : (extra << 2) + (more >> extra);
}

/** Joins the code of each length, its extra bits, and a zero bit, which is the code of the only distance. */
function buildLengthCodes(): void {
  for (let length = MIN_MATCH; length <= MAX_MATCH; length++) {
    const symbol = toLengthSymbol(length), extra = toExtraBits(symbol);
    const code = load<u32>(CODES + (<usize>(FIRST_LENGTH + symbol) << 2)), bits = code & 255;
    const value = <u32>(length - MIN_MATCH) & ((1 << extra) - 1);
    store<u32>(LENGTH_CODES + (length << 2), (((code >> 8) | (value << bits)) << 8) | (bits + extra + 1));
  }
}

function toExtraBits(symbol: u32): u32 {
  return symbol < 8 || symbol == 28 ? 0 : (symbol >> 2) - 1;
}

/** Writes the header of a dynamic block: the code lengths, and one distance code of a single bit. */
function putHeader(isLast: bool): void {
  let symbols = SYMBOLS;
  while (load<u32>(CODES + ((symbols - 1) << 2)) == 0) symbols--;
  for (let i: usize = 0; i < symbols; i++) store<u8>(LENGTHS + i, load<u8>(CODES + (i << 2)));
  store<u8>(LENGTHS + symbols, 1);
  const runsEnd = findLengthRuns(symbols + 1);
  buildCodes(RUN_CODES, RUN_COUNTS, CODE_LENGTH_SYMBOLS, MAX_CODE_LENGTH_BITS);
  // BFINAL and BTYPE 2, HLIT, HDIST.
  putBits(isLast ? 5 : 4, 3);
  putBits(<u64>(symbols - FIRST_LENGTH), 5);
  putBits(0, 5);
  let codeLengths: usize = CODE_LENGTH_SYMBOLS;
  while (codeLengthAt(codeLengths - 1) == 0) codeLengths--;
  putBits(<u64>(codeLengths - 4), 4);
  for (let i: usize = 0; i < codeLengths; i++) putBits(codeLengthAt(i), 3);
  for (let address = LENGTH_RUNS; address < runsEnd; address += 2) {
    const symbol: u32 = load<u8>(address), extra = <u64>load<u8>(address, 1);
    putCode(load<u32>(RUN_CODES + (<usize>symbol << 2)));
    if (symbol >= REPEAT) putBits(extra, symbol == REPEAT ? 2 : symbol == ZEROS ? 3 : 7);
  }
}

/** Returns the length of a code of the code length alphabet, by its index in ORDER. */
function codeLengthAt(i: usize): u64 {
  return <u64>load<u8>(RUN_CODES + (<usize>load<u8>(ORDER + i) << 2));
}

/** Converts code lengths to symbols of the code length alphabet and counts these. Returns the end of LENGTH_RUNS. */
function findLengthRuns(lengths: usize): usize {
  memory.fill(RUN_COUNTS, 0, CODE_LENGTH_SYMBOLS * 4);
  let address = LENGTH_RUNS;
  for (let i: usize = 0; i < lengths; address += 2) {
    const length: u32 = load<u8>(LENGTHS + i);
    let run: usize = 1;
    while (i + run < lengths && load<u8>(LENGTHS + i + run) == length) run++;
    let symbol = length, extra: usize = 0;
    if (run < 3 || (length != 0 && (i == 0 || load<u8>(LENGTHS + i - 1) != length))) run = 1;
    else if (length != 0) {
      symbol = REPEAT;
      run = min<usize>(run, 6);
      extra = run - 3;
    } else {
      symbol = run > 10 ? MANY_ZEROS : ZEROS;
      run = min<usize>(run, 138);
      extra = run > 10 ? run - 11 : run - 3;
    }
    store<u8>(address, <u8>symbol);
    store<u8>(address, <u8>extra, 1);
    increment(RUN_COUNTS, symbol);
    i += run;
  }
  return address;
}
