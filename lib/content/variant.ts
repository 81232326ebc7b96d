import { parseChoice } from "@/lib/http/parameters.ts";

/** The types of a drawn picture. */
export const PICTURE_TYPES = ["png", "webp", "svg"] as const;

/** The sides of a drawn picture in pixels. The set is small, so that caches are effective. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE = 512;

/** How a drawing is represented. Operator pictures have one representation only. */
export interface PictureVariant {
  /** The end of the picture's URL, after its id: `.webp?size=128`. */
  readonly suffix: string;
  /** The JSON fields of an item that describe the variant: size and media type. */
  readonly fields: string;
}

/** The representation unless the caller chooses another. */
export const DEFAULT_VARIANT: PictureVariant = toVariant("png", DEFAULT_SIZE);

/** Reads `type` and `size`. @throws {ApiError} `invalid_parameter` with the allowed values. */
export function parseVariant(query: URLSearchParams): PictureVariant {
  return toVariant(parseChoice(query, "type", { allowed: PICTURE_TYPES, fallback: "png" }), parseSize(query));
}

/** Reads `size`. @throws {ApiError} `invalid_parameter` with the allowed sizes. */
export function parseSize(query: URLSearchParams): number {
  return Number(parseChoice(query, "size", { allowed: PICTURE_SIZES.map(String), fallback: String(DEFAULT_SIZE) }));
}

/** Returns the media type of a drawn picture. */
export function toMediaType(type: typeof PICTURE_TYPES[number]): string {
  return type === "svg" ? "image/svg+xml" : `image/${type}`;
}

function toVariant(type: typeof PICTURE_TYPES[number], size: number): PictureVariant {
  return {
    // An SVG scales by itself.
    suffix: size === DEFAULT_SIZE || type === "svg" ? `.${type}` : `.${type}?size=${size}`,
    fields: `"width":${size},"height":${size},"mediaType":"${toMediaType(type)}"`,
  };
}
