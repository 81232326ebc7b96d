import { IMAGE_FORMATS, type SourceFormat } from "../format.ts";
import type { Size } from "../pixels.ts";

/** The properties of an image that are known before anything is decoded. Its size is that before the orientation. */
export interface Header extends Size {
  readonly format: SourceFormat;
  readonly frames: number;
  /** How often an animation is played; 0 is forever. */
  readonly loop: number;
  /** The number of pixels that are decoded for the largest frame. */
  readonly framePixels: number;
  /** The number of pixels that are decoded for all frames. */
  readonly totalPixels: number;
  /** The bits of a pixel of a PNG before compression. */
  readonly bitsPerPixel: number;
  /** The EXIF orientation: 1 is upright, 2 to 8 are mirrored or rotated. */
  readonly orientation: number;
  /** Whether the image is a progressive JPEG, whose coefficients are in memory until its last scan is decoded. */
  readonly isProgressive: boolean;
  /** Whether the image is a JPEG in CMYK, so that its profile does not describe the decoded pixels. */
  readonly isCmyk: boolean;
  /** Whether nothing was lost when the file was made. A WebP from it is lossless, too. */
  readonly lossless: boolean;
  /** Whether chroma has the resolution of luma. Most JPEG and WebP files have less, and are encoded with less again. */
  readonly fullChroma: boolean;
  /** Why the data cannot be decoded. This is reported only if the size is within the limits. */
  readonly dataError: string | undefined;
}

/** Creates the header of a still image; `header` overrides the defaults. */
export function createHeader(header: Size & Pick<Header, "format"> & Partial<Header>): Header {
  const pixels = header.width * header.height;
  return {
    frames: 1,
    loop: 1,
    framePixels: pixels,
    totalPixels: pixels,
    bitsPerPixel: 16,
    orientation: 1,
    isProgressive: false,
    isCmyk: false,
    lossless: header.format !== "avif" && IMAGE_FORMATS[header.format].isLossless,
    fullChroma: true,
    dataError: undefined,
    ...header,
  };
}

/** Returns the displayed size: the size after the orientation is applied. */
export function toDisplayedSize({ width, height, orientation }: Header): Size {
  // EXIF orientations 5 to 8 swap width and height.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
