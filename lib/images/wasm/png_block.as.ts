// Reads the head of a block with codes, and makes its tables.

import { drop, peek, take } from "./png_reader.as";
import {
  DISTANCE_BITS,
  DISTANCES,
  Distances,
  LENGTHS,
  LITERAL_BITS,
  LITERALS,
  Literals,
  makeTable,
  pairLiterals,
  TOKEN_BITS,
  TOKENS,
  Tokens,
} from "./png_tables.as";

const MAX_LITERALS: u32 = 286, MAX_DISTANCES: u32 = 30, TOKEN_SYMBOLS: u32 = 19;

/** The symbol of a block's end, without which it would have none. */
const END: usize = 256;

/** Tokens are lengths of codes, or one of these: the last length again, and zeros in two steps. */
const AGAIN: u32 = 16, ZEROS: u32 = 17;

const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
const TOKEN_LENGTHS: usize = memory.data(19, 16);

/** Whether the tables are those of fixed codes: many such blocks in a row need them made once. */
let isFixed: bool = false;

/** Forgets the tables that were made for another stream. */
export function forgetCodes(): void {
  isFixed = false;
}

/** Makes the tables that need no description. */
export function useFixedCodes(): bool {
  if (isFixed) return true;
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  memory.fill(LENGTHS + 288, 5, 32);
  isFixed = makeTables(288, 32);
  return isFixed;
}

/** Makes the tables that the stream describes; tells whether they are possible. */
export function readCodes(): bool {
  isFixed = false;
  const literals = take(5) + 257, distances = take(5) + 1, tokens = take(4) + 4;
  if (literals > MAX_LITERALS || distances > MAX_DISTANCES) return false;
  memory.fill(TOKEN_LENGTHS, 0, TOKEN_SYMBOLS);
  for (let i: u32 = 0; i < tokens; i++) store<u8>(TOKEN_LENGTHS + load<u8>(ORDER + i), <u8>take(3));
  if (!makeTable<Tokens>(TOKENS, TOKEN_LENGTHS, TOKEN_SYMBOLS, TOKEN_BITS)) return false;
  return readLengths(literals + distances) && load<u8>(LENGTHS + END) != 0 && makeTables(literals, distances);
}

function readLengths(count: u32): bool {
  for (let i: u32 = 0; i < count;) {
    const entry = load<u32>(TOKENS + (<usize>peek(TOKEN_BITS) << 2)), token = entry >> 16;
    drop(<u64>(entry & 255));
    if (token < AGAIN) {
      store<u8>(LENGTHS + i++, <u8>token);
      continue;
    }
    if (token == AGAIN && i == 0) return false;
    const times = token == AGAIN ? 3 + take(2) : token == ZEROS ? 3 + take(3) : 11 + take(7);
    if (i + times > count) return false;
    memory.fill(LENGTHS + i, token == AGAIN ? load<u8>(LENGTHS + i - 1) : 0, times);
    i += times;
  }
  return true;
}

function makeTables(literals: u32, distances: u32): bool {
  if (!makeTable<Literals>(LITERALS, LENGTHS, literals, LITERAL_BITS)) return false;
  pairLiterals();
  return makeTable<Distances>(DISTANCES, LENGTHS + literals, distances, DISTANCE_BITS);
}
