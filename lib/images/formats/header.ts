import type { SourceFormat } from "@/lib/images/format.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** What the first look at a file tells, before anything is decoded. */
export interface Header {
  readonly format: SourceFormat;
  /** The size as stored: before its orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** The largest number of pixels that one frame takes to decode. */
  readonly framePixels: number;
  /** The number of pixels that all frames take to decode. */
  readonly totalPixels: number;
  /** How the picture is to be turned, as EXIF counts: 1 is upright, 2 to 8 are its mirrors and turns. */
  readonly orientation: number;
  /** A JPEG in four printing colours, which takes another decoder. */
  readonly fourColours: boolean;
  /** A WebP that keeps every pixel exactly; its answer does, too. */
  readonly lossless: boolean;
  /** Whether colours are stored as finely as light: not in most JPEG and WebP, whose answers need not either. */
  readonly fullChroma: boolean;
  /** What is wrong with its data, told when its size is within the limits; continues "as …". */
  readonly flaw: string | undefined;
}

/** Completes the header of a still picture. */
export function createHeader(
  header: Pick<Header, "format" | "width" | "height"> & Partial<Header>,
): Header {
  const pixels = header.width * header.height;
  return {
    frames: 1,
    framePixels: pixels,
    totalPixels: pixels,
    orientation: 1,
    fourColours: false,
    lossless: false,
    fullChroma: true,
    flaw: undefined,
    ...header,
  };
}

/** The size as shown: after its orientation is applied. */
export function toShownSize({ width, height, orientation }: Header): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Makes the error for a file that is damaged: `reason` continues "as …". */
export function brokenImage(reason: string, cause?: unknown): ApiError {
  return new ApiError("broken_image", `Cannot read the image as ${reason}: send a complete, valid file`, { cause });
}

/** Makes the error for a file of a kind that is not read: `kind` says which. */
export function unsupportedFormat(kind: string): ApiError {
  return new ApiError("unsupported_format", `Cannot read the image as ${kind}: send PNG, JPEG, GIF, WebP or BMP`);
}
