import { textAt } from "./bytes.ts";
import { type Format, IMAGE_FORMATS, type SourceFormat } from "./format.ts";
import { readAvifHeader } from "./formats/avif.ts";
import { readGifHeader } from "./formats/gif.ts";
import type { Header } from "./formats/header.ts";
import { readJpegHeader } from "./formats/jpeg.ts";
import { hasAvifBrand, nameOtherFormat } from "./formats/other_formats.ts";
import { PNG_SIGNATURE, readPngHeader } from "./formats/png.ts";
import { readWebpHeader } from "./formats/webp.ts";
import type { Size } from "./pixels.ts";
import { brokenImageError, ImageError, type ImageErrorCode, unsupportedFormatError } from "./image_error.ts";

/** How large an image may be. The header states all these numbers, so they are checked before memory is allocated. */
export interface ProbeLimits {
  readonly maxPixels: number;
  readonly maxTotalPixels: number;
  readonly maxFrames: number;
}

/**
 * The longest side, as in JPEG and GIF. Nothing needs more, and decoders are much slower with rows of a million pixels.
 */
const MAX_SOURCE_SIDE = 65_535;

/**
 * Reads the header of a file and checks that the image can be decoded within the limits.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const gif = Uint8Array.fromBase64("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=");
 * const { format, width, height } = probe(gif, { maxPixels: 25e6, maxTotalPixels: 50e6, maxFrames: 1000 });
 * assertEquals([format, width, height], ["gif", 1, 1]);
 * ```
 *
 * @throws {ImageError} `unsupported_format`, `broken_image`, `too_many_pixels` or `too_many_frames`.
 */
export function probe(bytes: Uint8Array, limits: ProbeLimits): Header {
  const header = readHeader(bytes);
  assertDecodable(header, limits);
  return header;
}

/**
 * Checks that an image with this header can be decoded within the limits.
 *
 * @throws {ImageError} `broken_image`, `too_many_pixels` or `too_many_frames`.
 */
export function assertDecodable(header: Header, limits: ProbeLimits): void {
  assertAtMost("too_many_pixels", "pixels in a frame", header.framePixels, limits.maxPixels);
  assertAtMost("too_many_pixels", "pixels a side", Math.max(header.width, header.height), MAX_SOURCE_SIDE);
  assertAtMost("too_many_frames", "frames", header.frames, limits.maxFrames);
  assertAtMost("too_many_pixels", "pixels in all frames", header.totalPixels, limits.maxTotalPixels);
  if (header.dataError !== undefined) throw brokenImageError(header.dataError);
}

/**
 * Reads the header of a file in a bounded number of steps. The format is detected by content, never by name.
 *
 * @throws {ImageError} `unsupported_format` or `broken_image`.
 */
export function readHeader(bytes: Uint8Array): Header {
  const format = detectFormat(bytes);
  if (format === undefined) throw unsupportedFormatError(nameOtherFormat(bytes));
  const header = READERS[format](bytes);
  if (header.width === 0 || header.height === 0) throw brokenImageError("its width or height is 0");
  return header;
}

/**
 * Checks that a format can store an image of this size.
 *
 * @throws {ImageError} `side_too_long`.
 */
export function assertStorable({ width, height }: Size, format: Format): void {
  const limit = IMAGE_FORMATS[format].maxSide;
  const got = Math.max(width, height);
  if (got <= limit) return;
  const message = `Cannot encode the image as ${format}: must have at most ${limit} pixels a side, got ${got}`;
  throw new ImageError("side_too_long", message, { details: { limit, got, format } });
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

/** Checks a limit. @throws {ImageError} `code`, with the limit. */
export function assertAtMost(code: ImageErrorCode, unit: string, got: number, limit: number): void {
  if (got <= limit) return;
  const requirement = `must have at most ${limit.toLocaleString("en")} ${unit}, got ${got.toLocaleString("en")}`;
  throw new ImageError(code, `Cannot decode the image: ${requirement}`, { details: { limit, got } });
}
