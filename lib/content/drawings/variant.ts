import { type AnimalKind, ANIMALS, OPTIONS, toKey, type View, type ViewOptions } from "@pawkit/animals";
import {
  FRAME_PARAMETERS,
  type GROUP_PARAMETERS,
  MOTION_PARAMETERS,
  type NAMED_PARAMETERS,
  PICTURE_TYPES,
  type PictureType,
  PREVIEW,
  TYPE_PARAMETERS,
} from "@/lib/content/parameters.ts";
import { parseWishes, type Wishes } from "@/lib/content/drawings/wishes.ts";
import { preferredImageType } from "@/lib/http/negotiation.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import type { Drawing } from "@pawkit/images/svg";

/** The side of a picture unless the caller chooses another. */
export const DEFAULT_SIZE: number = FRAME_PARAMETERS.size.fallback;

/** How a drawing is rendered. */
export interface DrawingOptions extends Wishes {
  /** The width: in pixels, or in the columns of a terminal. */
  readonly size: number;
  /** What it shows; by default the whole animal. A preview is 1200 × 630 pixels, not square. */
  readonly view?: View | undefined;
  /** The radius of its corners in pixels. An SVG, which scales by itself, has it as if its side were 512. */
  readonly radius?: number | undefined;
  /** Whether it moves. Only an SVG can. */
  readonly motion?: boolean | undefined;
}

/** The type of a drawing: that of a picture, or text for a terminal. */
export type DrawingType = PictureType | "txt";

/** How text for a terminal is drawn. */
export interface TextOptions {
  readonly columns: number;
  readonly colours: NonNullable<Drawing["colours"]>;
}

/** One of the pictures of a drawing. Operator pictures have no variants. */
export interface PictureVariant extends DrawingOptions {
  readonly type: DrawingType;
  /** The colours of text. */
  readonly colours?: TextOptions["colours"] | undefined;
}

/** The variant unless the caller chooses another. */
export const DEFAULT_VARIANT: PictureVariant = { type: "png", size: DEFAULT_SIZE };

/** The kind of an animal, if it is known, and the type of its picture unless the query chooses another. */
export interface VariantDefaults {
  readonly kind: AnimalKind | undefined;
  readonly type?: PictureType | undefined;
}

/**
 * Reads `type` and how an animal is drawn. Whether it can move is left to the caller, who knows the right address: see
 * {@linkcode assertMovable}.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseVariant(query: URLSearchParams, { kind, type = "png" }: VariantDefaults): PictureVariant {
  const chosen = parseValues(query, { type: { ...TYPE_PARAMETERS.type, fallback: type } });
  return { ...chosen, ...parseDrawingOptions(query, kind) };
}

/** What the path of named animals says about their picture. */
export interface NamedVariantOptions {
  /** The kinds of the animals, each of which must have what the caller wishes. */
  readonly kinds: readonly AnimalKind[];
  readonly type: PictureType;
  /** The sizes that it can have: those of a picture, of the tiles of a group, or also that of a preview. */
  readonly sizes: (typeof FRAME_PARAMETERS | typeof GROUP_PARAMETERS | typeof NAMED_PARAMETERS)["size"];
}

/**
 * Reads the variant of named animals, whose path has the type. Whether they can move is left to the caller, too.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseNamedVariant(
  query: URLSearchParams,
  { kinds, type, sizes }: NamedVariantOptions,
): PictureVariant {
  const { size } = parseValues(query, { size: sizes });
  const [kind, ...others] = kinds;
  if (size === PREVIEW.name) return { type, ...parsePreviewOptions(query, kind) };
  const options = parseDrawingOptions(query, kind);
  for (const other of others) parseWishes(query, other);
  return { type, ...options, size };
}

function parsePreviewOptions(query: URLSearchParams, kind: AnimalKind | undefined): DrawingOptions {
  for (const name of ["view", "radius", "motion"]) {
    const value = readParameter(query, name);
    if (value === undefined) continue;
    throw invalidParameterError(name, value, `must be absent next to size=${PREVIEW.name}`);
  }
  return { size: PREVIEW.width, view: "preview", ...parseWishes(query, kind) };
}

/**
 * Reads how the picture with this file name is drawn.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseFileOptions(query: URLSearchParams, kind: string, file: string): DrawingOptions {
  const options = parseDrawingOptions(query, ANIMALS.find((each) => each === kind));
  if (!/\.svg$/i.test(file)) assertMovable({ ...options, type: "png" });
  return options;
}

/**
 * Rejects a variant that would have to move but is no SVG; `suggestion` is what the caller probably meant.
 *
 * @throws {ApiError} `invalid_parameter`.
 */
export function assertMovable({ type, motion = false }: PictureVariant, suggestion?: string): void {
  if (!motion || type === "svg") return;
  const details = suggestion === undefined ? {} : { suggestion };
  throw invalidParameterError("motion", "on", "must be absent unless the picture is an SVG", details);
}

/**
 * Reads how the page of an animal of this kind or, without one, of any kind shows it.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parsePageVariant(query: URLSearchParams, kind: AnimalKind | undefined): PictureVariant {
  return { ...DEFAULT_VARIANT, ...parseFrame(query), ...parseWishes(query, kind) };
}

function parseDrawingOptions(query: URLSearchParams, kind: AnimalKind | undefined): DrawingOptions {
  const frame = parseFrame(query);
  const { motion } = parseValues(query, MOTION_PARAMETERS);
  return { ...frame, motion: motion === "on", ...parseWishes(query, kind) };
}

function parseFrame(query: URLSearchParams): DrawingOptions {
  const { radius = 0, ...values } = parseValues(query, FRAME_PARAMETERS);
  return { ...values, radius: radius === OPTIONS.radius.word ? Infinity : radius };
}

/** Returns the radius of the same corners if the side of the picture is another. A circle stays one. */
export function scaleRadius(radius: number, from: number, to: number): number {
  return radius === Infinity ? radius : Math.min(Math.round(radius * to / from), to / 2);
}

/** Returns a variant with another side and the same corners. */
export function resize(variant: PictureVariant, size: number): PictureVariant {
  return { ...variant, size, radius: scaleRadius(variant.radius ?? 0, variant.size, size) };
}

/** Returns the SVG of a variant, which has its corners as if its side were {@linkcode DEFAULT_SIZE}. */
export function toVector(variant: PictureVariant): PictureVariant {
  return { ...resize(variant, DEFAULT_SIZE), type: "svg" };
}

/** Returns what the drawing of a variant shows. */
export function toViewOptions({ view, traits, background }: PictureVariant): ViewOptions {
  return { view, traits, background };
}

/** Returns the type of a drawn picture that a caller alone prefers, or PNG. */
export function choosePictureType(req: Request): PictureType {
  const [png, ...others] = PICTURE_TYPES;
  const preferred = preferredImageType(req, [toMediaType(png), ...others.map(toMediaType)]);
  return PICTURE_TYPES.find((type) => toMediaType(type) === preferred) ?? png;
}

/** Returns the media type of a drawing. */
export function toMediaType(type: DrawingType | Drawing["format"]): string {
  if (type === "txt") return "text/plain; charset=utf-8";
  if (type === "jpg") return "image/jpeg";
  return type === "svg" ? "image/svg+xml" : `image/${type}`;
}

/** Returns the end of a picture's URL: `.webp?size=128`. A picture of the size `fallback` needs no `size`. */
export function toSuffix(variant: PictureVariant, fallback?: number): string {
  return `.${variant.type}${toQuery(variant, fallback)}`;
}

/** Returns the query of a picture, or of the page that shows it: `?size=128`, or nothing. */
export function toQuery(variant: PictureVariant, fallback: number = DEFAULT_SIZE): string {
  const { type, size, view, radius = 0, background, motion = false, traits = {} } = variant;
  const query = [
    // An SVG scales by itself.
    ...(size === fallback || type === "svg" ? [] : [`size=${view === "preview" ? PREVIEW.name : size}`]),
    ...(view === "face" ? ["view=face"] : []),
    ...(radius === 0 ? [] : [`radius=${radius === Infinity ? OPTIONS.radius.word : radius}`]),
    ...(background === undefined ? [] : [`background=${background}`]),
    ...(motion ? ["motion=on"] : []),
    ...Object.entries(traits).map(([name, words]) => `${name}=${toKey(words)}`),
  ];
  return query.length === 0 ? "" : `?${query.join("&")}`;
}
