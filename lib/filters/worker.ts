import { createInlineRunner, type Job, type JobResult, type JobRunner } from "@/lib/filters/job.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/**
 * A message to a worker: first the modules, then one job at a time. `isSandboxed` means that the worker has permissions
 * of its own, which it can give up.
 */
export type WorkerRequest = { readonly modules: Modules; readonly isSandboxed: boolean } | { readonly job: Job };

/** The reply of a worker to each message. An `ImageError` is sent as its fields, because it would lose its class. */
export type WorkerReply =
  | { readonly ready: true }
  | { readonly result: JobResult }
  | { readonly imageError: Pick<ImageError, "code" | "message" | "details"> }
  | { readonly error: string };

/** The global scope of a worker, which the type libraries of the main thread do not describe. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerRequest>) => void): void;
  postMessage(reply: WorkerReply, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
let runner: JobRunner | undefined;

scope.addEventListener("message", async ({ data: request }) => {
  if ("modules" in request) {
    runner = createInlineRunner(request.modules, await exposeGarbageCollector());
    await lowerThreadPriority();
    // It needs no other permission. In a worker that shares those of the process, this would take it from the process.
    if (request.isSandboxed) Deno.permissions.revokeSync({ name: "sys", kind: "setPriority" });
    scope.postMessage({ ready: true });
    return;
  }
  const reply = await run(request.job);
  scope.postMessage(reply, "result" in reply ? [reply.result.bytes.buffer] : []);
});

/** Returns the function that collects garbage at once, which V8 offers only if asked; nothing where it does not. */
async function exposeGarbageCollector(): Promise<(() => void) | undefined> {
  try {
    const { setFlagsFromString } = await import("node:v8");
    const { runInNewContext } = await import("node:vm");
    setFlagsFromString("--expose-gc");
    return runInNewContext("gc");
  } catch {
    return undefined;
  }
}

/** A tenth of the processor time of a thread with normal priority. At the lowest, other programs would starve filters. */
const NICENESS = 10;

// Gives the main thread priority while all cores filter: a millisecond more is nothing for a filtered image, which takes
// a tenth of a second, but much for every other response.
async function lowerThreadPriority(): Promise<void> {
  // On other systems `setPriority` applies to the whole process.
  if (Deno.build.os !== "linux") return;
  try {
    const { setPriority } = await import("node:os");
    setPriority(0, NICENESS);
  } catch {
    // Without the permission all threads have the same priority.
  }
}

async function run(job: Job): Promise<WorkerReply> {
  try {
    if (runner === undefined) throw new Error("Cannot run a job: the modules must be sent first");
    return { result: await runner.run(job) };
  } catch (error) {
    if (!(error instanceof ImageError)) {
      return { error: error instanceof Error ? error.stack ?? error.message : String(error) };
    }
    const { code, message, details } = error;
    return { imageError: { code, message, details } };
  }
}
