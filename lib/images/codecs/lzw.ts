import type { Sink } from "@/lib/images/codecs/sink.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";

// LZW as in GIF89a, Appendix F. Our own, because the packages hang on damaged files (omggif), take a second where this
// takes 50 ms (gifenc), or return pixels where colour indices are needed (ImageScript).

const MAX_CODE_BITS = 12;
const MAX_CODES = 1 << MAX_CODE_BITS;
const MAX_SUB_BLOCK_BYTES = 255;

/** The dictionary of the decoder. All calls share it, because every entry is written before it is read. */
const starts = new Uint32Array(MAX_CODES);
const lengths = new Uint32Array(MAX_CODES);

/**
 * Decodes colour indices until `target` is full, and returns their number: it is lower if the data ends early. `start`
 * is the position of the minimum code size. Every string of the dictionary was written to `target` before, so the
 * dictionary contains only positions and lengths in `target`.
 *
 * @throws {ImageError} `broken_image` on an invalid code.
 */
export function decodeLzw(bytes: Uint8Array, start: number, target: Uint8Array): number {
  const minBits = bytes[start]!;
  // More than 8 bits are useless, but some files have them, and browsers show them.
  if (!(minBits >= 1 && minBits < MAX_CODE_BITS)) throw brokenImageError("its LZW code size is invalid");
  const clear = 1 << minBits, end = clear + 1;
  let at = start + 1, blockEnd = at, bits = 0, bitCount = 0;
  let codeBits = minBits + 1, next = end + 1, filled = 0, lastStart = 0, lastLength = 0;
  while (filled < target.length) {
    while (bitCount < codeBits) {
      if (at === blockEnd) {
        const length = bytes[at++] ?? 0;
        blockEnd = Math.min(at + length, bytes.length);
        if (at >= blockEnd) return filled;
      }
      bits |= bytes[at++]! << bitCount;
      bitCount += 8;
    }
    const code = bits & ((1 << codeBits) - 1);
    bits >>>= codeBits;
    bitCount -= codeBits;
    if (code === end) break;
    if (code === clear) {
      codeBits = minBits + 1;
      next = end + 1;
      lastLength = 0;
      continue;
    }
    if (lastLength > 0 && next < MAX_CODES) {
      // The new string is the last one plus the first index of this one, which is about to follow it in `target`.
      starts[next] = lastStart;
      lengths[next++] = lastLength + 1;
      if (next === 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits++;
    }
    if (code >= next) throw brokenImageError("it has an invalid LZW code");
    lastStart = filled;
    lastLength = code < clear ? 1 : Math.min(lengths[code]!, target.length - filled);
    if (code < clear) target[filled++] = code;
    else for (let from = starts[code]!, i = 0; i < lastLength; i++) target[filled++] = target[from + i]!;
  }
  return filled;
}

const HASH_BITS = 14;
const HASH_MASK = (1 << HASH_BITS) - 1;
/**
 * The dictionary of the encoder: a hash table that maps a prefix code and an index to a code. An entry has the prefix
 * code (12 bits), the index (8 bits) and the code (12 bits); 0 is empty, because no string has the code 0.
 */
const entries = new Int32Array(1 << HASH_BITS);

/** Encodes colour indices below 2 ** `minBits`. */
export function encodeLzw(indices: Uint8Array, minBits: number, sink: Sink): void {
  const clear = 1 << minBits, end = clear + 1;
  // The current sub-block: its length, then up to 255 bytes.
  const block = new Uint8Array(MAX_SUB_BLOCK_BYTES + 1);
  let filled = 0, bits = clear, bitCount = minBits + 1;
  let codeBits = minBits + 1, next = end + 1, prefix = indices[0]!;
  sink.write([minBits]);
  entries.fill(0);
  for (let i = 1, length = indices.length; i <= length; i++) {
    const isLast = i === length, index = isLast ? 0 : indices[i]!;
    const key = (prefix << 8) | index;
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - HASH_BITS);
    let entry = entries[slot]!;
    while (entry >>> MAX_CODE_BITS !== key && entry !== 0) {
      slot = (slot + 1) & HASH_MASK;
      entry = entries[slot]!;
    }
    if (entry !== 0 && !isLast) {
      prefix = entry & (MAX_CODES - 1);
      continue;
    }
    const isFull = next === MAX_CODES;
    bits |= prefix << bitCount;
    bitCount += codeBits;
    // At most two codes of 12 bits and a rest of 7 bits are waiting.
    if (isLast || isFull) {
      bits |= (isLast ? end : clear) << bitCount;
      bitCount += codeBits;
    }
    while (bitCount >= 8 || (isLast && bitCount > 0)) {
      block[++filled] = bits;
      bits >>>= 8;
      bitCount -= 8;
      if (filled < MAX_SUB_BLOCK_BYTES) continue;
      block[0] = filled;
      sink.write(block);
      filled = 0;
    }
    prefix = index;
    if (isFull) {
      entries.fill(0);
      codeBits = minBits + 1;
      next = end + 1;
      continue;
    }
    entries[slot] = (key << MAX_CODE_BITS) | next;
    if (next === 1 << codeBits) codeBits++;
    next++;
  }
  block[0] = filled;
  // The block terminator is a sub-block without bytes.
  sink.write(block.subarray(0, filled + 1));
  if (filled > 0) sink.write([0]);
}
