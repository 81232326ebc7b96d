import type { DrawingJob, FilterJob, FilterResult } from "@/lib/work/job.ts";
import type { Images } from "@pawkit/images/thread";

/** A job for a thread. */
export type Job = DrawingJob | FilterJob;

/** The result of a job. A drawing consists only of bytes. */
export type JobResult = FilterResult | { readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Runs a job in the thread that calls it, one at a time.
 *
 * @throws {ImageError} if the picture is damaged, or if it takes too much memory.
 */
export async function runJob(images: Images, job: Job): Promise<JobResult> {
  if (!("source" in job)) return { bytes: await draw(images, job) };
  const startMs = performance.now();
  const { source, steps, options } = job;
  // An animal is first drawn as the file at its address, and then that file is filtered. The result shows the same loss
  // of details as a JPEG or a WebP at this address.
  const file = source instanceof Uint8Array ? source : await draw(images, source);
  const result = await images.filter(file, { ...options, steps });
  return { ...result, jobMs: performance.now() - startMs };
}

async function draw(images: Images, job: DrawingJob): Promise<Uint8Array<ArrayBuffer>> {
  if (job.format !== "txt") return await images.drawSvg(job.svg, job);
  return new TextEncoder().encode(await images.toText(job.svg, job));
}
