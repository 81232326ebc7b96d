import { Buffer } from "node:buffer";
import { constants, inflateSync } from "node:zlib";
import type { PngImage } from "@/lib/images/formats/png.ts";
import { brokenImageError, type ImageError } from "@/lib/images/image_error.ts";

/** How many bytes may follow the last scanline. Other decoders ignore them, but gigabytes may follow. */
const MAX_SURPLUS_BYTES = 1 << 16;

/**
 * Inflates the scanlines as far as the data goes, and a little more at most.
 *
 * @throws {ImageError} `broken_image`.
 */
export function inflateScanlines({ width, height, bitDepth, channels, data }: PngImage): Uint8Array {
  // Each scanline has a filter byte. Interlaced images have almost twice as many scanlines, each rounded up.
  const chunkSize = Math.ceil(width * bitDepth * channels / 8) * height + 4 * height + 64;
  try {
    // This flush mode returns what there is if the data ends early.
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateSync(Buffer.concat(data), { maxOutputLength: chunkSize + MAX_SURPLUS_BYTES, chunkSize, finishFlush });
  } catch (error) {
    throw damagedError(error);
  }
}

/** Returns the pixel for each palette index, or for each grey sample of at most 8 bits. */
export function toColours({ colourType, bitDepth, palette, transparency }: PngImage): Uint32Array {
  const max = 2 ** bitDepth - 1;
  return Uint32Array.from({ length: max + 1 }, (_, i) => {
    if (colourType === 0) {
      return (transparency !== undefined && (transparency[1]! & max) === i ? 0 : 0xff000000) + i * 255 / max * 0x010101;
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
