import type { Job, JobWorker } from "@/lib/workers/job.ts";
import type { WorkerReply, WorkerRequest } from "@/lib/workers/worker.ts";
import { CancelledError, ImageError } from "@pawkit/images";
import type { Modules } from "@pawkit/images/wasm";

/** Options of {@linkcode createWorkerStarter}. */
export interface WorkerStarterOptions {
  /** The number of workers for every job, besides one for short jobs; 0 means that the main thread runs the jobs. */
  readonly filterWorkers: number;
  /** Whether this is Deno Deploy. */
  readonly isDenoDeploy?: boolean | undefined;
  /** Receives warnings for the operator, for example that workers have no sandbox. */
  readonly warn?: (message: string) => void;
}

/**
 * Returns a function that starts a worker, or one that uses the main thread if `filterWorkers` is 0. It throws if a
 * worker cannot be started.
 */
export function createWorkerStarter(
  { filterWorkers, isDenoDeploy, warn }: WorkerStarterOptions,
): () => Promise<JobWorker> {
  const isSandboxed = canSandbox(isDenoDeploy);
  let hasWarned = false;
  return async () => {
    const { modules } = await import("@pawkit/images/wasm");
    if (filterWorkers > 0) {
      if (!isSandboxed && !hasWarned) {
        warn?.("Cannot sandbox the filter workers: they run with all permissions of the service");
      }
      hasWarned = true;
      return await startWorker(modules, isSandboxed);
    }
    // Loaded when needed, because the main thread needs no codecs if workers can be started.
    const { createRunJob } = await import("@/lib/workers/run_job.ts");
    // The processor time of this thread is also that of all other requests.
    return { run: createRunJob(modules, { readMs: () => performance.now() }), cancel() {}, close() {} };
  };
}

/**
 * Returns whether workers can have fewer permissions than the process. Deno ends the whole process if that option is
 * used without being enabled, and there is no way to ask. But Deno KV exists only if it is enabled by the same list in
 * deno.json, except on Deno Deploy, which isolates each app anyway.
 */
export function canSandbox(isDenoDeploy = false): boolean {
  return !isDenoDeploy && typeof Deno.openKv === "function";
}

/**
 * Starts a worker.
 *
 * @throws {Error} if it cannot be started.
 */
export async function startWorker(modules: Modules, isSandboxed: boolean): Promise<JobWorker> {
  const worker = createDenoWorker(isSandboxed);
  let awaited: PromiseWithResolvers<WorkerReply> | undefined;
  // A worker may also end between two requests. It would never reply to the next one.
  let failure: Error | undefined;
  const fail = (message: string) => {
    failure = new Error(message);
    awaited?.reject(failure);
  };
  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => awaited?.resolve(data);
  worker.onmessageerror = () => fail("Cannot read the reply of the worker");
  worker.onerror = (event) => {
    // Otherwise the error would be thrown again in this thread and end the service.
    event.preventDefault();
    fail(event.message);
  };
  const send = (request: WorkerRequest): Promise<WorkerReply> => {
    if (failure !== undefined) throw failure;
    awaited = Promise.withResolvers<WorkerReply>();
    worker.postMessage(request, "job" in request ? listTransferables(request.job) : []);
    return awaited.promise;
  };
  const cancelFlag = new Int32Array(new SharedArrayBuffer(4));
  try {
    await send({ modules, isSandboxed, cancelFlag });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    get hasEnded() {
      return failure !== undefined;
    },
    async run(job) {
      Atomics.store(cancelFlag, 0, 0);
      const reply = await send({ job });
      if ("ready" in reply) throw new Error("Unexpected reply of the worker");
      const { cpuMs } = reply;
      if ("result" in reply) return { cpuMs, result: reply.result };
      if ("cancelled" in reply) return { cpuMs, error: new CancelledError() };
      if ("error" in reply) return { cpuMs, error: new Error(reply.error) };
      const { code, message, details, cause } = reply.imageError;
      return { cpuMs, error: new ImageError(code, message, { details, cause }) };
    },
    cancel: () => void Atomics.store(cancelFlag, 0, 1),
    close: () => worker.terminate(),
  };
}

function listTransferables(job: Job): Transferable[] {
  return "plan" in job && job.source instanceof Uint8Array ? [job.source.buffer] : [];
}

// A sandboxed worker can only compute: a decoder that is taken over by an image can reach neither files nor the network
// nor secrets. Modules are loaded with the permissions of the process. The one permission is for its priority, and
// `worker.ts` gives it up before the first job.
function createDenoWorker(isSandboxed: boolean): Worker {
  const url = new URL("./worker.ts", import.meta.url);
  if (!isSandboxed) return new Worker(url, { type: "module" });
  const priority = { name: "sys", kind: "setPriority" } as const;
  const sys = Deno.permissions.querySync(priority).state === "granted" ? [priority.kind] : false;
  const permissions = { env: false, ffi: false, import: false, net: false, read: false, run: false, sys, write: false };
  return new Worker(url, { type: "module", deno: { permissions } });
}
