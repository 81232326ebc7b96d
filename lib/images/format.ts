/** What is known about a format of images. */
interface FormatFacts {
  /** Whether a file can have several frames. */
  readonly animates: boolean;
  /** Whether nothing is ever lost. Some files of other formats are lossless, too; their headers tell. */
  readonly isLossless: boolean;
  /** Whether a pixel can be partly transparent. */
  readonly isTranslucent: boolean;
  /** The longest side that a file can store. */
  readonly maxSide: number;
}

/** All formats, in the order of sentences. Each can be decoded and encoded. */
export const IMAGE_FORMATS = {
  png: {
    animates: false,
    isLossless: true,
    isTranslucent: true,
    maxSide: 2 ** 31 - 1,
  },
  jpeg: {
    animates: false,
    isLossless: false,
    isTranslucent: false,
    maxSide: 65_535,
  },
  gif: {
    animates: true,
    isLossless: true,
    isTranslucent: false,
    maxSide: 65_535,
  },
  webp: {
    animates: true,
    isLossless: false,
    isTranslucent: true,
    maxSide: 16_383,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

/** The name of a format. */
export type Format = keyof typeof IMAGE_FORMATS;

/** A format that can be decoded. */
export type SourceFormat = Format | "avif";

/** The names of all formats. */
export const FORMATS = Object.keys(IMAGE_FORMATS) as readonly Format[];

/** A lossless WebP of at most this many pixels, in all frames, is compressed more: it has time for it. */
export const MAX_SMALL_WEBP_PIXELS: number = 2 ** 20;
