import type { View } from "@pawkit/animals";
import { preferredImageType } from "@/lib/http/negotiation.ts";
import { invalidParameterError, parseChoice, parseInteger, readParameter } from "@/lib/http/parameters.ts";
import { RADIUS } from "@pawkit/images";

/** The types of a drawn picture. */
export const PICTURE_TYPES = ["png", "webp", "svg"] as const;

/** The type of a drawn picture. */
export type PictureType = typeof PICTURE_TYPES[number];

/** The side of a drawn picture in pixels. */
export const SIZE_RANGE = { min: 16, max: 1024 } as const;

/** The sides that the page offers. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE = 512;

/** The size of link previews, and its name: chat programs and social networks show it without cropping. */
export const PREVIEW = { name: "card", width: 1200, height: 630 } as const;

/** What `background` can be. */
export const BACKGROUNDS = ["none"] as const;

/** What `view` can be. */
export const VIEWS = ["face"] as const;

/** How a drawing is rendered. */
export interface DrawingOptions {
  /** The width in pixels. */
  readonly size: number;
  /** What it shows; by default the whole animal. A preview is 1200 × 630 pixels, not square. */
  readonly view?: View | undefined;
  /** Whether it has no background. */
  readonly isBare?: boolean | undefined;
  /** The radius of its corners in pixels. An SVG, which scales by itself, has it as if its side were 512. */
  readonly radius?: number | undefined;
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
 * Reads `type`, `size`, `view`, `radius` and `background`. `named` is the type if the path has one; such a PNG can be a
 * preview. `fallback` is the type if there is no other.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseVariant(
  query: URLSearchParams,
  named?: PictureType,
  fallback: PictureType = "png",
): PictureVariant {
  const type = named ?? parseChoice(query, "type", { allowed: PICTURE_TYPES, fallback });
  const isPreview = named === "png" && readParameter(query, "size") === PREVIEW.name;
  return toVariant(type, isPreview ? parsePreviewOptions(query) : parseDrawingOptions(query));
}

/**
 * Reads `size`, `view`, `radius` and `background`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseDrawingOptions(query: URLSearchParams): DrawingOptions {
  return {
    size: parseInteger(query, "size", { ...SIZE_RANGE, fallback: DEFAULT_SIZE }),
    view: parseChoice(query, "view", { allowed: VIEWS, fallback: undefined }),
    isBare: parseIsBare(query),
    radius: parseRadius(query),
  };
}

function parsePreviewOptions(query: URLSearchParams): DrawingOptions {
  const other = ["view", "radius"].find((name) => readParameter(query, name) !== undefined);
  if (other !== undefined) {
    throw invalidParameterError(other, readParameter(query, other)!, `must be absent next to size=${PREVIEW.name}`);
  }
  return { size: PREVIEW.width, view: "preview", isBare: parseIsBare(query) };
}

function parseIsBare(query: URLSearchParams): boolean {
  return parseChoice(query, "background", { allowed: BACKGROUNDS, fallback: undefined }) === "none";
}

function parseRadius(query: URLSearchParams): number {
  if (readParameter(query, "radius") === RADIUS.word) return Infinity;
  return parseInteger(query, "radius", { ...RADIUS, fallback: 0 });
}

/** Returns the media type of a drawn picture. */
export function toMediaType(type: PictureType): string {
  return type === "svg" ? "image/svg+xml" : `image/${type}`;
}

/** Returns the type of a drawn picture that a caller alone prefers, or PNG. */
export function choosePictureType(req: Request): PictureType {
  const [png, ...others] = PICTURE_TYPES;
  const preferred = preferredImageType(req, [toMediaType(png), ...others.map(toMediaType)]);
  return PICTURE_TYPES.find((type) => toMediaType(type) === preferred) ?? png;
}

function toVariant(type: PictureType, options: DrawingOptions): PictureVariant {
  const { size, view, isBare = false, radius = 0 } = options;
  const query = [
    // An SVG scales by itself.
    ...(size === DEFAULT_SIZE || type === "svg" ? [] : [`size=${view === "preview" ? PREVIEW.name : size}`]),
    ...(view === "face" ? ["view=face"] : []),
    ...(radius === 0 ? [] : [`radius=${radius === Infinity ? RADIUS.word : radius}`]),
    ...(isBare ? ["background=none"] : []),
  ];
  return {
    ...options,
    type,
    suffix: `.${type}${query.length === 0 ? "" : "?"}${query.join("&")}`,
    mediaType: toMediaType(type),
  };
}
