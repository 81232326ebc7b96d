// Unpacks a zlib stream piece by piece: it stops between two symbols once it has made enough.

import { forgetCodes, readCodes, useFixedCodes } from "./png_block.as";
import { copyMatch, prepareCopies } from "./png_match.as";
import * as reader from "./png_reader.as";
import { DISTANCE_BITS, DISTANCES, ANY_LITERAL, END, LITERAL_BITS, LITERALS, SECOND, SPECIAL } from "./png_tables.as";

/** How far back a distance reaches. */
export const WINDOW: usize = 32768;

/** How many bytes may be written beyond the wanted ones: some literals, the longest match and the rest of a vector. */
export const OUTPUT_MARGIN: usize = 512;

/** How an attempt ends: the stream is damaged or too short, all went well, or it goes on with the next piece. */
export const FAILED: i32 = 0, SUCCEEDED: i32 = 1, HUNGRY: i32 = 2;

/** What comes next: the head of a block, symbols, plain bytes, nothing more, nothing as the stream is damaged. */
const HEAD: i32 = 0, SYMBOLS: i32 = 1, BYTES: i32 = 2, DONE: i32 = 3, DAMAGED: i32 = 4;

let next: i32 = HEAD;
let isLast: bool = false;
let plainBytes: usize = 0;
let output: usize = 0;
/** The first byte that a distance may reach. */
let history: usize = 0;

/** Starts a stream whose bytes go to `target`; tells whether its first bytes are right. */
export function startInflating(target: usize): bool {
  prepareCopies();
  output = history = target;
  next = HEAD;
  isLast = false;
  forgetCodes();
  const method = reader.take(8), flags = reader.take(8);
  // Deflate, a window of at most 32 KiB, no dictionary.
  return (method & 15) == 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 == 0 && !(flags & 32);
}

/** Where the next byte goes. */
export function inflatedTo(): usize {
  return output;
}

/** Says that everything was moved down by so many bytes, and what is before `start` is gone. */
export function moveInflated(distance: usize): void {
  output -= distance;
}

/** Unpacks at least up to `limit`. */
export function inflate(limit: usize): i32 {
  while (output < limit) {
    if (!reader.isFed()) return HUNGRY;
    if (next == HEAD) next = isLast ? DONE : readHead();
    else if (next == SYMBOLS) next = inflateSymbols(limit);
    else if (next == BYTES) next = copyBytes(limit);
    else return FAILED;
  }
  return SUCCEEDED;
}

/** Looks whether the stream ends here, and with this checksum. */
export function endsWith(sum: u32): i32 {
  const outcome = inflate(output + 1);
  if (outcome == HUNGRY) return HUNGRY;
  if (outcome == SUCCEEDED || next != DONE || reader.alignBytes() < 4) return FAILED;
  return bswap(load<u32>(reader.inputAt())) == sum ? SUCCEEDED : FAILED;
}

function readHead(): i32 {
  isLast = reader.take(1) != 0;
  const kind = reader.take(2);
  if (kind == 0) return startBytes();
  const isGood = kind == 1 ? useFixedCodes() : kind == 2 && readCodes();
  return isGood ? SYMBOLS : DAMAGED;
}

function startBytes(): i32 {
  if (reader.alignBytes() < 4) return DAMAGED;
  plainBytes = load<u16>(reader.inputAt());
  const isRight = (plainBytes ^ 0xffff) == load<u16>(reader.inputAt(), 2);
  reader.skipBytes(4);
  return isRight ? BYTES : DAMAGED;
}

function copyBytes(limit: usize): i32 {
  const length = min(min(plainBytes, limit - output), <usize>max<isize>(reader.alignBytes(), 0));
  if (length == 0 && plainBytes != 0) return DAMAGED;
  memory.copy(output, reader.inputAt(), length);
  reader.skipBytes(length);
  output += length;
  plainBytes -= length;
  return plainBytes == 0 ? HEAD : BYTES;
}

/**
 * The hot loop. All in one, as each symbol waits for the one before; and most of a photograph are literals, of which
 * four entries are taken from one filling. The bits stand two places higher than elsewhere: so they are the place of an
 * entry in its table, of four bytes each. Of an entry that bits are shifted by, or that is subtracted, only the lowest
 * six bits count.
 */
function inflateSymbols(limit: usize): i32 {
  const inputLimit = reader.inputLimit();
  let at = reader.inputAt(), bits = reader.bitsAtHand() << 2, count = reader.bitCount() + 2, target = output;
  // What the move pushed out comes again.
  if (count > 56) {
    at--;
    count -= 8;
  }
  let then = SYMBOLS;
  while (target < limit) {
    if (at >= inputLimit) {
      if (reader.isComplete()) then = DAMAGED;
      break;
    }
    bits |= load<u64>(at) << count;
    at += <usize>((63 - count) >> 3) & 7;
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
        entry = literalAt(bits);
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
        }
      }
      bits |= load<u64>(at) << count;
      at += <usize>((63 - count) >> 3) & 7;
      count |= 56;
    }
    if (entry & SPECIAL) {
      if (entry & SECOND) {
        bits >>= LITERAL_BITS;
        count -= LITERAL_BITS;
        entry = secondAt(LITERALS, entry, bits);
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
        then = entry & END ? HEAD : DAMAGED;
        break;
      }
    }
    const length = valueOf(entry, bits);
    bits >>= <u64>entry;
    count -= <u64>entry;
    entry = load<u32>(<usize>bits & (((1 << DISTANCE_BITS) - 1) << 2), DISTANCES);
    if (entry & SECOND) {
      bits >>= DISTANCE_BITS;
      count -= DISTANCE_BITS;
      entry = secondAt(DISTANCES, entry, bits);
    }
    const distance = valueOf(entry, bits);
    if (entry & SPECIAL || target - history < distance) {
      then = DAMAGED;
      break;
    }
    bits >>= <u64>entry;
    count -= <u64>entry;
    copyMatch(target, distance, length);
    target += length;
  }
  output = target;
  reader.resumeReading(at, bits >> 2, (count & 63) - 2);
  return then;
}

@inline
function literalAt(bits: u64): u32 {
  return load<u32>(<usize>bits & (((1 << LITERAL_BITS) - 1) << 2), LITERALS);
}

@inline
function secondAt(table: usize, entry: u32, bits: u64): u32 {
  return load<u32>(table + (<usize>(entry >> 16) << 2) + (<usize>bits & (((1 << ((entry >> 8) & 15)) - 1) << 2)));
}

/** The value of a length or distance, with the bits that follow its code. */
@inline
function valueOf(entry: u32, bits: u64): usize {
  const taken = <u32>(bits >> 2) & ((1 << (entry & 31)) - 1);
  return <usize>((entry >> 16) + (taken >> ((entry >> 8) & 15)));
}
