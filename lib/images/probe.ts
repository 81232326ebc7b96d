import type { Format, SourceFormat } from "@/lib/images/format.ts";
import { isBmp, readBmpHeader } from "@/lib/images/formats/bmp.ts";
import { readGifHeader } from "@/lib/images/formats/gif.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { readJpegHeader } from "@/lib/images/formats/jpeg.ts";
import { readPngHeader } from "@/lib/images/formats/png.ts";
import { readWebpHeader } from "@/lib/images/formats/webp.ts";
import { brokenImageError, ImageError, type ImageErrorCode, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** How large a picture may be. All of it is known from the header, before memory is taken. */
export interface ProbeLimits {
  readonly maxPixels: number;
  readonly maxTotalPixels: number;
  readonly maxFrames: number;
}

/**
 * Looks at a file's content, never at its name, and refuses what is unknown, damaged or too large to decode.
 *
 * @throws {ImageError} `unsupported_format`, `broken_image`, `too_many_pixels` or `too_many_frames`.
 */
export function probe(bytes: Uint8Array, limits: ProbeLimits): Header {
  const header = readHeader(bytes);
  if (header.width === 0 || header.height === 0) throw brokenImageError("it has no size");
  refuseAbove("too_many_pixels", "pixels in a frame", header.framePixels, limits.maxPixels);
  refuseAbove("too_many_frames", "frames", header.frames, limits.maxFrames);
  refuseAbove("too_many_pixels", "pixels in all frames", header.totalPixels, limits.maxTotalPixels);
  if (header.dataError !== undefined) throw brokenImageError(header.dataError);
  return header;
}

/** The longest side that a format can store. */
const MAX_SIDES: { readonly [name in Format]: number } = { png: 2 ** 31 - 1, jpeg: 65_535, gif: 65_535, webp: 16_383 };

/**
 * Refuses a format that cannot store a picture of this size.
 *
 * @throws {ImageError} `side_too_long`.
 */
export function assertStorable({ width, height }: Header, format: Format): void {
  const max = MAX_SIDES[format];
  if (width <= max && height <= max) return;
  const got = Math.max(width, height);
  throw new ImageError(
    "side_too_long",
    `Cannot encode as ${format}: must have at most ${max} pixels a side, got ${got}`,
    {
      details: { limit: max, got, format },
    },
  );
}

const READERS: { readonly [name in SourceFormat]: (bytes: Uint8Array, view: DataView) => Header } = {
  png: readPngHeader,
  jpeg: readJpegHeader,
  gif: readGifHeader,
  webp: readWebpHeader,
  bmp: readBmpHeader,
};

function readHeader(bytes: Uint8Array): Header {
  const format = findFormat(bytes);
  if (format === undefined) throw unsupportedFormatError("an unknown format");
  try {
    return READERS[format](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) throw brokenImageError("it is cut off", error);
    throw error;
  }
}

function findFormat(bytes: Uint8Array): SourceFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  if (isBmp(bytes)) return "bmp";
  return undefined;
}

function refuseAbove(code: ImageErrorCode, unit: string, got: number, limit: number): void {
  if (got <= limit) return;
  throw new ImageError(code, `Cannot decode the image: must have at most ${limit} ${unit}, got ${got}`, {
    details: { limit, got },
  });
}
