import type { JobKind } from "@/lib/filters/errors.ts";
import type { Operation } from "@/lib/filters/request.ts";
import { IMAGE_FORMATS, isWritable, type WritableFormat } from "@/lib/images/format.ts";
import type { Header } from "@/lib/images/formats/header.ts";

/** Work for a worker. */
export type Job = FilterJob | DrawingJob;

/** An image whose header was checked, and what to do with it. */
export interface FilterJob extends Operation {
  /** Nobody else needs these bytes: they are transferred to a worker, because the main thread would copy them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly header: Header;
  /** The bytes to which the memory of each codec may grow: what is reserved for the job. Without it, to any size. */
  readonly memoryBytes?: number | undefined;
}

/** A picture of this service to render. */
export interface DrawingJob {
  readonly svg: string;
  /** The width and height in pixels. */
  readonly side: number;
  readonly format: "png" | "webp";
}

/** Returns the kind of a job. */
export function kindOf(job: Job): JobKind {
  return "svg" in job ? "drawing" : "filter";
}

/** Returns the memory that a job takes while it waits. */
export function sizeOf(job: Job): number {
  return "svg" in job ? job.svg.length : job.bytes.length;
}

/**
 * Returns the format of the result. `auto` is WebP here, because it is dropped for callers who do not accept that.
 * Round corners need a format with translucency.
 */
export function toTargetFormat({ header, values }: Pick<FilterJob, "header" | "values">): WritableFormat {
  const { format = header.format, radius, background } = values;
  const wanted = format === "auto" ? "webp" : format;
  const hasCorners = radius !== undefined && background === undefined;
  return isWritable(wanted) && (IMAGE_FORMATS[wanted].isTranslucent || !hasCorners) ? wanted : "png";
}

/** Returns whether a WebP is lossless: if the source is, unless the caller wants a quality. */
export function isLossless({ header, values: { quality } }: Pick<FilterJob, "header" | "values">): boolean {
  return header.lossless && quality === undefined;
}

/** The filtered or drawn image. */
export interface JobResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: WritableFormat;
  /** The entity tag of these bytes, including its quotes. */
  readonly etag: string;
  /** Whether the source ended early, so that a part of the image is missing. */
  readonly isTruncated: boolean;
  /** Milliseconds that each stage took, over all frames, in the order of the stages. A drawing has only a queue. */
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
}

/** A part of the work on an image; the pool adds the time in its queue, including the start of a worker. */
export type Stage = "queue" | "decode" | "filter" | "encode";

/**
 * Decodes, filters and encodes an image, or draws one.
 *
 * @throws {ImageError} `broken_image` if the file cannot be decoded, `too_expensive` if that takes too much memory.
 * @throws {Error} for an error of this service; what ran the job must not be used again.
 */
export type RunJob = (job: Job) => Promise<JobResult>;

/** A job that has ended, with a result or an error, and the milliseconds of processor time that it took. */
export type EndedJob =
  & { readonly cpuMs: number }
  & ({ readonly result: JobResult } | { readonly error: unknown });

/** Runs jobs, one at a time. */
export interface JobWorker {
  /** @throws {Error} if the worker itself fails. */
  readonly run: (job: Job) => Promise<EndedJob>;
  /** Tells the running job to give up, because nobody waits for it any more. */
  cancel(): void;
  /** Ends the worker. A busy one ends after its job, because nothing can stop it earlier. */
  close(): void;
}
