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
  const { type } = named === undefined
    ? parseValues(query, { type: { ...TYPE_PARAMETERS.type, fallback } })
    : { type: named };
  if (named !== "png") return toVariant(type, parseDrawingOptions(query));
  const { size, ...values } = parseValues(query, NAMED_PARAMETERS);
  return toVariant(type, size === PREVIEW.name ? toPreviewOptions(values) : toDrawingOptions({ size, ...values }));
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
