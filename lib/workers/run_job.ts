import { eTag } from "@std/http";
import process from "node:process";
import type { EndedJob, Job, JobResult } from "@/lib/workers/job.ts";
import { createPipeline, type PipelineOptions } from "@pawkit/images/pipeline";
import type { Drawing } from "@pawkit/images/svg";
import type { Modules } from "@pawkit/images/wasm";

/** Options of {@linkcode createRunJob}. */
export interface RunJobOptions extends PipelineOptions {
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
  const filter = createPipeline(modules, options);
  const run = async (job: Job): Promise<JobResult> => {
    if (!("plan" in job)) return await runDrawing(job);
    const { source, plan, memoryBytes } = job;
    const bytes = "svg" in source ? await draw(source) : source;
    const result = await filter({ bytes, plan, memoryBytes });
    return { ...result, etag: await eTag(result.bytes) };
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

async function runDrawing(drawing: Drawing): Promise<JobResult> {
  const bytes = await draw(drawing);
  return { bytes, format: drawing.format, etag: await eTag(bytes), isTruncated: false, timings: {} };
}

async function draw(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  // The rasterizer is a megabyte of code, so it is loaded with the first drawing.
  const { renderDrawing } = await import("@pawkit/images/svg");
  return await renderDrawing(drawing);
}
