// The head of a block: how long the code of each symbol is, itself packed with codes of its own.

import { put } from "./png_bits.as";
import { makeCodes } from "./png_codes.as";

/** After so many literals comes the end of the block, which is always there; then come lengths of runs. */
const LEAST_SYMBOLS: usize = 257;

/** Tokens are lengths of codes, or one of these: the last length again, and zeros in two steps. */
const AGAIN: u32 = 16, ZEROS: u32 = 17, MANY_ZEROS: u32 = 18;
const TOKEN_SYMBOLS: i32 = 19, MAX_TOKEN_BITS: i32 = 7;

// The order in which the lengths of their codes are told, those that are rarely used at the end.
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

const LENGTHS: usize = memory.data(288, 16);
const TOKENS: usize = memory.data(288 * 2, 16);
const COUNTS: usize = memory.data(TOKEN_SYMBOLS * 4, 16);
const CODES: usize = memory.data(TOKEN_SYMBOLS * 4, 16);

/** Writes the head of a block: the lengths of `codes`, and one distance whose code is a single bit. */
export function putHeader(codes: usize, symbols: usize, isLast: bool): void {
  while (symbols > LEAST_SYMBOLS && load<u32>(codes + ((symbols - 1) << 2)) == 0) symbols--;
  for (let i: usize = 0; i < symbols; i++) store<u8>(LENGTHS + i, load<u8>(codes + (i << 2)));
  store<u8>(LENGTHS + symbols, 1);
  const tokens = toTokens(symbols + 1);
  makeCodes(CODES, COUNTS, TOKEN_SYMBOLS, MAX_TOKEN_BITS);
  put(isLast ? 5 : 4, 3);
  put(<u64>(symbols - LEAST_SYMBOLS), 5);
  put(0, 5);
  putTokenCodes();
  for (let at = TOKENS; at < tokens; at += 2) putToken(load<u8>(at), load<u8>(at, 1));
}

/** Turns lengths into tokens and counts these; returns where they end. */
function toTokens(lengths: usize): usize {
  memory.fill(COUNTS, 0, TOKEN_SYMBOLS * 4);
  let at = TOKENS;
  for (let i: usize = 0; i < lengths;) {
    const length: u32 = load<u8>(LENGTHS + i);
    let run: usize = 1;
    while (i + run < lengths && load<u8>(LENGTHS + i + run) == length) run++;
    let token = length, extra: usize = 0;
    if (run < 3 || (length != 0 && (i == 0 || load<u8>(LENGTHS + i - 1) != length))) run = 1;
    else if (length != 0) {
      token = AGAIN;
      run = min<usize>(run, 6);
      extra = run - 3;
    } else {
      token = run > 10 ? MANY_ZEROS : ZEROS;
      run = min<usize>(run, 138);
      extra = run > 10 ? run - 11 : run - 3;
    }
    store<u8>(at, <u8>token);
    store<u8>(at, <u8>extra, 1);
    at += 2;
    i += run;
    const count = COUNTS + (<usize>token << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  return at;
}

function putTokenCodes(): void {
  let told: usize = TOKEN_SYMBOLS;
  while (lengthOf(told - 1) == 0) told--;
  put(<u64>(told - 4), 4);
  for (let i: usize = 0; i < told; i++) put(lengthOf(i), 3);
}

/** The length of the code of the token that comes at this place of the order. */
function lengthOf(place: usize): u64 {
  return <u64>load<u8>(CODES + (<usize>load<u8>(ORDER + place) << 2));
}

function putToken(token: u32, extra: u32): void {
  const code = load<u32>(CODES + (<usize>token << 2));
  put(<u64>(code >> 8), <u64>(code & 255));
  if (token == AGAIN) put(<u64>extra, 2);
  else if (token == ZEROS) put(<u64>extra, 3);
  else if (token == MANY_ZEROS) put(<u64>extra, 7);
}
