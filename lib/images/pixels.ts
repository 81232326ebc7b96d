import type { Rgb } from "./colour.ts";
import { brokenImageError } from "./image_error.ts";

/** A width and a height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels in rows: red, green, blue and alpha, one byte each, not premultiplied. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** Whether the format has no transparency, so that the pixels need not be searched for it. */
  readonly isOpaque?: boolean | undefined;
  /** Whether the file ended early. The pixels that it lacks are transparent. */
  readonly isTruncated?: boolean | undefined;
}

/** One composed frame of an animation. A still image is an animation with one frame. */
export interface Frame extends Pixels {
  /** How long the frame is displayed, in milliseconds. */
  readonly delay: number;
}

/** A rectangle of the canvas of an animation. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** A frame as its file stores it. It may exceed the canvas. */
export interface StoredFrame extends Rectangle {
  /** How long it is displayed, in milliseconds. */
  readonly delay: number;
  /** What happens to its rectangle before the next frame is drawn. */
  readonly disposal: "none" | "background" | "previous";
  /** Whether it is alpha-blended over the canvas instead of replacing its rectangle. */
  readonly isBlended: boolean;
}

/** Creates transparent black pixels. */
export function createPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

/** Frees the memory of pixels that nobody needs any more, without waiting for the garbage collector. */
export function freePixels({ data }: Pixels): void {
  data.buffer.transfer(0);
}

/** Returns a view of the pixels as 32-bit numbers, alpha in the top byte: all platforms of Deno are little-endian. */
export function toWords({ data }: Pixels): Uint32Array<ArrayBuffer> {
  return new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
}

/** The pixels of a strip. */
const STRIP_PIXELS = 1 << 14;

/**
 * Returns the pixels as 32-bit numbers, in strips. V8 compiles a function that is called often, but of a function that
 * is called once for a whole picture only the loop that runs, and it may lose that again: then a pixel takes 100 ns.
 */
export function toStrips(pixels: Pixels): Uint32Array<ArrayBuffer>[] {
  const words = toWords(pixels);
  const count = Math.ceil(words.length / STRIP_PIXELS);
  return Array.from({ length: count }, (_, i) => words.subarray(i * STRIP_PIXELS, (i + 1) * STRIP_PIXELS));
}

/** Returns whether all pixels are opaque. */
export function isOpaque(pixels: Pixels): boolean {
  return pixels.isOpaque || toStrips(pixels).every(isOpaqueStrip);
}

function isOpaqueStrip(words: Uint32Array): boolean {
  for (let i = 0; i < words.length; i++) {
    if (words[i]! < 0xff000000) return false;
  }
  return true;
}

/** Returns whether red, green and blue of every pixel are equal. */
export function isGrey(pixels: Pixels): boolean {
  return toStrips(pixels).every(isGreyStrip);
}

function isGreyStrip(words: Uint32Array): boolean {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (((word ^ (word >>> 8)) & 0xffff) !== 0) return false;
  }
  return true;
}

/**
 * Marks an image as truncated after `rows` rows. The missing pixels become transparent, as in browsers.
 *
 * @throws {ImageError} `broken_image` if there is no row.
 */
export function toTruncated(pixels: Pixels, rows: number): Pixels {
  if (rows === 0) throw brokenImageError("it is cut off before its first row ends");
  toWords(pixels).fill(0, rows * pixels.width);
  return { ...pixels, isOpaque: false, isTruncated: true };
}

/** The background of formats without transparency. */
export const WHITE: Rgb = [255, 255, 255];

/** Blends pixels with a background, in place. */
export function flatten(pixels: Pixels, background: Rgb): Pixels {
  if (isOpaque(pixels)) return pixels;
  for (const { buffer, byteOffset, byteLength } of toStrips(pixels)) {
    flattenStrip(new Uint8ClampedArray(buffer, byteOffset, byteLength), background);
  }
  return { ...pixels, isOpaque: true };
}

function flattenStrip(data: Uint8ClampedArray, [red, green, blue]: Rgb): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!;
    if (alpha === 255) continue;
    const rest = 255 - alpha;
    data[i] = (data[i]! * alpha + red * rest) / 255;
    data[i + 1] = (data[i + 1]! * alpha + green * rest) / 255;
    data[i + 2] = (data[i + 2]! * alpha + blue * rest) / 255;
    data[i + 3] = 255;
  }
}
