/** What is known about a format of images. */
interface FormatFacts {
  /** The names that people read. */
  readonly names: readonly string[];
  readonly mediaType: string;
  /** Whether it can be decoded. */
  readonly reads: boolean;
  /** Whether a file can have several frames. */
  readonly animates: boolean;
  /** Whether nothing is ever lost. Some files of other formats are lossless, too; their headers tell. */
  readonly isLossless: boolean;
  /** Whether a pixel can be partly transparent. */
  readonly isTranslucent: boolean;
  /** Whether pages can show it. */
  readonly isShownByBrowsers: boolean;
  /** The longest side that a file can store; needed if it can be encoded. */
  readonly maxSide?: number;
}

/** All formats, in the order of sentences. */
export const IMAGE_FORMATS = {
  png: {
    names: ["PNG", "APNG"],
    mediaType: "image/png",
    reads: true,
    animates: true,
    isLossless: true,
    isTranslucent: true,
    isShownByBrowsers: true,
    maxSide: 2 ** 31 - 1,
  },
  jpeg: {
    names: ["JPEG"],
    mediaType: "image/jpeg",
    reads: true,
    animates: false,
    isLossless: false,
    isTranslucent: false,
    isShownByBrowsers: true,
    maxSide: 65_535,
  },
  gif: {
    names: ["GIF"],
    mediaType: "image/gif",
    reads: true,
    animates: true,
    isLossless: true,
    isTranslucent: false,
    isShownByBrowsers: true,
    maxSide: 65_535,
  },
  webp: {
    names: ["WebP"],
    mediaType: "image/webp",
    reads: true,
    animates: true,
    isLossless: false,
    isTranslucent: true,
    isShownByBrowsers: true,
    maxSide: 16_383,
  },
  bmp: {
    names: ["BMP"],
    mediaType: "image/bmp",
    reads: true,
    animates: false,
    isLossless: true,
    isTranslucent: false,
    isShownByBrowsers: true,
  },
  avif: {
    names: ["AVIF"],
    mediaType: "image/avif",
    reads: true,
    animates: false,
    isLossless: false,
    isTranslucent: true,
    isShownByBrowsers: true,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

/** The name of a format. */
export type Format = keyof typeof IMAGE_FORMATS;

/** The formats that can be encoded, in the order in which callers choose from them. */
export const WRITABLE_FORMATS = ["png", "jpeg", "webp", "gif"] as const satisfies readonly Format[];

/** The name of a format that can be encoded. */
export type WritableFormat = (typeof WRITABLE_FORMATS)[number];

/** Returns whether a format can be encoded. */
export function isWritable(format: Format): format is WritableFormat {
  return WRITABLE_FORMATS.some((each) => each === format);
}

/** Returns a format if it can be encoded, and PNG otherwise. */
export function toWritable(format: Format): WritableFormat {
  return isWritable(format) ? format : "png";
}

/** The name of a format that can be decoded. */
export type ReadableFormat = {
  [name in Format]: (typeof IMAGE_FORMATS)[name]["reads"] extends true ? name : never;
}[Format];

/** The formats that can be decoded. */
export const READABLE_FORMATS: readonly ReadableFormat[] = (Object.keys(IMAGE_FORMATS) as Format[])
  .filter((format): format is ReadableFormat => IMAGE_FORMATS[format].reads);

/** Lists formats for a sentence: `PNG, APNG, JPEG or WebP`. */
export function listFormats(formats: readonly Format[], word: "and" | "or"): string {
  const type = word === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat("en-GB", { type }).format(formats.flatMap((format) => IMAGE_FORMATS[format].names));
}

/** A lossless WebP of at most this many pixels, in all frames, is compressed more: it has time for it. */
export const MAX_SMALL_WEBP_PIXELS: number = 2 ** 20;
