import { createRunner, type Job, type JobResult, type RunJob } from "@/lib/filters/job.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";
import { ImageError, type ImageErrorCode, type ImageErrorDetails } from "@/lib/images/image_error.ts";

/** What a worker is told: first the modules, then one job after the other. */
export type Order = { readonly modules: Modules } | { readonly job: Job };

/** What a worker tells: that it is ready, and how each job ended. */
export type Report =
  | { readonly ready: true }
  | { readonly result: JobResult }
  | { readonly imageError: ImageErrorFields }
  | { readonly fault: string };

/** The fields of an {@linkcode ImageError}: an error loses its class between threads. */
export interface ImageErrorFields {
  readonly code: ImageErrorCode;
  readonly message: string;
  readonly details: ImageErrorDetails | undefined;
}

/** A worker's own side; the types at hand are those of the main thread. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<Order>) => void): void;
  postMessage(report: Report, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
let run: RunJob | undefined;

scope.addEventListener("message", async ({ data: order }) => {
  if ("modules" in order) {
    run = createRunner(order.modules);
    await stepBack();
    scope.postMessage({ ready: true });
    return;
  }
  const report = await work(order.job);
  scope.postMessage(report, "result" in report ? [report.result.bytes.buffer] : []);
});

/** How far pictures stand back: as far as they can, and still have every core that nobody else needs. */
const NICENESS = 19;

// Answers go first: a picture takes a tenth of a second anyway, and whoever waits for an answer notices each millisecond.
async function stepBack(): Promise<void> {
  // Elsewhere it would be the whole process.
  if (Deno.build.os !== "linux") return;
  try {
    const { setPriority } = await import("node:os");
    setPriority(0, NICENESS);
  } catch {
    // Without the permission all threads are alike.
  }
}

async function work(job: Job): Promise<Report> {
  try {
    if (run === undefined) throw new Error("Cannot do a job before the modules have come");
    return { result: await run(job) };
  } catch (error) {
    if (!(error instanceof ImageError)) {
      return { fault: error instanceof Error ? error.stack ?? error.message : String(error) };
    }
    const { code, message, details } = error;
    return { imageError: { code, message, details } };
  }
}
