import type { JobRunner } from "@/lib/filters/job.ts";
import type { WorkerReply, WorkerRequest } from "@/lib/filters/worker.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/**
 * Starts a thread and returns the runner that sends its jobs there.
 *
 * @throws {Error} if the thread cannot be started.
 */
export async function createWorkerRunner(modules: Modules, startWorker?: () => Worker): Promise<JobRunner> {
  const worker = startWorker?.() ?? new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const send = (request: WorkerRequest): Promise<WorkerReply> => {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => resolve(data);
    worker.onmessageerror = () => reject(new Error("Cannot read the reply of the worker"));
    worker.onerror = (event) => {
      // Otherwise the error would be thrown again in this thread and end the service.
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.postMessage(request);
    return promise;
  };
  try {
    await send({ modules });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    async run(job) {
      // The bytes are copied, not transferred, because the source cache needs them for other callers.
      const reply = await send({ job });
      if ("result" in reply) return reply.result;
      if (!("imageError" in reply)) throw new Error("error" in reply ? reply.error : "Unexpected reply of the worker");
      const { code, message, details } = reply.imageError;
      throw new ImageError(code, message, { details });
    },
    close: () => worker.terminate(),
  };
}
