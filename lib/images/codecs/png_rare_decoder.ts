import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import type { PngParts } from "@/lib/images/formats/png.ts";
import { brokenImageError, type ImageError } from "@/lib/images/image_error.ts";
import { createPixels, type Pixels, toWords } from "@/lib/images/pixels.ts";

/** The passes of Adam7 (PNG specification, clause 8): first column and row, and the steps to the next ones. */
const ADAM7 = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [
  0,
  1,
  1,
  2,
]] as const;
const NOT_INTERLACED = [[0, 0, 1, 1]] as const;

/** Writes the `count` pixels of a scanline to the image, from index `start` in steps of `step`. */
type Expand = (scanline: Uint8Array, start: number, step: number, count: number) => void;

/**
 * Decodes every kind of PNG in plain TypeScript: the kinds that `wasm/png_decoder.as.ts` does not support are rare.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeRarePng(parts: PngParts): Pixels {
  const { width, height, bitDepth, samples } = parts;
  const pixels = createPixels(width, height);
  const isIndexed = samples === 1 && bitDepth <= 8;
  const expand = isIndexed ? createIndexExpander(parts, pixels) : createSampleExpander(parts, pixels);
  const data = inflate(parts);
  const pixelBits = samples * bitDepth;
  let at = 0;
  for (const [left, top, stepX, stepY] of parts.isInterlaced ? ADAM7 : NOT_INTERLACED) {
    const count = Math.max(Math.ceil((width - left) / stepX), 0);
    const bytes = Math.ceil(count * pixelBits / 8);
    let above: Uint8Array = new Uint8Array(bytes);
    for (let y = top; y < height && count > 0; y += stepY, at += 1 + bytes) {
      const scanline = data.subarray(at + 1, at + 1 + bytes);
      if (scanline.length < bytes || data[at]! > 4) throw damagedError();
      unfilter(scanline, above, data[at]!, Math.ceil(pixelBits / 8));
      expand(scanline, y * width + left, stepX, count);
      above = scanline;
    }
  }
  return pixels;
}

/** Inflates the scanlines, and never more than they can take. */
function inflate({ data, maxRowBytes }: PngParts): Uint8Array {
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: maxRowBytes, chunkSize: maxRowBytes });
  } catch (error) {
    throw damagedError(error);
  }
}

/** Reconstructs a scanline in place (PNG specification, clause 9). */
function unfilter(scanline: Uint8Array, above: Uint8Array, filter: number, pixelBytes: number): void {
  for (let i = 0; i < scanline.length && filter !== 0; i++) {
    const isFirst = i < pixelBytes, up = above[i]!;
    const left = isFirst ? 0 : scanline[i - pixelBytes]!;
    if (filter === 1) scanline[i]! += left;
    else if (filter === 2) scanline[i]! += up;
    else if (filter === 3) scanline[i]! += (left + up) >> 1;
    else scanline[i]! += predictPaeth(left, up, isFirst ? 0 : above[i - pixelBytes]!);
  }
}

function predictPaeth(left: number, up: number, upperLeft: number): number {
  const toLeft = Math.abs(up - upperLeft), toUp = Math.abs(left - upperLeft);
  const toUpperLeft = Math.abs(left + up - 2 * upperLeft);
  if (toLeft <= toUp && toLeft <= toUpperLeft) return left;
  return toUp <= toUpperLeft ? up : upperLeft;
}

/** Expands palette indices and grey samples of at most 8 bits. */
function createIndexExpander({ colourType, bitDepth, palette, transparency }: PngParts, pixels: Pixels): Expand {
  const words = toWords(pixels), max = 2 ** bitDepth - 1;
  const colours = Uint32Array.from({ length: max + 1 }, (_, i) => {
    if (colourType === 0) return (transparency?.[1] === i ? 0 : 0xff000000) + i * 255 / max * 0x010101;
    if (palette === undefined) throw brokenImageError("its palette is missing");
    // An index beyond the palette is black, as in other decoders.
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * i);
    return (transparency?.[i] ?? 255) * 0x1000000 + blue * 0x10000 + green * 0x100 + red;
  });
  return (scanline, start, step, count) => {
    for (let i = 0; i < count; i++) {
      const bit = i * bitDepth;
      words[start + i * step] = colours[scanline[bit >> 3]! >> (8 - bitDepth - (bit & 7)) & max]!;
    }
  };
}

/** Expands samples of 8 bits, and the high bytes of samples of 16 bits. */
function createSampleExpander({ bitDepth, samples, transparency }: PngParts, { data }: Pixels): Expand {
  const bytes = bitDepth / 8, pixelBytes = samples * bytes, isColour = samples > 2, hasAlpha = samples % 2 === 0;
  // tRNS is the one transparent colour, with 16 bits for each sample.
  const transparent = hasAlpha ? undefined : transparency?.filter((_, i) => bytes === 2 || i % 2 === 1);
  return (scanline, start, step, count) => {
    for (let i = 0, at = 0, to = start * 4; i < count; i++, at += pixelBytes, to += step * 4) {
      data[to] = scanline[at]!;
      data[to + 1] = scanline[isColour ? at + bytes : at]!;
      data[to + 2] = scanline[isColour ? at + 2 * bytes : at]!;
      const isTransparent = transparent?.every((value, j) => scanline[at + j] === value) ?? false;
      data[to + 3] = hasAlpha ? scanline[at + pixelBytes - bytes]! : isTransparent ? 0 : 255;
    }
  };
}

function damagedError(cause?: unknown): ImageError {
  return brokenImageError("its data is damaged or does not fit its size", cause);
}
