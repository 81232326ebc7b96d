import { constants, inflateRawSync } from "node:zlib";
import { concat } from "../bytes.ts";
import type { PngImage } from "../formats/png.ts";
import { brokenImageError, type ImageError } from "../image_error.ts";

/** A PNG whose data is inflated. */
export interface InflatedPng extends PngImage {
  /** As many scanlines as the file contains. */
  readonly scanlines: Uint8Array<ArrayBuffer>;
}

/** The bytes before the deflated data of a zlib stream. Its checksum at the end is not needed: chunks have their own. */
const ZLIB_HEADER_BYTES = 2;

/** What may follow the scanlines: some programs write a little more than an image needs. */
const MAX_SURPLUS_BYTES = 1 << 16;

/**
 * Inflates the scanlines as far as the data goes.
 *
 * @throws {ImageError} `broken_image`.
 */
export function inflateScanlines(image: PngImage): Uint8Array<ArrayBuffer> {
  const { width, height, bitDepth, channels, isInterlaced, data } = image;
  // Each scanline has a filter byte. Interlaced images have almost twice as many scanlines, each rounded up.
  const extra = isInterlaced ? 4 * height + 64 : height;
  const length = Math.ceil(width * bitDepth * channels / 8) * height + extra;
  const deflated = data.length === 1 ? data[0]! : concat(data);
  const chunkSize = length + MAX_SURPLUS_BYTES;
  try {
    // With this flush mode, data that ends early is no error. One chunk for all needs no copy.
    const options = { chunkSize, maxOutputLength: chunkSize, finishFlush: constants.Z_SYNC_FLUSH };
    const { buffer, byteOffset, byteLength } = inflateRawSync(deflated.subarray(ZLIB_HEADER_BYTES), options);
    return new Uint8Array(buffer, byteOffset, Math.min(byteLength, length));
  } catch (error) {
    throw damagedError(error);
  }
}

/** Returns the pixel for each palette index, or for each grey sample of fewer than 8 bits. */
export function toColours({ colourType, bitDepth, palette, transparency }: PngImage): Uint32Array {
  const max = 2 ** bitDepth - 1;
  return Uint32Array.from({ length: max + 1 }, (_, i) => {
    if (colourType === 0) {
      return (transparency?.length === 2 && (transparency[1]! & max) === i ? 0 : 0xff000000) + i * 255 / max * 0x010101;
    }
    if (palette === undefined) throw brokenImageError("its palette is missing");
    // An index beyond the palette is black, as in other decoders.
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * i);
    return (transparency?.[i] ?? 255) * 0x1000000 + blue * 0x10000 + green * 0x100 + red;
  });
}

/** Creates the error about scanlines that cannot be decoded. */
export function damagedError(cause?: unknown): ImageError {
  return brokenImageError("its data is damaged or does not fit its size", cause);
}
