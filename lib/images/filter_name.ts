/** The names of the filters. */
export const FILTERS = ["blur", "greyscale", "contrast", "invert", "dither565", "normalize"] as const;

/** The name of a filter. */
export type FilterName = (typeof FILTERS)[number];
