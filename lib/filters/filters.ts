/** The filters this service knows, by the name in the path. */
export const FILTERS = ["blur", "greyscale", "contrast", "invert", "dither565", "normalize"] as const;

/** The name of a filter. */
export type FilterName = (typeof FILTERS)[number];

/** The formats an answer can have. */
export const FORMATS = ["png", "jpeg", "webp", "gif"] as const;

/** The name of a format. */
export type Format = (typeof FORMATS)[number];

/** The name of a format that is read. What cannot be answered comes back as PNG. */
export type SourceFormat = Format | "bmp";

/** The range of a filter's `strength`, and what stands when the caller gives none. */
export interface StrengthRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  /** Whether it is rounded to a whole number. */
  readonly whole: boolean;
}

/** The filters that take a strength; the others ignore it. */
export const STRENGTHS: { readonly [name in FilterName]?: StrengthRange } = {
  blur: { min: 1, max: 256, fallback: 5, whole: true },
  contrast: { min: -1, max: 1, fallback: 0.1, whole: false },
};
