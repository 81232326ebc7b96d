import { Canvas } from "./canvas.ts";
import { decodeRarePng } from "./png_rare_decoder.ts";
import { damagedError, type InflatedPng, inflateScanlines, toColours } from "./png_scanlines.ts";
import { readApng } from "../formats/apng.ts";
import { type PngImage, readPngChunks, readPngImage } from "../formats/png.ts";
import { createPixels, type Frame, type Pixels, toTruncated } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** The exports of `wasm/png_decoder.as.ts`. */
export interface PngDecoderExports extends Instance {
  readonly PALETTE: WebAssembly.Global;
  readonly decodedPixels: WebAssembly.Global;
  beginDecoding(colourType: number, pixelBytes: number, width: number, stripRows: number): number;
  decodeStrip(rows: number): number;
}

/**
 * Decodes a PNG. The frames of an animation are composed: each is as large as the canvas.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function* decodePng(pool: InstancePool<PngDecoderExports>, bytes: Uint8Array): AsyncGenerator<Frame> {
  const image = readPngImage(bytes);
  const { frames, isTruncated } = readApng(readPngChunks(bytes), image);
  if (frames.length === 0) return yield { ...await decodeImage(pool, image), delay: 0 };
  const canvas = new Canvas(image, pool.checkpoint);
  for (const frame of frames) {
    // All but the size and the data is the same for all frames.
    const pixels = await decodeImage(pool, { ...image, ...frame });
    yield { ...canvas.drawPixels(frame, pixels), isTruncated: isTruncated || pixels.isTruncated };
  }
}

/** Decodes an image or a frame. */
async function decodeImage(pool: InstancePool<PngDecoderExports>, image: PngImage): Promise<Pixels> {
  const inflated = { ...image, scanlines: await inflateScanlines(image, pool.checkpoint) };
  if (!isCommon(image)) return decodeRarePng(inflated, pool.checkpoint);
  try {
    return pool.use((exports) => decodeCommonPng(exports, inflated));
  } finally {
    // Rows of millions of pixels take much memory, which the encoder soon needs.
    inflated.scanlines.buffer.transfer(0);
    pool.release();
  }
}

/** The colour type of a palette. */
const PALETTE_TYPE = 3;

/** The bit of the colour types with alpha. */
const ALPHA = 4;

function isCommon({ bitDepth, colourType, isInterlaced, transparency }: PngImage): boolean {
  return bitDepth === 8 && !isInterlaced && (transparency === undefined || colourType === PALETTE_TYPE);
}

/** Pixels that are decoded at once: they fit into the processor's cache. */
const STRIP_PIXELS = 1 << 16;

/**
 * Decodes the most common kinds of PNG: 8 bits, not interlaced.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeCommonPng(exports: PngDecoderExports, image: InflatedPng): Pixels {
  const { width, height, colourType, channels, scanlines } = image;
  const lineBytes = 1 + width * channels;
  // Fewer than the height if the file ends early.
  const lines = Math.min(Math.floor(scanlines.length / lineBytes), height);
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), height);
  const input = exports.beginDecoding(colourType, channels, width, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.decodedPixels.value;
  if (colourType === PALETTE_TYPE) new Uint32Array(exports.memory.buffer, exports.PALETTE.value).set(toColours(image));
  const pixels = createPixels(width, height);
  for (let y = 0; y < lines; y += stripRows) {
    const rows = Math.min(stripRows, lines - y);
    memory.set(scanlines.subarray(y * lineBytes, (y + rows) * lineBytes), input);
    if (!exports.decodeStrip(rows)) throw damagedError();
    pixels.data.set(memory.subarray(output, output + rows * width * 4), y * width * 4);
  }
  const hasAlpha = (colourType & ALPHA) !== 0 || image.transparency !== undefined;
  return lines < height ? toTruncated(pixels, lines) : { ...pixels, isOpaque: !hasAlpha };
}
