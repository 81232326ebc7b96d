// Reads bits, the lowest first, from a reservoir of 64 that is filled eight bytes at a time. The input comes in pieces.
// Behind the last one lie zeros: reading over its end is harmless, and found out when the position is asked for.

/** What the input takes beside a piece: what was left of the one before, and zeros behind the last. */
export const INPUT_MARGIN: usize = 2048;

/** More than the head of a block takes: so it is read at once. */
const ENOUGH: usize = 1024;

/** Bytes that were read ahead, and may be given back. */
const LOOK_BACK: usize = 8;

/** Bytes that a loop reads ahead between two looks at the limit. */
const READ_AHEAD: usize = 32;

let start: usize = 0;
let at: usize = 0;
let end: usize = 0;
let isWhole: bool = false;
let reservoir: u64 = 0;
let count: u64 = 0;

/** Starts an input that has yet to come. */
export function startReading(address: usize): void {
  start = address;
  at = end = address + LOOK_BACK;
  isWhole = false;
  reservoir = count = 0;
}

/** Moves what is left to the front; returns where the next piece goes. */
export function makeRoom(): usize {
  if (at <= start + LOOK_BACK) return end;
  const gone = at - LOOK_BACK - start;
  memory.copy(start, start + gone, end - start - gone);
  at -= gone;
  end -= gone;
  return end;
}

/** Says how much has come, and whether it was the last. */
export function feed(bytes: usize, isLast: bool): void {
  end += bytes;
  isWhole = isLast;
  if (isLast) memory.fill(end, 0, READ_AHEAD);
}

/** Tells whether there is enough to go on, or nothing more to come. */
export function isFed(): bool {
  return isWhole || end - at >= ENOUGH;
}

/** Tells whether the last piece has come. */
export function isComplete(): bool {
  return isWhole;
}

/** Where the next bytes come from, unless all input is long used up. */
export function inputAt(): usize {
  return at;
}

/** When bytes come from here, another piece is needed; after the last one, more bits were taken than there are. */
export function inputLimit(): usize {
  return isWhole ? end + 8 : end - READ_AHEAD;
}

/** The bits at hand; those above {@linkcode bitCount} are what comes next anyway, or zeros. */
export function bitsAtHand(): u64 {
  return reservoir;
}

/** How many bits are at hand. */
export function bitCount(): u64 {
  return count;
}

/** Goes on from where a faster loop has come to. */
export function resumeReading(address: usize, bits: u64, bitCount: u64): void {
  at = address;
  reservoir = bits;
  count = bitCount;
}

/** Shows the next bits, up to 32, without taking them. */
export function peek(length: u64): u32 {
  if (count < length) fill();
  return <u32>(reservoir & ((<u64>1 << length) - 1));
}

/** Takes bits, up to 32. */
export function take(length: u64): u32 {
  const value = peek(length);
  drop(length);
  return value;
}

/** Drops bits that were shown. */
export function drop(length: u64): void {
  reservoir >>= length;
  count -= length;
}

/** Drops what is left of the last byte and returns how many whole ones follow; -1 when too many were taken. */
export function alignBytes(): isize {
  at -= <usize>(count >> 3);
  reservoir = count = 0;
  return at > end ? -1 : <isize>(end - at);
}

/** Skips bytes that were read in another way, after {@linkcode alignBytes}. */
export function skipBytes(length: usize): void {
  at += length;
}

function fill(): void {
  if (at < end + 8) {
    reservoir |= load<u64>(at) << count;
    at += <usize>((63 - count) >> 3);
  }
  count |= 56;
}
