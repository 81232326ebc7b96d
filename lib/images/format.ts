/** The formats that can be encoded. */
export const FORMATS = ["png", "jpeg", "webp", "gif"] as const;

/** The name of a format that can be encoded. */
export type Format = (typeof FORMATS)[number];

/** The formats that can be decoded, as people call them. */
const READABLE_FORMATS = ["PNG", "APNG", "JPEG", "GIF", "WebP", "BMP", "AVIF"];

/** Lists the formats that can be decoded for a sentence: `PNG, APNG, JPEG, GIF, WebP, BMP or AVIF`. */
export function listReadableFormats(word: "and" | "or"): string {
  const type = word === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat("en-GB", { type }).format(READABLE_FORMATS);
}

/** The name of a format that can be decoded. */
export type SourceFormat = Format | "bmp" | "avif";

/** A lossless WebP of at most this many pixels, in all frames, is compressed more: it has time for it. */
export const MAX_SMALL_WEBP_PIXELS: number = 2 ** 20;
