import { damagedError, type InflatedPng, inflateScanlines, toColours } from "./png_scanlines.ts";
import { type PngImage, readPngImage } from "../formats/png.ts";
import { createPixels, type Pixels, toTruncated, toWords } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** The exports of `wasm/png_decoder.as.ts`. */
export interface PngDecoderExports extends Instance {
  readonly PALETTE: WebAssembly.Global;
  readonly TRANSPARENT: WebAssembly.Global;
  readonly decodedPixels: WebAssembly.Global;
  beginDecoding(colourType: number, bitDepth: number, channels: number, width: number, stripRows: number): number;
  decodeStrip(rows: number): number;
}

/**
 * Decodes a PNG. Of an animation it is the picture that programs without animations show.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodePng(pool: InstancePool<PngDecoderExports>, bytes: Uint8Array): Pixels {
  const image = readPngImage(bytes);
  const inflated = { ...image, scanlines: inflateScanlines(image) };
  try {
    return pool.use((exports) => decodeScanlines(exports, inflated));
  } finally {
    // The encoder soon needs as much memory.
    inflated.scanlines.buffer.transfer(0);
  }
}

/** The first column and row of a pass, and the steps to the next ones. */
interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** The passes of Adam7 (PNG specification, clause 8). */
const ADAM7: readonly Pass[] = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
];
const NOT_INTERLACED: readonly Pass[] = [{ left: 0, top: 0, stepX: 1, stepY: 1 }];

/** The colour type of a palette. */
const PALETTE_TYPE = 3;

/** The bit of the colour types with alpha. */
const ALPHA = 4;

/**
 * Decodes inflated scanlines. Each pass of an interlaced image is decoded like an image of its own.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeScanlines(exports: PngDecoderExports, image: InflatedPng): Pixels {
  const { width, height, bitDepth, channels, colourType, isInterlaced, scanlines } = image;
  const pixels = createPixels(width, height);
  const pixelBits = channels * bitDepth;
  // If the data of an interlaced image ends early, the pixels of the first passes stand for those that are missing.
  const isShort = isInterlaced && scanlines.length < Math.ceil(width * height * pixelBits / 8);
  let start = 0;
  for (const pass of isInterlaced ? ADAM7 : NOT_INTERLACED) {
    const { left, top, stepX, stepY } = pass;
    const columns = Math.ceil((width - left) / stepX), rows = Math.ceil((height - top) / stepY);
    if (columns <= 0 || rows <= 0) continue;
    const lineBytes = 1 + Math.ceil(columns * pixelBits / 8);
    const lines = Math.min(Math.floor((scanlines.length - start) / lineBytes), rows);
    const end = start + lines * lineBytes;
    let y = top;
    for (
      const strip of decodeStrips(exports, { ...image, width: columns, scanlines: scanlines.subarray(start, end) })
    ) {
      placeStrip(pixels, strip, { ...pass, top: y, columns });
      for (const next = y + strip.length / columns * stepY; y < next; y += stepY) {
        if (isShort) fillBlocks(pixels, y, pass);
      }
    }
    // After the first pass there are blocks everywhere.
    if (lines < rows) return toTruncated(pixels, start === 0 ? y : height);
    start = end;
  }
  const hasAlpha = (colourType & ALPHA) !== 0 || image.transparency !== undefined;
  return { ...pixels, isOpaque: !hasAlpha };
}

/** Pixels that are decoded at once: they fit into the processor's cache. */
const STRIP_PIXELS = 1 << 16;

/** Decodes complete scanlines to strips of pixels as 32-bit numbers. Each is overwritten by the next one. */
function* decodeStrips(exports: PngDecoderExports, image: InflatedPng): Generator<Uint32Array> {
  const { width, bitDepth, channels, colourType, scanlines } = image;
  const lineBytes = 1 + Math.ceil(width * channels * bitDepth / 8);
  const height = scanlines.length / lineBytes;
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), height);
  // A grey sample of a few bits is the index of its colour.
  const isIndexed = colourType === PALETTE_TYPE || bitDepth < 8;
  const input = exports.beginDecoding(isIndexed ? PALETTE_TYPE : colourType, bitDepth, channels, width, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.decodedPixels.value;
  if (isIndexed) new Uint32Array(memory.buffer, exports.PALETTE.value).set(toColours(image));
  memory.set(isIndexed ? NO_COLOUR : toTransparentColour(image), exports.TRANSPARENT.value);
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    memory.set(scanlines.subarray(y * lineBytes, (y + rows) * lineBytes), input);
    if (!exports.decodeStrip(rows)) throw damagedError();
    yield new Uint32Array(memory.buffer, output, rows * width);
  }
}

/** A colour that no pixel has. */
const NO_COLOUR = new Uint8Array(8).fill(255);

/** Returns the samples of the one transparent colour, as `wasm/png_decoder.as.ts` compares them. */
function toTransparentColour({ colourType, bitDepth, channels, transparency }: PngImage): Uint8Array {
  // tRNS has 16 bits for each sample. One of another length has no effect.
  if ((colourType & ALPHA) !== 0 || transparency?.length !== 2 * channels) return NO_COLOUR;
  const colour = new Uint8Array(8);
  colour.set(transparency.filter((_, i) => bitDepth === 16 || i % 2 === 1));
  return colour;
}

/** Writes a strip of a pass, whose rows have `columns` pixels, to the image from row `top` on. */
function placeStrip(pixels: Pixels, strip: Uint32Array, pass: Pass & { readonly columns: number }): void {
  const words = toWords(pixels);
  const { width } = pixels;
  const { left, top, stepX, stepY, columns } = pass;
  if (columns === width && stepY === 1) return words.set(strip, top * width);
  for (let i = 0, y = top; i < strip.length; y += stepY) {
    for (let x = left; x < width; x += stepX) words[y * width + x] = strip[i++]!;
  }
}

/** Repeats each pixel of a row of a pass in a block to its right and below, which later passes overwrite. */
function fillBlocks(pixels: Pixels, y: number, { left, top, stepX, stepY }: Pass): void {
  const words = toWords(pixels);
  const { width, height } = pixels;
  const start = y * width;
  for (let x = left; x < width; x += stepX) {
    words.fill(words[start + x]!, start + x, start + Math.min(x + stepX - left, width));
  }
  const end = Math.min(y + stepY - top, height);
  for (let row = y + 1; row < end; row++) words.copyWithin(row * width, start, start + width);
}
