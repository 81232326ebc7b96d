/** Why an image cannot be decoded or encoded. `too_expensive`: a codec needs more memory than it may use. */
export type ImageErrorCode =
  | "unsupported_format"
  | "broken_image"
  | "too_many_pixels"
  | "too_many_frames"
  | "too_expensive";

/** The limit that an image exceeds, for programs. */
export interface ImageErrorDetails {
  readonly limit: number;
  readonly got: number;
}

/** An error that is caused by the image or by the requested format, never by this library. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  readonly code: ImageErrorCode;
  readonly details: ImageErrorDetails | undefined;

  /** Creates the error. */
  constructor(
    code: ImageErrorCode,
    message: string,
    options: ErrorOptions & { readonly details?: ImageErrorDetails | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details;
  }
}

/** Creates the error for a damaged file; `reason` continues "…, but". */
export function brokenImageError(reason = "its data is damaged", cause?: unknown): ImageError {
  const message = `Cannot read the image: must be a complete, valid file, but ${reason}`;
  return new ImageError("broken_image", message, { cause });
}

/** Creates the error for a file with which a codec needs more memory than an ordinary one of its size. */
export function tooMuchMemoryError({ limit, got }: ImageErrorDetails, cause: unknown): ImageError {
  const message = `Cannot filter the image: must take at most ${limit.toLocaleString("en")} bytes of memory, as ` +
    `ordinary files of its size do, but needs ${got.toLocaleString("en")} or more; save it again with another ` +
    "program, or use another format";
  return new ImageError("too_expensive", message, { details: { limit, got }, cause });
}

/** A limit for files that consist of tiny parts: headers are read where other requests wait, in 15 ms at most. */
const MAX_PARTS = 10_000;

/** Checks how many parts a file has. @throws {ImageError} `broken_image`. */
export function assertFewParts(count: number, name: string, maxParts = MAX_PARTS): void {
  if (count > maxParts) throw brokenImageError(`it has more than ${maxParts} ${name}`);
}

/** Creates the error for a file that no decoder supports; `kind` continues "…, got". */
export function unsupportedFormatError(kind: string): ImageError {
  const message = `Cannot read the image: must be PNG, JPEG, GIF, WebP or AVIF, got ${kind}`;
  return new ImageError("unsupported_format", message);
}
