import type { NumberOptions } from "@/lib/http/parameters.ts";
import type { FilterName } from "@/lib/images/filter_name.ts";

/** The range of a filter's `strength`, and the value if the caller gives none. */
export interface StrengthRange extends NumberOptions {
  /** Whether the strength is rounded to a whole number. */
  readonly isRounded: boolean;
}

/** The filters that have a strength; the others ignore the parameter. */
export const STRENGTHS: { readonly [name in FilterName]?: StrengthRange } = {
  blur: { min: 1, max: 256, fallback: 5, isRounded: true },
  contrast: { min: -1, max: 1, fallback: 0.1, isRounded: false },
};
