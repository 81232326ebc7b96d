import { eTag } from "@std/http";
import process from "node:process";
import type { EndedJob, Job, JobResult } from "@/lib/workers/job.ts";
import {
  type Codecs,
  createCodecs,
  createPipeline,
  type PipelineInput,
  type PipelineOptions,
} from "@pawkit/images/pipeline";
import type { Drawing } from "@pawkit/images/svg";
import type { Modules } from "@pawkit/images/wasm";

/** Options of {@linkcode createRunJob}. */
export interface RunJobOptions extends Omit<PipelineOptions, "codecs"> {
  /** Returns the time that counts, in milliseconds; by default the processor time of this thread. */
  readonly readMs?: () => number;
}

/**
 * Creates the function that runs jobs in the thread that calls it, one at a time, and measures them. It never throws.
 * An `ImageError` means that a file cannot be decoded or takes too much memory; after any other error, the function
 * must not be used again.
 */
export function createRunJob(
  modules: Modules,
  { readMs = readCpuMs, ...options }: RunJobOptions = {},
): (job: Job) => Promise<EndedJob> {
  const codecs = createCodecs(modules, options.checkpoint);
  const filter = createPipeline(modules, { ...options, codecs });
  const run = async (job: Job): Promise<JobResult> => {
    if (!("plan" in job)) {
      const result = await runDrawing(job, codecs);
      if (codecs.release()) options.collectGarbage?.();
      return result;
    }
    const { source, timings } = "svg" in job.source ? await drawSource(job.source, codecs) : { source: job.source };
    const result = await filter({ ...job, source });
    return { ...result, etag: await eTag(result.bytes), timings: { ...timings, ...result.timings } };
  };
  return async (job) => {
    const startMs = readMs();
    const ended = await run(job).then((result) => ({ result }), (error: unknown) => ({ error }));
    return { ...ended, cpuMs: readMs() - startMs };
  };
}

/**
 * Returns the processor time that this thread has used, in milliseconds and steps of 10; on a runtime that cannot
 * measure it, the time that has passed. Only differences mean something.
 */
export function readCpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

async function runDrawing(drawing: Drawing, codecs: Codecs): Promise<JobResult> {
  const { renderDrawing } = await loadRasterizer();
  const bytes = renderDrawing(drawing, codecs);
  return { bytes, format: drawing.format, etag: await eTag(bytes), isTruncated: false, timings: {} };
}

/**
 * Draws what a filter begins with, and measures it. A JPEG or WebP is a file here, too, because it loses details: the
 * result must be the same as that of the cached picture.
 */
async function drawSource(drawing: Drawing, codecs: Codecs): Promise<DrawnSource> {
  const startMs = performance.now();
  const { renderDrawing, renderPicture } = await loadRasterizer();
  const source = drawing.format === "png" ? renderPicture(drawing) : renderDrawing(drawing, codecs);
  return { source, timings: { draw: performance.now() - startMs } };
}

type DrawnSource = Pick<PipelineInput, "source"> & Pick<JobResult, "timings">;

/** Loads the rasterizer, a megabyte of code, with the first drawing. */
function loadRasterizer(): Promise<typeof import("@pawkit/images/svg")> {
  return import("@pawkit/images/svg");
}
