import type { Plan, WritableFormat } from "@pawkit/images";
import type { Drawing } from "@pawkit/images/svg";

/** What a worker computes in one go: a picture to filter, or a drawing to render. */
export type Job = FilterJob | Drawing;

/** A picture to filter, and the plan for it. */
export interface FilterJob {
  /**
   * A file whose header was checked, or a drawing, which the worker renders first. Nobody else needs the bytes of a
   * file: they are transferred to the worker, because the main thread would copy them.
   */
  readonly source: Uint8Array<ArrayBuffer> | Drawing;
  readonly plan: Plan;
  /** The bytes to which the memory of each codec may grow: what is reserved for the job. Without it, to any size. */
  readonly memoryBytes?: number | undefined;
}

/** The worker whose job uses the bytes of a reservation: an ordinary one, or the one for short jobs. */
export type JobWorkerKind = "ordinary" | "short";

/** What a job is about. */
export type JobKind = "filter" | "drawing";

/** Returns the kind of a job. */
export function kindOf(job: Job): JobKind {
  return "plan" in job ? "filter" : "drawing";
}

/** Returns the memory that a job takes while it waits. */
export function sizeOf(job: Job): number {
  const source = "plan" in job ? job.source : job;
  if (!("svg" in source)) return source.length;
  return [source.svg].flat().reduce((sum, { length }) => sum + length, 0);
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
export type Stage = "queue" | "draw" | "decode" | "filter" | "encode";

/**
 * A job that has ended, and the milliseconds of processor time that it took. Its error is an `ImageError` if the file
 * cannot be decoded or takes too much memory, a `CancelledError` if nobody waits for it, or an error of this service.
 */
export type EndedJob =
  & { readonly cpuMs: number }
  & ({ readonly result: JobResult } | { readonly error: unknown });

/** Runs jobs, one at a time. */
export interface JobWorker {
  /** Whether it has ended by an error, perhaps between two jobs. It cannot run another one. */
  readonly hasEnded?: boolean;
  /** @throws {Error} if the worker itself fails. */
  readonly run: (job: Job) => Promise<EndedJob>;
  /** Tells the running job to give up, because nobody waits for it any more. */
  cancel(): void;
  /** Ends the worker. A busy one ends after its job, because nothing can stop it earlier. */
  close(): void;
}
