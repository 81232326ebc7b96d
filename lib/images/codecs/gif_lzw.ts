// LZW as in GIF89a, Appendix F. It is our own, because the packages hang on damaged files (omggif), take a second where
// this takes milliseconds (gifenc), or return pixels where colour indices are needed (ImageScript).
import { concat } from "../bytes.ts";
import { brokenImageError } from "../image_error.ts";
import { checkJob } from "../wasm/limits.ts";

const MAX_CODE_BITS = 12, MAX_CODES = 1 << MAX_CODE_BITS;

/** The indices of a strip. A function is called for each one, which V8 compiles as a whole: see toStrips(). */
const STRIP = 1 << 14;

/**
 * Decodes at most `pixels` colour indices: fewer if the data ends early. `start` is the position of the minimum code
 * size.
 *
 * @throws {ImageError} `broken_image` on an invalid code.
 */
export function decodeLzw(bytes: Uint8Array, start: number, pixels: number): Uint8Array {
  const minBits = bytes[start]!;
  // More than 8 bits are useless, but some files have them, and browsers show them.
  if (!(minBits >= 1 && minBits < MAX_CODE_BITS)) throw brokenImageError("its LZW code size is invalid");
  const blocks: Uint8Array[] = [];
  for (let at = start + 1; bytes[at]! > 0; at += bytes[at]! + 1) {
    blocks.push(bytes.subarray(at + 1, at + 1 + bytes[at]!));
  }
  // A code is read in two bytes, which may be beyond the last one.
  const decoder = new Decoder(concat([...blocks, [0, 0]]), minBits, new Uint8Array(pixels));
  while (decoder.decodeStrip()) checkJob();
  return decoder.indices.subarray(0, decoder.count);
}

/**
 * Decodes codes. The dictionary stores no strings, because each string was written to the decoded indices before. A
 * string begins at its start there, and ends with the first index of the string that was written after it.
 */
class Decoder {
  count = 0;
  readonly #starts = new Int32Array(MAX_CODES + 1);
  #at = 0;
  #bits = 0;
  #bitCount = 0;
  /** The bits of the data that belong to no code yet. */
  #bitsLeft: number;
  #codeBits: number;
  #next: number;
  #isFirst = true;

  constructor(readonly data: Uint8Array, readonly minBits: number, readonly indices: Uint8Array) {
    this.#bitsLeft = 8 * (data.length - 2);
    this.#codeBits = minBits + 1;
    this.#next = (1 << minBits) + 2;
  }

  /** Decodes a strip, or a little more. Returns whether there may be another one. */
  decodeStrip(): boolean {
    const { data, minBits, indices } = this, starts = this.#starts;
    const clear = 1 << minBits, total = indices.length, end = Math.min(this.count + STRIP, total);
    let at = this.#at, bits = this.#bits, bitCount = this.#bitCount, codeBits = this.#codeBits, next = this.#next;
    let bitsLeft = this.#bitsLeft, to = this.count, isFirst = this.#isFirst;
    // Clear codes alone could fill a file.
    for (let codes = 0; to < end && codes < STRIP; codes++) {
      bitsLeft -= codeBits;
      if (bitsLeft < 0) break;
      if (bitCount < codeBits) {
        bits |= (data[at]! | data[at + 1]! << 8) << bitCount;
        at += 2;
        bitCount += 16;
      }
      const code = bits & ((1 << codeBits) - 1);
      if (code === clear + 1) {
        bitsLeft = -1;
        break;
      }
      bits >>>= codeBits;
      bitCount -= codeBits;
      if (code === clear) {
        codeBits = minBits + 1;
        next = clear + 2;
        isFirst = true;
        continue;
      }
      if (isFirst) {
        starts[next] = to;
        isFirst = false;
      } else if (next < MAX_CODES) {
        // The new string is the last one plus the first index of this one, which is about to follow it.
        starts[++next] = to;
        if (next === 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits++;
      }
      if (code >= next) throw brokenImageError("it has an invalid LZW code");
      if (code < clear) {
        indices[to++] = code;
        continue;
      }
      const stop = starts[code + 1]!;
      // One after the other, because the newest string ends with its own first index. What exceeds the array is lost.
      for (let from = starts[code]!; from <= stop; from++) indices[to++] = indices[from]!;
    }
    this.#at = at;
    this.#bits = bits;
    this.#bitCount = bitCount;
    this.#bitsLeft = bitsLeft;
    this.#codeBits = codeBits;
    this.#next = next;
    this.#isFirst = isFirst;
    this.count = Math.min(to, total);
    return bitsLeft > 0 && to < total;
  }
}

/** Encodes colour indices below 2 ** `minBits`, and returns the pieces of the image data. */
export function encodeLzw(indices: Uint8Array, minBits: number): ArrayLike<number>[] {
  const encoder = new Encoder(minBits);
  const codes: Uint8Array[] = [];
  for (let start = 0; start < indices.length; start += STRIP) {
    checkJob();
    const strip = indices.subarray(start, start + STRIP);
    codes.push(encoder.encodeStrip(strip, start + STRIP >= indices.length));
  }
  const data = concat(codes);
  const pieces: ArrayLike<number>[] = [[minBits]];
  for (let at = 0; at < data.length; at += MAX_SUB_BLOCK) {
    const block = data.subarray(at, at + MAX_SUB_BLOCK);
    pieces.push([block.length], block);
  }
  // The block terminator is a sub-block without bytes.
  return [...pieces, [0]];
}

const MAX_SUB_BLOCK = 255;

const HASH_BITS = 14, HASH_MASK = (1 << HASH_BITS) - 1;

/**
 * Encodes indices. The dictionary is a hash table: an entry has a prefix code (12 bits), an index (8 bits) and the code
 * of both (12 bits); 0 is empty, because no string has the code 0.
 */
class Encoder {
  readonly #entries = new Uint32Array(1 << HASH_BITS);
  /** At most 12 bits for each index, and a few clear and end codes. */
  readonly #output = new Uint8Array(2 * STRIP);
  #bits = 0;
  #bitCount = 0;
  #codeBits = 0;
  #next = 0;
  /** The code of the current string, or -1 before the first index. */
  #prefix = -1;

  constructor(readonly minBits: number) {}

  /** Encodes a strip. */
  encodeStrip(indices: Uint8Array, isLast: boolean): Uint8Array {
    const entries = this.#entries, output = this.#output;
    const clear = 1 << this.minBits;
    let bits = this.#bits, bitCount = this.#bitCount, codeBits = this.#codeBits, next = this.#next;
    let string = this.#prefix, from = 0, to = 0;
    if (string < 0) {
      codeBits = this.minBits + 1;
      next = clear + 2;
      bits = clear;
      bitCount = codeBits;
      string = indices[from++]!;
    }
    for (; from < indices.length; from++) {
      const index = indices[from]!, key = string << 8 | index;
      let slot = index << (HASH_BITS - 8) ^ string, entry = entries[slot]!;
      while (entry !== 0 && entry >>> 12 !== key) {
        // Another step for each key, because a file could otherwise make all keys collide.
        slot = slot + (Math.imul(key, 0x9e3779b1) >>> (32 - HASH_BITS) | 1) & HASH_MASK;
        entry = entries[slot]!;
      }
      if (entry !== 0) {
        string = entry & (MAX_CODES - 1);
        continue;
      }
      bits |= string << bitCount;
      bitCount += codeBits;
      string = index;
      if (next === MAX_CODES) {
        for (; bitCount >= 8; bitCount -= 8, bits >>>= 8) output[to++] = bits;
        bits |= clear << bitCount;
        bitCount += codeBits;
        codeBits = this.minBits + 1;
        next = clear + 2;
        entries.fill(0);
      } else {
        entries[slot] = key << 12 | next;
        if (next === 1 << codeBits) codeBits++;
        next++;
      }
      for (; bitCount >= 8; bitCount -= 8, bits >>>= 8) output[to++] = bits;
    }
    if (isLast) {
      for (const isEnd of [false, true]) {
        // The decoder has added the last string before the end code.
        if (isEnd && next === 1 << codeBits && next < MAX_CODES) codeBits++;
        bits |= (isEnd ? clear + 1 : string) << bitCount;
        bitCount += codeBits;
        for (; bitCount >= (isEnd ? 1 : 8); bitCount -= 8, bits >>>= 8) output[to++] = bits;
      }
    }
    this.#bits = bits;
    this.#bitCount = bitCount;
    this.#codeBits = codeBits;
    this.#next = next;
    this.#prefix = string;
    return output.slice(0, to);
  }
}
