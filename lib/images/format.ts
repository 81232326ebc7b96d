/** The formats that images can be written in. */
export const FORMATS = ["png", "jpeg", "webp", "gif"] as const;

/** The name of a format that images can be written in. */
export type Format = (typeof FORMATS)[number];

/** The name of a format that images can be read from. */
export type SourceFormat = Format | "bmp";
