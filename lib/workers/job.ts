import type { WritableFormat } from "@pawkit/images";
import type { PipelineInput } from "@pawkit/images/pipeline";
import type { Drawing } from "@pawkit/images/svg";

/** Work for a worker. */
export type Job = FilterJob | Drawing;

/**
 * An image whose header was checked, and what to do with it. Nobody else needs its bytes: they are transferred to a
 * worker, because the main thread would copy them.
 */
export type FilterJob = PipelineInput;

/** What a job is about. */
export type JobKind = "filter" | "drawing";

/** Returns the kind of a job. */
export function kindOf(job: Job): JobKind {
  return "svg" in job ? "drawing" : "filter";
}

/** Returns the memory that a job takes while it waits. */
export function sizeOf(job: Job): number {
  return "svg" in job ? job.svg.length : job.bytes.length;
}

/** The filtered or drawn image. */
export interface JobResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Only a drawing can be text. */
  readonly format: WritableFormat | "txt";
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
 * A job that has ended, and the milliseconds of processor time that it took. Its error is an `ImageError` if the file
 * cannot be decoded or takes too much memory, a `CancelledError` if nobody waits for it, or an error of this service.
 */
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
