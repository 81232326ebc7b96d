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
/** The dictionary of the encoder: a hash table that maps a prefix code and an index to a code. A key of -1 is empty. */
const keys = new Int32Array(1 << HASH_BITS);
const codes = new Uint16Array(1 << HASH_BITS);

/** Encodes colour indices below 2 ** `minBits`. */
export function encodeLzw(indices: Uint8Array, minBits: number, sink: Sink): void {
  const clear = 1 << minBits, end = clear + 1;
  const out = new BitWriter(sink);
  let codeBits = minBits + 1, next = end + 1, prefix = indices[0]!;
  sink.write([minBits]);
  keys.fill(-1);
  out.write(clear, codeBits);
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i]!;
    const key = (prefix << 8) | index;
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - HASH_BITS);
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & HASH_MASK;
    if (keys[slot] === key) {
      prefix = codes[slot]!;
      continue;
    }
    out.write(prefix, codeBits);
    prefix = index;
    if (next < MAX_CODES) {
      keys[slot] = key;
      codes[slot] = next;
      if (next === 1 << codeBits) codeBits++;
      next++;
      continue;
    }
    out.write(clear, codeBits);
    keys.fill(-1);
    codeBits = minBits + 1;
    next = end + 1;
  }
  out.write(prefix, codeBits);
  out.write(end, codeBits);
  out.finish();
}

/** Writes codes of variable width, in sub-blocks of up to 255 bytes. */
class BitWriter {
  readonly #sink: Sink;
  readonly #block = new Uint8Array(MAX_SUB_BLOCK_BYTES + 1);
  #filled = 0;
  #bits = 0;
  #bitCount = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  write(code: number, width: number): void {
    this.#bits |= code << this.#bitCount;
    this.#bitCount += width;
    while (this.#bitCount >= 8) {
      this.#block[++this.#filled] = this.#bits;
      this.#bits >>>= 8;
      this.#bitCount -= 8;
      if (this.#filled === MAX_SUB_BLOCK_BYTES) this.#flush();
    }
  }

  finish(): void {
    if (this.#bitCount > 0) this.#block[++this.#filled] = this.#bits;
    if (this.#filled > 0) this.#flush();
    this.#sink.write([0]);
  }

  #flush(): void {
    this.#block[0] = this.#filled;
    this.#sink.write(this.#block.subarray(0, this.#filled + 1));
    this.#filled = 0;
  }
}
