import { eTag } from "@std/http";
import { type DrawingJob, type JobResult, type RunJob, toPlanInput } from "@/lib/filters/job.ts";
import { createPipeline, type PipelineOptions } from "@pawkit/images/pipeline";
import type { Modules } from "@pawkit/images/wasm";

/** Creates the function that runs jobs, in the thread that calls it. */
export function createRunJob(modules: Modules, options: PipelineOptions = {}): RunJob {
  const filter = createPipeline(modules, options);
  return async (job) => {
    if ("svg" in job) return await runDrawing(job);
    const result = await filter({ ...toPlanInput(job), bytes: job.bytes, memoryBytes: job.memoryBytes });
    return { ...result, etag: await eTag(result.bytes) };
  };
}

async function runDrawing({ svg, side, radius, format }: DrawingJob): Promise<JobResult> {
  // The rasterizer is a megabyte of code, so it is loaded with the first drawing.
  const render = await import("@pawkit/images/svg");
  let bytes: Uint8Array<ArrayBuffer>;
  if (format === "txt") bytes = new TextEncoder().encode(render.renderHalfBlocks(svg, side, radius));
  else if (format === "webp") bytes = await render.renderWebp(svg, side, radius);
  else bytes = render.renderPng(svg, side, radius);
  return { bytes, format, etag: await eTag(bytes), isTruncated: false, timings: {} };
}
