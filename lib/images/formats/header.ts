import type { SourceFormat } from "@/lib/images/format.ts";

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
  /** Whether it is a JPEG in CMYK, which needs another decoder. */
  readonly isCmyk: boolean;
  /** A WebP that keeps every pixel exactly; its answer does, too. */
  readonly lossless: boolean;
  /** Whether colours are stored as finely as light: not in most JPEG and WebP, whose answers need not either. */
  readonly fullChroma: boolean;
  /** The reason why its data cannot be decoded. It is reported only if the size is within the limits. */
  readonly dataError: string | undefined;
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
    isCmyk: false,
    lossless: false,
    fullChroma: true,
    dataError: undefined,
    ...header,
  };
}

/** Returns the displayed size: the size after the orientation is applied. */
export function toDisplayedSize({ width, height, orientation }: Header): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
