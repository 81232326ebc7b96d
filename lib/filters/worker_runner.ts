import type { JobRunner } from "@/lib/filters/job.ts";
import type { WorkerReply, WorkerRequest } from "@/lib/filters/worker.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/**
 * Returns whether threads can have fewer permissions than the process. Deno ends the whole process if that option is
 * used without being enabled, and there is no way to ask. But Deno KV exists only if it is enabled by the same list in
 * deno.json, except on Deno Deploy, which isolates each app anyway.
 */
export function canSandbox({ onDeploy = false }: { readonly onDeploy?: boolean | undefined } = {}): boolean {
  return !onDeploy && typeof Deno.openKv === "function";
}

/**
 * Starts a thread that can only compute: a decoder that is taken over by an image can reach neither files nor the
 * network nor secrets. Modules are loaded with the permissions of the process. The one permission is for the priority of
 * the thread, and `worker.ts` gives it up before the first job.
 */
export function startSandboxedWorker(url: URL): Worker {
  const priority = { name: "sys", kind: "setPriority" } as const;
  const sys = Deno.permissions.querySync(priority).state === "granted" ? [priority.kind] : false;
  const permissions = { env: false, ffi: false, import: false, net: false, read: false, run: false, sys, write: false };
  return new Worker(url, { type: "module", deno: { permissions } });
}

/** Options of {@linkcode createWorkerRunner}. */
export interface WorkerRunnerOptions {
  /** Whether the thread has no permissions; see {@linkcode canSandbox}. */
  readonly isSandboxed: boolean;
  /** Starts another thread instead. */
  readonly startWorker?: (() => Worker) | undefined;
}

/**
 * Starts a thread and returns the runner that sends its jobs there.
 *
 * @throws {Error} if the thread cannot be started.
 */
export async function createWorkerRunner(modules: Modules, options: WorkerRunnerOptions): Promise<JobRunner> {
  const { isSandboxed, startWorker = () => startThread(isSandboxed) } = options;
  const worker = startWorker();
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
    await send({ modules, isSandboxed });
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

function startThread(isSandboxed: boolean): Worker {
  const url = new URL("./worker.ts", import.meta.url);
  return isSandboxed ? startSandboxedWorker(url) : new Worker(url, { type: "module" });
}
