import { brokenImageError } from "../image_error.ts";
import type { Instance } from "../wasm/instance_pool.ts";

// LZW is our own, because the packages hang on damaged files (omggif), take a second where this takes 5 ms (gifenc), or
// return pixels where colour indices are needed (ImageScript).

/** The exports of `wasm/gif.as.ts`. */
export interface GifExports extends Instance {
  readonly indices: WebAssembly.Global;
  beginDecoding(bytes: number, pixels: number): number;
  decode(minBits: number, bytes: number, pixels: number): number;
  readonly INPUT: WebAssembly.Global;
  readonly SUB_BLOCKS: WebAssembly.Global;
  beginEncoding(minBits: number): number;
  encode(count: number, isLast: boolean): number;
  readonly COLOURS: WebAssembly.Global;
  readonly USED: WebAssembly.Global;
  beginDithering(rowBytes: number): number;
  setPalette(size: number): void;
  startPalette(error: number): void;
  measureError(pixels: number, limit: number): number;
  ditherRow(y: number): void;
}

const MAX_CODE_BITS = 12;

/**
 * Decodes at most `pixels` colour indices: fewer if the data ends early. `start` is the position of the minimum code
 * size. The result is a part of the memory of the module, which is valid until the next call.
 *
 * @throws {ImageError} `broken_image` on an invalid code.
 */
export function decodeLzw(exports: GifExports, bytes: Uint8Array, start: number, pixels: number): Uint8Array {
  const minBits = bytes[start]!;
  // More than 8 bits are useless, but some files have them, and browsers show them.
  if (!(minBits >= 1 && minBits < MAX_CODE_BITS)) throw brokenImageError("its LZW code size is invalid");
  let end = start + 1;
  while (bytes[end]! > 0) end += bytes[end]! + 1;
  const blocks = bytes.subarray(start + 1, end);
  const input = exports.beginDecoding(blocks.length, pixels);
  const memory = new Uint8Array(exports.memory.buffer);
  memory.set(blocks, input);
  const count = exports.decode(minBits, blocks.length, pixels);
  if (count < 0) throw brokenImageError("it has an invalid LZW code");
  return memory.subarray(exports.indices.value, exports.indices.value + count);
}

/** Encodes colour indices below 2 ** `minBits`, and returns the pieces of the image data. */
export function encodeLzw(exports: GifExports, indices: Uint8Array, minBits: number): ArrayLike<number>[] {
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.SUB_BLOCKS.value;
  const stripLength = exports.beginEncoding(minBits);
  const pieces: ArrayLike<number>[] = [[minBits]];
  for (let start = 0; start < indices.length; start += stripLength) {
    const strip = indices.subarray(start, start + stripLength);
    memory.set(strip, exports.INPUT.value);
    const bytes = exports.encode(strip.length, start + stripLength >= indices.length);
    pieces.push(memory.slice(output, output + bytes));
  }
  // The block terminator is a sub-block without bytes.
  return [...pieces, [0]];
}
