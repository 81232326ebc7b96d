import { parseChoice } from "@/lib/http/parameters.ts";

/** The types of a drawn picture. */
export const PICTURE_TYPES = ["png", "webp", "svg"] as const;

/** The type of a drawn picture. */
export type PictureType = typeof PICTURE_TYPES[number];

/** The sides of a drawn picture in pixels. The set is small, so that caches are effective. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE = 512;

/** The size of link previews, and its name: chat programs and social networks show it without cropping. */
export const CARD = { name: "card", width: 1200, height: 630 } as const;

/** What `background` can be. */
export const BACKGROUNDS = ["none"] as const;

/** How a drawing is rendered. */
export interface DrawingOptions {
  /** The width in pixels. */
  readonly size: number;
  /** Whether it is as wide as a link preview, and no square. */
  readonly isCard?: boolean;
  /** Whether it has no background. */
  readonly isBare?: boolean;
}

/** How a drawing is represented. Operator pictures have one representation only. */
export interface PictureVariant extends DrawingOptions {
  readonly type: PictureType;
  /** The end of the picture's URL, after its id: `.webp?size=128`. */
  readonly suffix: string;
  readonly mediaType: string;
}

/** The representation unless the caller chooses another. */
export const DEFAULT_VARIANT: PictureVariant = toVariant("png", { size: DEFAULT_SIZE });

/**
 * Reads `type`, unless the path has `named` it, `size` and `background`. A PNG that the path names can be a card.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseVariant(query: URLSearchParams, named?: PictureType): PictureVariant {
  const type = named ?? parseChoice(query, "type", { allowed: PICTURE_TYPES, fallback: "png" });
  return toVariant(type, parseDrawingOptions(query, named === "png" ? [CARD.name] : []));
}

/**
 * Reads `size`, which can also be one of `moreSizes`, and `background`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseDrawingOptions(query: URLSearchParams, moreSizes: readonly string[] = []): DrawingOptions {
  const allowed = [...PICTURE_SIZES.map(String), ...moreSizes];
  const size = parseChoice(query, "size", { allowed, fallback: String(DEFAULT_SIZE) });
  const isBare = parseChoice(query, "background", { allowed: BACKGROUNDS, fallback: undefined }) === "none";
  return size === CARD.name ? { size: CARD.width, isCard: true, isBare } : { size: Number(size), isBare };
}

/** Returns the media type of a drawn picture. */
export function toMediaType(type: PictureType): string {
  return type === "svg" ? "image/svg+xml" : `image/${type}`;
}

function toVariant(type: PictureType, options: DrawingOptions): PictureVariant {
  const { size, isBare = false } = options;
  const query = [
    // An SVG scales by itself.
    ...(size === DEFAULT_SIZE || type === "svg" ? [] : [`size=${size}`]),
    ...(isBare ? ["background=none"] : []),
  ];
  return {
    ...options,
    type,
    suffix: `.${type}${query.length === 0 ? "" : "?"}${query.join("&")}`,
    mediaType: toMediaType(type),
  };
}
