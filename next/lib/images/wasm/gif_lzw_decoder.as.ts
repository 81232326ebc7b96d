// AssemblyScript, part of gif.wasm: decodes LZW as in GIF89a, Appendix F.

import { growTo } from "./memory.as";

const MAX_CODE_BITS: i32 = 12, MAX_CODES: i32 = 1 << MAX_CODE_BITS;

/** The dictionary: the address (u32) and the length (u32) of each string, because all of them were written before. */
const ENTRIES: usize = memory.data((1 << 12) * 8, 8);
/** The strings that consist of one index. */
const LITERALS: usize = memory.data((1 << 11) + 16);

/** Strings are copied in vectors of this size, and may be followed by as many surplus bytes. */
const VECTOR: usize = 16;

/** The address of the data and of the decoded indices. */
let input: usize = 0;
export let indices: usize = 0;

/** Starts a frame. Returns the address of its data. */
export function begin(bytes: i32, pixels: i32): usize {
  input = (__heap_base + 15) & ~15;
  indices = input + ((<usize>bytes + 2 * VECTOR) & ~15);
  growTo(indices + <usize>pixels + 2 * VECTOR);
  return input;
}

/** Decodes at most `pixels` indices, and returns how many the sub-blocks contain, or -1 if a code is invalid. */
export function decode(minBits: i32, bytes: i32, pixels: i32): i32 {
  const clear = 1 << minBits, end = clear + 1, targetEnd = indices + <usize>pixels;
  let at = input, bits: u64 = 0, bitCount = 0, bitsLeft = <i64>joinSubBlocks(input + <usize>bytes) * 8;
  let codeBits = minBits + 1, next = end + 1, target = indices, last: usize = 0, lastLength = 0;
  for (let index = 0; index < clear; index++) {
    store<u8>(LITERALS + <usize>index, <u8>index);
    setEntry(index, LITERALS + <usize>index, 1);
  }
  while (target < targetEnd) {
    bitsLeft -= codeBits;
    if (bitsLeft < 0) break;
    if (bitCount < codeBits) {
      bits |= <u64>load<u32>(at) << bitCount;
      at += 4;
      bitCount += 32;
    }
    const code = <i32>bits & ((1 << codeBits) - 1);
    bits >>= codeBits;
    bitCount -= codeBits;
    if (code == end) break;
    if (code == clear) {
      codeBits = minBits + 1;
      next = end + 1;
      lastLength = 0;
      continue;
    }
    if (lastLength > 0 && next < MAX_CODES) {
      // The new string is the last one plus the first index of this one, which is about to follow it.
      setEntry(next, last, lastLength + 1);
      next++;
      if (next == 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits++;
    }
    if (code >= next) return -1;
    const entry = ENTRIES + <usize>code * 8, from = <usize>load<u32>(entry);
    last = target;
    lastLength = min(load<i32>(entry, 4), <i32>(targetEnd - target));
    // The newest string ends with its own first index.
    store<u8>(target, load<u8>(from));
    for (let i: usize = 0; i < <usize>lastLength; i += VECTOR) v128.store(target + i, v128.load(from + i));
    target += lastLength;
  }
  return <i32>(target - indices);
}

@inline function setEntry(code: i32, address: usize, length: i32): void {
  store<u32>(ENTRIES + <usize>code * 8, <u32>address);
  store<i32>(ENTRIES + <usize>code * 8, length, 4);
}

/** Removes the lengths of the sub-blocks, and returns the number of the other bytes. */
function joinSubBlocks(inputEnd: usize): usize {
  let to = input;
  for (let from = input; from < inputEnd;) {
    const length = min(<usize>load<u8>(from++), inputEnd - from);
    memory.copy(to, from, length);
    to += length;
    from += length;
  }
  return to - input;
}
