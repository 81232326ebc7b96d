import { parseChoice } from "@/lib/http/parameters.ts";

/** The types of a drawn picture. */
export const PICTURE_TYPES = ["png", "webp", "svg"] as const;

/** The sides of a drawn picture in pixels. The set is small, so that caches are effective. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE = 512;

/** How a drawing is represented. Operator pictures have one representation only. */
export interface PictureVariant {
  readonly type: typeof PICTURE_TYPES[number];
  /** The width and height in pixels. An SVG scales by itself. */
  readonly size: number;
}

/** The representation unless the caller chooses another. */
export const DEFAULT_VARIANT: PictureVariant = { type: "png", size: DEFAULT_SIZE };

/**
 * Reads `type` and `size`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseVariant(query: URLSearchParams): PictureVariant {
  return { type: parseChoice(query, "type", { allowed: PICTURE_TYPES, fallback: "png" }), size: parseSize(query) };
}

/**
 * Reads `size`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed sizes.
 */
export function parseSize(query: URLSearchParams): number {
  return Number(parseChoice(query, "size", { allowed: PICTURE_SIZES.map(String), fallback: String(DEFAULT_SIZE) }));
}

/** Returns the last segment and query of a drawing's URL: `io1dwf90.webp?size=128`. */
export function toPictureName(id: string, { type, size }: PictureVariant): string {
  return size === DEFAULT_SIZE || type === "svg" ? `${id}.${type}` : `${id}.${type}?size=${size}`;
}
