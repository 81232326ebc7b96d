import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import type { PngFallback } from "@/lib/images/codecs/png_fallback.ts";
import { type PngParts, readPngParts, toPlainPng } from "@/lib/images/formats/png.ts";
import { createPixels, type Pixels } from "@/lib/images/picture.ts";
import { brokenImageError, type ImageError } from "@/lib/images/image_error.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** How an attempt ends: the data is damaged, all went well, or it goes on with the next piece. */
type Outcome = 0 | 1 | 2;

/** What `wasm/png_decoder.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  beginUnpacking(colourType: number, pixelBytes: number, width: number, stripRows: number, pieceBytes: number): void;
  coloursAddress(): number;
  pixelsAddress(): number;
  makeRoom(): number;
  feed(bytes: number, isLast: boolean): void;
  unpackHead(): number;
  unpackStrip(rows: number): Outcome;
  unpackEnd(): Outcome;
}

/** Unpacks the kinds of PNG that almost all are: 8 bits, not interlaced. */
export type PngDecoder = (parts: PngParts) => Pixels;

/** Creates the instance pool of the decoder; it throws an `ImageError` `broken_image` on damaged data. */
export function createPngDecoderPool(module: WebAssembly.Module): InstancePool<PngDecoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (parts) => decode(exports, parts));
}

/** The decoders of the two groups of PNG. */
export interface PngPools {
  readonly decoder: InstancePool<PngDecoder>;
  readonly fallback: InstancePool<PngFallback>;
}

/**
 * Unpacks a PNG. More than its rows take is never unpacked: what lies behind the last one may be gigabytes.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodePng(bytes: Uint8Array, { decoder, fallback }: PngPools): Pixels {
  const parts = readPngParts(bytes);
  if (isPlain(parts)) {
    const pixels = decoder.use((decode) => decode(parts));
    // Rows of millions of pixels take much memory, which the encoder soon needs.
    decoder.release();
    return pixels;
  }
  assertRows(parts);
  const plain = toPlainPng(bytes);
  return fallback.use((decode) => decode(plain));
}

/** Bytes of a pixel by colour type: grey, red-green-blue, palette, grey with alpha, all with alpha. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const PALETTE = 3;

function isPlain({ bitDepth, colourType, isInterlaced, transparency }: PngParts): boolean {
  const isKnown = bitDepth === 8 && !isInterlaced && PIXEL_BYTES[colourType] !== undefined;
  // A single transparent colour is rare, and left to the other decoder.
  return isKnown && (transparency === undefined || colourType === PALETTE);
}

/** The other decoder takes whatever memory the rows take; so they are looked at before. */
function assertRows({ data, maxRowBytes }: PngParts): void {
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength: maxRowBytes, chunkSize: maxRowBytes });
  } catch (error) {
    throw brokenImageError("its data is damaged or does not fit its size", error);
  }
}

/** Pixels that are unpacked at once, and bytes that they are unpacked from: they stay in the processor's cache. */
const STRIP_PIXELS = 1 << 16;
const PIECE_BYTES = 1 << 16;

function decode(exports: Exports, parts: PngParts): Pixels {
  const { width, height, colourType } = parts;
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), height);
  exports.beginUnpacking(colourType, PIXEL_BYTES[colourType]!, width, stripRows, PIECE_BYTES);
  if (colourType === PALETTE) handInColours(exports, parts);
  const memory = new Uint8Array(exports.memory.buffer);
  const feed = createFeeder(exports, memory, parts.data);
  feed();
  if (exports.unpackHead() === 0) throw damaged();
  const pixels = createPixels(width, height);
  const strip = exports.pixelsAddress();
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    insist(() => exports.unpackStrip(rows), feed);
    pixels.data.set(memory.subarray(strip, strip + rows * width * 4), y * width * 4);
  }
  insist(() => exports.unpackEnd(), feed);
  return pixels;
}

/** Makes the function that hands in the next piece of the data, of whatever pieces it comes in. */
function createFeeder(exports: Exports, memory: Uint8Array, data: readonly Uint8Array[]): () => void {
  let part = 0, start = 0;
  return () => {
    const address = exports.makeRoom();
    let length = 0;
    for (; length < PIECE_BYTES && part < data.length;) {
      const piece = data[part]!.subarray(start, start + PIECE_BYTES - length);
      memory.set(piece, address + length);
      length += piece.length;
      start += piece.length;
      if (start === data[part]!.length) [part, start] = [part + 1, 0];
    }
    exports.feed(length, part === data.length);
  };
}

function insist(attempt: () => Outcome, feed: () => void): void {
  let outcome = attempt();
  for (; outcome === 2; outcome = attempt()) feed();
  if (outcome === 0) throw damaged();
}

function damaged(): ImageError {
  return brokenImageError("its data is damaged or does not fit its size");
}

function handInColours(exports: Exports, { palette, transparency }: PngParts): void {
  if (palette === undefined) throw brokenImageError("its palette is missing");
  // An index beyond the palette is black, as elsewhere.
  const colours = new Uint8Array(exports.memory.buffer, exports.coloursAddress(), 256 * 4).fill(0);
  for (let i = 0; i < 256; i++) {
    colours.set(palette.subarray(3 * i, 3 * i + 3), 4 * i);
    colours[4 * i + 3] = transparency?.[i] ?? 255;
  }
}
