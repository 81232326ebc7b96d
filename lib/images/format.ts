/** The formats that can be encoded. */
export const FORMATS = ["png", "jpeg", "webp", "gif"] as const;

/** The name of a format that can be encoded. */
export type Format = (typeof FORMATS)[number];

/** The name of a format that can be decoded. */
export type SourceFormat = Format | "bmp" | "avif";
