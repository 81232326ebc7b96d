// Reads bits, the lowest first, from a reservoir of 64 that is filled eight bytes at a time. Behind the input lie zeros:
// reading over its end is harmless, and found out when the position is asked for.

/** Bytes behind the input that may be read. */
export const INPUT_MARGIN: usize = 32;

let at: usize = 0;
let end: usize = 0;
let reservoir: u64 = 0;
let count: u64 = 0;

/** Starts at the first byte of an input. */
export function startReading(start: usize, stop: usize): void {
  at = start;
  end = stop;
  reservoir = count = 0;
}

/** Where the next bytes come from, unless all input is long used up. */
export function inputAt(): usize {
  return at;
}

/** When bytes come from here, more bits were taken than there are. */
export function inputLimit(): usize {
  return end + 8;
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
  if (at < inputLimit()) {
    reservoir |= load<u64>(at) << count;
    at += <usize>((63 - count) >> 3);
  }
  count |= 56;
}
