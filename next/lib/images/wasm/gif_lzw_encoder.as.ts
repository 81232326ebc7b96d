// AssemblyScript, part of gif.wasm: encodes LZW as in GIF89a, Appendix F, in strips. State: the dictionary and the
// current string.

import { alignToByte, moveOutput, outputAddress, putBits, startOutput } from "./bit_writer.as";

const MAX_CODES: i32 = 1 << 12, STRIP: usize = 1 << 16;

/** The current strip of indices, and its codes: at most 12 bits for each index, and a few clear and end codes. */
export const INPUT: usize = memory.data(1 << 16, 16);
const OUTPUT: usize = memory.data(1 << 17, 16);
/** The codes in sub-blocks. */
export const SUB_BLOCKS: usize = memory.data(1 << 17, 16);
const MAX_SUB_BLOCK: usize = 255;

/**
 * The dictionary: a hash table that maps a prefix code and an index to a code. An entry has the prefix code (12 bits),
 * the index (8 bits) and the code (12 bits); 0 is empty, because no string has the code 0.
 */
const HASH_BITS: i32 = 14, HASH_BYTES: usize = 4 << 14;
const ENTRIES: usize = memory.data(4 << 14, 16);

let minBits: i32 = 0, codeBits: i32 = 0, next: i32 = 0;
/** The code of the current string, or -1 before the first index. */
let prefix: i32 = -1;

/** Starts a frame with indices below 2 ** `indexBits`. Returns the size of a strip. */
export function begin(indexBits: i32): usize {
  minBits = indexBits;
  prefix = -1;
  startOutput(OUTPUT);
  clear();
  put(1 << minBits);
  return STRIP;
}

/** Encodes a strip, and returns the number of bytes of its sub-blocks. */
export function encode(count: i32, isLast: bool): usize {
  const end = INPUT + <usize>count;
  let from = INPUT, string = prefix;
  if (string < 0) string = load<u8>(from++);
  for (; from < end; from++) {
    const index = <u32>load<u8>(from), key = (<u32>string << 8) | index;
    // The index in the upper bits: faster than a multiplication, and it spreads the strings well.
    let slot = ENTRIES + <usize>((index << (HASH_BITS - 8)) ^ string) * 4, entry = load<u32>(slot);
    while (entry >> 12 != key && entry != 0) {
      // Another step for each key, because a file could otherwise make all keys collide.
      slot = ENTRIES + ((slot - ENTRIES + ((key * 0x9e3779b1) >> (32 - HASH_BITS) | 1) * 4) & (HASH_BYTES - 1));
      entry = load<u32>(slot);
    }
    if (entry != 0) {
      string = entry & (MAX_CODES - 1);
      continue;
    }
    put(string);
    string = index;
    if (next == MAX_CODES) {
      put(1 << minBits);
      clear();
      continue;
    }
    store<u32>(slot, (key << 12) | next);
    if (next == 1 << codeBits) codeBits++;
    next++;
  }
  prefix = string;
  if (isLast) {
    put(string);
    // The decoder has added the last string now.
    if (next == 1 << codeBits && next < MAX_CODES) codeBits++;
    put((1 << minBits) + 1);
    alignToByte();
  }
  return writeSubBlocks();
}

/** Empties the dictionary. */
function clear(): void {
  codeBits = minBits + 1;
  next = (1 << minBits) + 2;
  memory.fill(ENTRIES, 0, HASH_BYTES);
}

@inline function put(code: i32): void {
  putBits(<u64>code, <u64>codeBits);
}

function writeSubBlocks(): usize {
  let to = SUB_BLOCKS;
  for (let from = OUTPUT; from < outputAddress; from += MAX_SUB_BLOCK) {
    const length = min(outputAddress - from, MAX_SUB_BLOCK);
    store<u8>(to++, <u8>length);
    memory.copy(to, from, length);
    to += length;
  }
  moveOutput(OUTPUT);
  return to - SUB_BLOCKS;
}
