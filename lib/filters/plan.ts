import { type FilterOptions, ImageError, type ImageHeader, plan, probe } from "@pawkit/images";
import type { Operation } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { FilterJob, PictureJob } from "@/lib/work/job.ts";

/** A job for a thread, and its cost for the gate. */
export interface PlannedJob {
  readonly job: FilterJob;
  /** The pixels of all frames of the source. */
  readonly pixels: number;
  /** The most memory that the job takes. */
  readonly bytes: number;
}

/** A drawing of this service, whose size is known before it is drawn. */
export interface Drawing extends PictureJob {
  readonly height: number;
}

/**
 * Plans a filter from the header of its source, before anything is decoded.
 *
 * @throws {ApiError} `unsupported_format`, `broken_image`, `too_many_pixels` or `too_many_frames`.
 */
export function planJob(
  source: Uint8Array<ArrayBuffer> | Drawing,
  operation: Operation,
  memoryBudget: number,
): PlannedJob {
  const { steps } = operation;
  try {
    const header = source instanceof Uint8Array ? probe(source) : toHeader(source);
    const options = { ...operation.options, format: chooseFormat(header, operation, memoryBudget) };
    const { bytes } = plan(header, steps, options);
    return { job: { source, steps, options }, pixels: header.totalPixels, bytes };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const { code, message, details } = error;
    throw new ApiError(code, message, { ...(details && { details }) });
  }
}

/** Returns the format of the result. With `auto`, an image that is too large for WebP keeps its own format. */
function chooseFormat(
  header: ImageHeader,
  { steps, options }: Operation,
  memoryBudget: number,
): FilterOptions["format"] {
  if (options.format !== "auto") return options.format;
  try {
    return plan(header, steps, { ...options, format: "webp" }).bytes <= memoryBudget ? "webp" : undefined;
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

/** A PNG of one pixel. Its header has the fields that all drawings have in common. */
const PIXEL = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** Returns the header that the file of a drawing will have. */
function toHeader({ format, width, height }: Drawing): ImageHeader {
  const pixels = width * height;
  const size = { width, height, framePixels: pixels, totalPixels: pixels, byteLength: pixels };
  return { ...probe(PIXEL), ...size, format, lossless: format === "png" };
}
