import { damagedError, type InflatedPng, toColours } from "./png_scanlines.ts";
import type { PngImage } from "../formats/png.ts";
import { createPixels, type Pixels, toTruncated, toWords } from "../pixels.ts";

/** The passes of Adam7 (PNG specification, clause 8): first column and row, and the steps to the next ones. */
const ADAM7 = [
  ...[[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const,
];
const NOT_INTERLACED = [[0, 0, 1, 1]] as const;

/** Writes `count` pixels of the scanline at `from` to the image, the first at index `to`, then one every `step`. */
type Expand = (data: Uint8Array, from: number, to: number, step: number, count: number) => void;

/**
 * Decodes every kind of PNG in plain TypeScript: the kinds that `wasm/png_decoder.as.ts` does not support are rare.
 * `checkpoint` is called once for each scanline, and may throw.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeRarePng(image: InflatedPng, checkpoint: () => void): Pixels {
  const { width, height, bitDepth, channels, scanlines: data } = image;
  const pixels = createPixels(width, height);
  const isIndexed = channels === 1 && bitDepth <= 8;
  const expand = isIndexed ? createIndexExpander(image, pixels) : createSampleExpander(image, pixels);
  const pixelBits = channels * bitDepth;
  // If the data of an interlaced image ends early, the pixels of the first passes stand for those that are missing.
  const isShort = image.isInterlaced && data.length < Math.ceil(width * height * pixelBits / 8);
  // The scanlines are positions in `data` and not views, because an image can have millions of them.
  let at = 0;
  for (const [left, top, stepX, stepY] of image.isInterlaced ? ADAM7 : NOT_INTERLACED) {
    const count = Math.max(Math.ceil((width - left) / stepX), 0);
    const bytes = Math.ceil(count * pixelBits / 8);
    // After the first pass there are blocks everywhere.
    const isFilled = image.isInterlaced && !(left === 0 && stepX === 8);
    for (let y = top; y < height && count > 0; y += stepY, at += 1 + bytes) {
      checkpoint();
      if (at + bytes >= data.length) return toTruncated(pixels, isFilled ? height : y);
      if (data[at]! > 4) throw damagedError();
      unfilter(data, at, bytes, Math.ceil(pixelBits / 8), y === top);
      expand(data, at + 1, y * width + left, stepX, count);
      if (isShort) fillBlocks(pixels, y, [left, stepX, stepX - left, Math.min(stepY - top, height - y)]);
    }
  }
  return pixels;
}

/** Repeats each pixel of a pass in a block to its right and below, which later passes overwrite. */
function fillBlocks(pixels: Pixels, y: number, [left, stepX, blockWidth, blockHeight]: readonly number[]): void {
  const words = toWords(pixels);
  const { width } = pixels;
  const start = y * width;
  for (let x = left!; x < width; x += stepX!) {
    words.fill(words[start + x]!, start + x, start + Math.min(x + blockWidth!, width));
  }
  for (let row = 1; row < blockHeight!; row++) words.copyWithin(start + row * width, start, start + width);
}

/** Reconstructs in place the scanline after the filter type at `at` (PNG specification, clause 9). */
function unfilter(data: Uint8Array, at: number, bytes: number, pixelBytes: number, isFirst: boolean): void {
  const filter = data[at];
  const lineBytes = bytes + 1;
  for (let i = at + 1; i <= at + bytes && filter !== 0; i++) {
    const hasLeft = i - pixelBytes > at;
    const left = hasLeft ? data[i - pixelBytes]! : 0, up = isFirst ? 0 : data[i - lineBytes]!;
    if (filter === 1) data[i]! += left;
    else if (filter === 2) data[i]! += up;
    else if (filter === 3) data[i]! += (left + up) >> 1;
    else data[i]! += predictPaeth(left, up, hasLeft && !isFirst ? data[i - lineBytes - pixelBytes]! : 0);
  }
}

function predictPaeth(left: number, up: number, upperLeft: number): number {
  const toLeft = Math.abs(up - upperLeft), toUp = Math.abs(left - upperLeft);
  const toUpperLeft = Math.abs(left + up - 2 * upperLeft);
  if (toLeft <= toUp && toLeft <= toUpperLeft) return left;
  return toUp <= toUpperLeft ? up : upperLeft;
}

/** Expands palette indices and grey samples of at most 8 bits. */
function createIndexExpander(image: PngImage, pixels: Pixels): Expand {
  const words = toWords(pixels);
  const colours = toColours(image);
  const { bitDepth } = image;
  return (data, from, to, step, count) => {
    for (let i = 0; i < count; i++) {
      const bit = i * bitDepth;
      const shift = 8 - bitDepth - (bit & 7);
      words[to + i * step] = colours[data[from + (bit >> 3)]! >> shift & (colours.length - 1)]!;
    }
  };
}

/** Expands samples of 8 bits, and rounds samples of 16 bits. */
function createSampleExpander({ bitDepth, channels, transparency }: PngImage, { data: target }: Pixels): Expand {
  const bytes = bitDepth / 8;
  const pixelBytes = channels * bytes;
  const isColour = channels > 2;
  const hasAlpha = channels % 2 === 0;
  // tRNS is the one transparent colour, with 16 bits for each sample. A tRNS of another length has no effect.
  const colour = transparency?.length === 2 * channels ? transparency : undefined;
  const transparent = colour?.filter((_, i) => bytes === 2 || i % 2 === 1);
  // The same as dividing by 257 and rounding.
  const round = (sample: number) => (sample * 255 + 32_895) >> 16;
  const read = (data: Uint8Array, at: number) => bytes === 1 ? data[at]! : round(data[at]! << 8 | data[at + 1]!);
  return (data, from, to, step, count) => {
    for (let i = 0; i < count; i++, from += pixelBytes, to += step) {
      target[4 * to] = read(data, from);
      target[4 * to + 1] = read(data, isColour ? from + bytes : from);
      target[4 * to + 2] = read(data, isColour ? from + 2 * bytes : from);
      const isTransparent = transparent?.every((value, j) => data[from + j] === value) ?? false;
      target[4 * to + 3] = hasAlpha ? read(data, from + pixelBytes - bytes) : isTransparent ? 0 : 255;
    }
  };
}
