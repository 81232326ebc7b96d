import { textAt } from "./bytes.ts";
import type { SourceFormat } from "./format.ts";
import { readAvifHeader } from "./formats/avif.ts";
import { readGifHeader } from "./formats/gif.ts";
import type { Header } from "./formats/header.ts";
import { readJpegHeader } from "./formats/jpeg.ts";
import { hasAvifBrand, nameOtherFormat } from "./formats/other_formats.ts";
import { PNG_SIGNATURE, readPngHeader } from "./formats/png.ts";
import { readWebpHeader } from "./formats/webp.ts";
import { brokenImageError, ImageError, type ImageErrorCode, unsupportedFormatError } from "./image_error.ts";

/** The most pixels of a frame. */
export const MAX_PIXELS = 25_000_000;

/** The most pixels of all frames of an animation together. */
export const MAX_TOTAL_PIXELS = 50_000_000;

/** The most frames of an animation. */
export const MAX_FRAMES = 1000;

/** The longest side. Nothing needs more, and decoders are much slower with rows of a million pixels. */
const MAX_SOURCE_SIDE = 65_535;

/** What is known about an image from its header. Its size is that before the orientation is applied. */
export interface ImageHeader extends Header {
  /** The bytes of the file. */
  readonly byteLength: number;
}

/**
 * Reads the header of a file in a bounded number of steps, and checks that it is within the limits. The format is
 * detected by content, never by name.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const gif = Uint8Array.fromBase64("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=");
 * const { format, width, height } = probe(gif);
 * assertEquals([format, width, height], ["gif", 1, 1]);
 * ```
 *
 * @throws {ImageError} `unsupported_format`, `broken_image`, `too_many_pixels` or `too_many_frames`.
 */
export function probe(bytes: Uint8Array): ImageHeader {
  const header = readHeader(bytes);
  // The header states all these numbers, so they are checked before memory is allocated.
  assertAtMost("too_many_pixels", "pixels in a frame", header.framePixels, MAX_PIXELS);
  assertAtMost("too_many_pixels", "pixels a side", Math.max(header.width, header.height), MAX_SOURCE_SIDE);
  assertAtMost("too_many_frames", "frames", header.frames, MAX_FRAMES);
  assertAtMost("too_many_pixels", "pixels in all frames", header.totalPixels, MAX_TOTAL_PIXELS);
  if (header.dataError !== undefined) throw brokenImageError(header.dataError);
  return { ...header, byteLength: bytes.length };
}

/** Reads the header of a file, whatever the limits. @throws {ImageError} `unsupported_format` or `broken_image`. */
export function readHeader(bytes: Uint8Array): Header {
  const format = detectFormat(bytes);
  if (format === undefined) throw unsupportedFormatError(nameOtherFormat(bytes));
  const header = READERS[format](bytes);
  if (header.width === 0 || header.height === 0) throw brokenImageError("its width or height is 0");
  return header;
}

function detectFormat(bytes: Uint8Array): SourceFormat | undefined {
  const start = textAt(bytes, 0, 12);
  if (start.startsWith(PNG_SIGNATURE)) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return hasAvifBrand(bytes) ? "avif" : undefined;
}

const READERS: { readonly [name in SourceFormat]: (bytes: Uint8Array) => Header } = {
  avif: readAvifHeader,
  png: readPngHeader,
  jpeg: readJpegHeader,
  gif: readGifHeader,
  webp: readWebpHeader,
};

function assertAtMost(code: ImageErrorCode, unit: string, got: number, limit: number): void {
  if (got <= limit) return;
  const requirement = `must have at most ${limit.toLocaleString("en")} ${unit}, got ${got.toLocaleString("en")}`;
  throw new ImageError(code, `Cannot decode the image: ${requirement}`, { details: { limit, got } });
}
