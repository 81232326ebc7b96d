import { concat } from "../bytes.ts";

/** Returns a reproducible random integer from 0 up to, but not including, `limit`. */
export type Dice = (limit: number) => number;

/** Creates a random number generator from a seed (xorshift). */
export function createDice(seed: number): Dice {
  let state = seed * 2654435761 | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

type Mutation = (bytes: Uint8Array<ArrayBuffer>, dice: Dice) => Uint8Array<ArrayBuffer>;

const MUTATIONS: readonly Mutation[] = [flipBits, overwrite, overwriteHeader, cutOff, cutOut, repeat, insert, maximize];

/** Damages a file in one to four ways. */
export function mutate(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  let damaged = new Uint8Array(bytes);
  for (let i = 0; i <= dice(4); i++) damaged = MUTATIONS[dice(MUTATIONS.length)]!(damaged, dice);
  return damaged;
}

function flipBits(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  for (let i = 0; i <= dice(8); i++) bytes[dice(bytes.length)]! ^= 1 << dice(8);
  return bytes;
}

function overwrite(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  for (let i = 0; i <= dice(8); i++) bytes[dice(bytes.length)] = dice(256);
  return bytes;
}

/** A decoder makes most of its decisions from the beginning of a file. */
function overwriteHeader(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  for (let i = 0; i <= dice(4); i++) bytes[dice(Math.min(64, bytes.length))] = dice(256);
  return bytes;
}

function cutOff(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  return bytes.slice(0, 1 + dice(bytes.length));
}

function cutOut(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  const start = dice(bytes.length);
  return concat([bytes.subarray(0, start), bytes.subarray(start + 1 + dice(64))]);
}

function repeat(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  const start = dice(bytes.length), end = Math.min(start + 1 + dice(256), bytes.length);
  return concat([bytes.subarray(0, end), bytes.subarray(start)]);
}

function insert(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  const start = dice(bytes.length);
  const inserted = Uint8Array.from({ length: 1 + dice(32) }, () => dice(256));
  return concat([bytes.subarray(0, start), inserted, bytes.subarray(start)]);
}

/** The largest number does most harm as a size, a count or a length. */
function maximize(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Uint8Array<ArrayBuffer> {
  const start = dice(bytes.length);
  return bytes.fill(dice(2) === 0 ? 0xff : 0, start, start + 1 + dice(4));
}
