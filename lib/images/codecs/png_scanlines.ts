import { Buffer } from "node:buffer";
import { constants, inflateSync } from "node:zlib";
import type { PngParts } from "@/lib/images/formats/png.ts";
import { brokenImageError, type ImageError } from "@/lib/images/image_error.ts";

/** How many bytes may follow the last scanline. Other decoders ignore them, but gigabytes may follow. */
const MAX_SURPLUS_BYTES = 1 << 16;

/**
 * Inflates the scanlines as far as the data goes, and a little more at most.
 *
 * @throws {ImageError} `broken_image`.
 */
export function inflateScanlines({ width, height, bitDepth, samples, data }: PngParts): Uint8Array {
  // Each scanline has a filter byte. Interlaced images have almost twice as many scanlines, each rounded up.
  const chunkSize = Math.ceil(width * bitDepth * samples / 8) * height + 4 * height + 64;
  try {
    // This flush mode returns what there is if the data ends early.
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateSync(Buffer.concat(data), { maxOutputLength: chunkSize + MAX_SURPLUS_BYTES, chunkSize, finishFlush });
  } catch (error) {
    throw damagedError(error);
  }
}

/** Creates the error about scanlines that cannot be decoded. */
export function damagedError(cause?: unknown): ImageError {
  return brokenImageError("its data is damaged or does not fit its size", cause);
}
