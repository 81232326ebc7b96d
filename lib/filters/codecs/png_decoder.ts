import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { createKeeper, type Keeper } from "@/lib/filters/codecs/keeper.ts";
import type { PngFallback } from "@/lib/filters/codecs/png_fallback.ts";
import { brokenImage } from "@/lib/filters/formats/header.ts";
import { type PngParts, readPngParts, toPlainPng } from "@/lib/filters/formats/png.ts";
import { createPixels, type Pixels } from "@/lib/filters/picture.ts";

/** What `wasm/png_decoder.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  beginUnpacking(colourType: number, pixelBytes: number, width: number, stripRows: number, inputBytes: number): number;
  coloursAddress(): number;
  pixelsAddress(): number;
  unpackHead(): number;
  unpackStrip(rows: number): number;
  unpackEnd(): number;
}

/** Unpacks the kinds of PNG that almost all are: 8 bits, not interlaced. */
export type PngDecoder = (parts: PngParts) => Pixels;

/** Makes a keeper for the decoder; it throws an `ApiError` `broken_image` on damaged data. */
export function createPngDecoderKeeper(module: WebAssembly.Module): Keeper<PngDecoder> {
  return createKeeper(() => {
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    return { codec: (parts) => decode(exports, parts), memory: exports.memory };
  });
}

/** The WebAssembly that PNG needs. */
export interface PngKeepers {
  readonly decoder: Keeper<PngDecoder>;
  readonly fallback: Keeper<PngFallback>;
}

/**
 * Unpacks a PNG. More than its rows take is never unpacked: what lies behind the last one may be gigabytes.
 *
 * @throws {ApiError} `broken_image`.
 */
export async function decodePng(bytes: Uint8Array, { decoder, fallback }: PngKeepers): Promise<Pixels> {
  const parts = readPngParts(bytes);
  if (isPlain(parts)) return await decoder((decode) => decode(parts));
  assertRows(parts);
  const plain = toPlainPng(bytes);
  return await fallback((decode) => decode(plain));
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
    throw brokenImage("its data is damaged or does not fit its size", error);
  }
}

/** Pixels that are unpacked at once: they stay in the processor's cache. */
const STRIP_PIXELS = 1 << 16;

function decode(exports: Exports, parts: PngParts): Pixels {
  const { width, height, colourType, data } = parts;
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), height);
  const inputBytes = data.reduce((sum, { length }) => sum + length, 0);
  let input = exports.beginUnpacking(colourType, PIXEL_BYTES[colourType]!, width, stripRows, inputBytes);
  const memory = new Uint8Array(exports.memory.buffer);
  for (const piece of data) {
    memory.set(piece, input);
    input += piece.length;
  }
  if (colourType === PALETTE) handInColours(exports, parts);
  const pixels = createPixels(width, height);
  const strip = exports.pixelsAddress();
  assertGood(exports.unpackHead());
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    assertGood(exports.unpackStrip(rows));
    pixels.data.set(memory.subarray(strip, strip + rows * width * 4), y * width * 4);
  }
  assertGood(exports.unpackEnd());
  return pixels;
}

function assertGood(isGood: number): void {
  if (isGood === 0) throw brokenImage("its data is damaged or does not fit its size");
}

function handInColours(exports: Exports, { palette, transparency }: PngParts): void {
  if (palette === undefined) throw brokenImage("its palette is missing");
  // An index beyond the palette is black, as elsewhere.
  const colours = new Uint8Array(exports.memory.buffer, exports.coloursAddress(), 256 * 4).fill(0);
  for (let i = 0; i < 256; i++) {
    colours.set(palette.subarray(3 * i, 3 * i + 3), 4 * i);
    colours[4 * i + 3] = transparency?.[i] ?? 255;
  }
}
