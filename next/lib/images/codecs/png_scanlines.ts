import { pipeline } from "node:stream";
import { constants, createInflate } from "node:zlib";
import type { PngImage } from "../formats/png.ts";
import { brokenImageError, type ImageError } from "../image_error.ts";

/** A PNG whose data is inflated. */
export interface InflatedPng extends PngImage {
  /** As many scanlines as the file contains. */
  readonly scanlines: Uint8Array<ArrayBuffer>;
}

/** The compressed bytes between two checkpoints: bytes that inflate to nothing take a microsecond each. */
const CHUNK_BYTES = 1 << 16;

/** The inflated bytes that are copied at once. */
const OUTPUT_BYTES = 1 << 19;

/**
 * Inflates the scanlines as far as the data goes, and ignores what follows them. `checkpoint` is called for each piece
 * of the data, and may throw.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function inflateScanlines(
  { width, height, bitDepth, channels, isInterlaced, data }: PngImage,
  checkpoint: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Many files have chunks of 8 KB: joining them takes less time than the stream spends on each. All pieces but the
  // last fill the buffer of the stream, so it asks for the next one when it has read them, and they can share memory.
  function* readPieces() {
    const piece = new Uint8Array(Math.min(data.reduce((sum, { length }) => sum + length, 0), CHUNK_BYTES));
    let length = 0;
    for (const content of data) {
      for (let at = 0; at < content.length;) {
        const part = content.subarray(at, at + piece.length - length);
        piece.set(part, length);
        length += part.length;
        at += part.length;
        if (length < piece.length) continue;
        checkpoint();
        yield piece;
        length = 0;
      }
    }
    checkpoint();
    yield piece.subarray(0, length);
  }

  // Each scanline has a filter byte. Interlaced images have almost twice as many scanlines, each rounded up.
  const surplus = isInterlaced ? 4 * height + 64 : height;
  const scanlines = new Uint8Array(Math.ceil(width * bitDepth * channels / 8) * height + surplus);
  // This flush mode returns what there is if the data ends early.
  const inflate = createInflate({ chunkSize: OUTPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  let length = 0;
  try {
    // Errors arrive below.
    pipeline(readPieces(), inflate, () => {});
    for await (const part of inflate) {
      scanlines.set(part.subarray(0, scanlines.length - length), length);
      length = Math.min(length + part.length, scanlines.length);
      if (length === scanlines.length) break;
    }
  } catch (error) {
    // The names of zlib's errors begin with this.
    throw (error as { code?: string }).code?.startsWith("Z_") ? damagedError(error) : error;
  }
  return scanlines.subarray(0, length);
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
