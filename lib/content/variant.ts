import type { View } from "@pawkit/animals";
import {
  DRAWING_PARAMETERS,
  NAMED_PARAMETERS,
  PICTURE_TYPES,
  type PictureType,
  PREVIEW,
  TYPE_PARAMETERS,
} from "@/lib/content/parameters.ts";
import { preferredImageType } from "@/lib/http/negotiation.ts";
import type { ValuesOf } from "@/lib/parameters/parameter.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { RADIUS } from "@pawkit/images";

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE: number = DRAWING_PARAMETERS.size.fallback;

/** How a drawing is rendered. */
export interface DrawingOptions {
  /** The width: in pixels, or in the columns of a terminal. */
  readonly size: number;
  /** What it shows; by default the whole animal. A preview is 1200 × 630 pixels, not square. */
  readonly view?: View | undefined;
  /** Whether it has no background. */
  readonly isBare?: boolean | undefined;
  /** The radius of its corners in pixels. An SVG, which scales by itself, has it as if its side were 512. */
  readonly radius?: number | undefined;
}

/** The type of a drawing: that of a picture, or text for a terminal. */
export type DrawingType = PictureType | "txt";

/** One of the pictures of a drawing. Operator pictures have no variants. */
export interface PictureVariant extends DrawingOptions {
  readonly type: DrawingType;
}

/** The variant unless the caller chooses another. */
export const DEFAULT_VARIANT: PictureVariant = { type: "png", size: DEFAULT_SIZE };

/**
 * Reads `type`, `size`, `view`, `radius` and `background`; `fallback` is the type of a query without one.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseVariant(query: URLSearchParams, fallback: PictureType = "png"): PictureVariant {
  const { type } = parseValues(query, { type: { ...TYPE_PARAMETERS.type, fallback } });
  return { type, ...parseDrawingOptions(query) };
}

/**
 * Reads the variant of a named animal, whose path has the type. Its PNG can be a preview.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseNamedVariant(query: URLSearchParams, type: PictureType): PictureVariant {
  if (type !== "png") return { type, ...parseDrawingOptions(query) };
  const { size, ...values } = parseValues(query, NAMED_PARAMETERS);
  return { type, ...(size === PREVIEW.name ? toPreviewOptions(values) : toDrawingOptions({ size, ...values })) };
}

/**
 * Reads `size`, `view`, `radius` and `background`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseDrawingOptions(query: URLSearchParams): DrawingOptions {
  return toDrawingOptions(parseValues(query, DRAWING_PARAMETERS));
}

type DrawingValues = ValuesOf<typeof DRAWING_PARAMETERS>;

function toDrawingOptions({ size, view, radius = 0, background }: DrawingValues): DrawingOptions {
  return { size, view, isBare: background === "none", radius: radius === RADIUS.word ? Infinity : radius };
}

function toPreviewOptions({ view, radius, background }: Omit<DrawingValues, "size">): DrawingOptions {
  for (const [name, value] of Object.entries({ view, radius })) {
    if (value === undefined) continue;
    throw invalidParameterError(name, String(value), `must be absent next to size=${PREVIEW.name}`);
  }
  return { size: PREVIEW.width, view: "preview", isBare: background === "none" };
}

/** Returns the type of a drawn picture that a caller alone prefers, or PNG. */
export function choosePictureType(req: Request): PictureType {
  const [png, ...others] = PICTURE_TYPES;
  const preferred = preferredImageType(req, [toMediaType(png), ...others.map(toMediaType)]);
  return PICTURE_TYPES.find((type) => toMediaType(type) === preferred) ?? png;
}

/** Returns the media type of a drawing. */
export function toMediaType(type: DrawingType): string {
  if (type === "txt") return "text/plain; charset=utf-8";
  return type === "svg" ? "image/svg+xml" : `image/${type}`;
}

/** Returns the end of a picture's URL, after its id or name: `.webp?size=128`. */
export function toSuffix({ type, size, view, isBare = false, radius = 0 }: PictureVariant): string {
  const query = [
    // An SVG scales by itself.
    ...(size === DEFAULT_SIZE || type === "svg" ? [] : [`size=${view === "preview" ? PREVIEW.name : size}`]),
    ...(view === "face" ? ["view=face"] : []),
    ...(radius === 0 ? [] : [`radius=${radius === Infinity ? RADIUS.word : radius}`]),
    ...(isBare ? ["background=none"] : []),
  ];
  return `.${type}${query.length === 0 ? "" : "?"}${query.join("&")}`;
}
