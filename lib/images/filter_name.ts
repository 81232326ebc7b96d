/** The filters, by the name in the path. */
export const FILTERS = ["blur", "greyscale", "contrast", "invert", "dither565", "normalize"] as const;

/** The name of a filter. */
export type FilterName = (typeof FILTERS)[number];
