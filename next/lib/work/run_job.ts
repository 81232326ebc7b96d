import type { DrawingJob, FilterJob, FilterResult } from "@/lib/work/job.ts";
import type { Images } from "@pawkit/images/thread";

/** What a thread does. */
export type Job = DrawingJob | FilterJob;

/** What a thread has made. Only a filter has more than bytes. */
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
  // A JPEG or a WebP loses details. So the animal is the same file as in its picture.
  const file = source instanceof Uint8Array ? source : await draw(images, source);
  const result = await images.filter(file, { ...options, steps });
  return { ...result, jobMs: performance.now() - startMs };
}

async function draw(images: Images, job: DrawingJob): Promise<Uint8Array<ArrayBuffer>> {
  if (job.format !== "txt") return await images.drawSvg(job.svg, job);
  return new TextEncoder().encode(await images.toText(job.svg, job));
}
