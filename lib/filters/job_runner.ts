import type { Job, JobResult } from "@/lib/filters/job.ts";
import type { Order, Report } from "@/lib/filters/worker.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/** Does jobs, one at a time. */
export interface Lane {
  /**
   * Does a job.
   *
   * @throws {ImageError} `broken_image` when the file cannot be decoded.
   * @throws {Error} When the fault is ours; the lane may be used no more.
   */
  run(job: Job): Promise<JobResult>;
  /** Ends it. A thread that is busy ends when its job does: nothing can stop it before. */
  close(): void;
}

/** Options of {@linkcode createLaneOpener}. */
export interface LaneOpenerOptions {
  /** Takes what the operator should know: that threads cannot be started. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly startWorker?: () => Worker;
}

/** Makes what opens lanes: each in a thread of its own or, where threads cannot be started, in this one. */
export function createLaneOpener({ warn, startWorker = startThread }: LaneOpenerOptions): () => Promise<Lane> {
  let hasWarned = false;
  return async () => {
    const { modules } = await import("@/lib/images/wasm/modules.js");
    let worker: Worker | undefined;
    try {
      worker = startWorker();
      const lane = new WorkerLane(worker);
      await lane.send({ modules });
      return lane;
    } catch (error) {
      worker?.terminate();
      if (!hasWarned) warn?.(`Cannot filter in other threads, so the one that answers does it: ${toReason(error)}`);
      hasWarned = true;
      return await openLaneHere();
    }
  };
}

/** Opens a lane in this thread. */
export async function openLaneHere(): Promise<Lane> {
  // Loaded when they are needed: a service that works in threads never needs them here.
  const { modules } = await import("@/lib/images/wasm/modules.js");
  const { createRunner } = await import("@/lib/filters/job.ts");
  return { run: createRunner(modules), close() {} };
}

function startThread(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class WorkerLane implements Lane {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  async run(job: Job): Promise<JobResult> {
    // The bytes are copied, not transferred: the source loader keeps them for other callers.
    const report = await this.send({ job });
    if ("result" in report) return report.result;
    if ("imageError" in report) {
      const { code, message, details } = report.imageError;
      throw new ImageError(code, message, { details });
    }
    throw new Error("fault" in report ? report.fault : "Cannot make sense of what the worker said");
  }

  /** Sends an order and waits for the report. */
  send(order: Order): Promise<Report> {
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    this.#worker.onmessage = ({ data }: MessageEvent<Report>) => resolve(data);
    this.#worker.onmessageerror = () => reject(new Error("Cannot read what the worker said"));
    this.#worker.onerror = (event) => {
      // Unprevented, the error would be raised again in this thread and end the service.
      event.preventDefault();
      reject(new Error(event.message));
    };
    this.#worker.postMessage(order);
    return promise;
  }

  close(): void {
    this.#worker.terminate();
  }
}
