import { createRunJob } from "@/lib/workers/run_job.ts";
import type { EndedJob, Job, JobResult } from "@/lib/workers/job.ts";
import { CancelledError, ImageError } from "@pawkit/images";
import type { Modules } from "@pawkit/images/wasm";

/** A message to a worker: first its equipment, then one job at a time. */
export type WorkerRequest = WorkerEquipment | { readonly job: Job };

/** What a worker needs before its first job. */
export interface WorkerEquipment {
  readonly modules: Modules;
  /** Whether the worker has permissions of its own, which it can give up. */
  readonly isSandboxed: boolean;
  /** Shared with the main thread: becomes 1 when the running job should give up. */
  readonly cancelFlag: Int32Array<SharedArrayBuffer>;
}

/** The reply of a worker to each message. An `ImageError` is sent as its fields, because it would lose its class. */
export type WorkerReply = { readonly ready: true } | JobReply & { readonly cpuMs: number };

type JobReply =
  | { readonly result: JobResult }
  | { readonly cancelled: true }
  | { readonly imageError: Pick<ImageError, "code" | "message" | "details"> & { readonly cause?: string } }
  | { readonly error: string };

/** The global scope of a worker, which the type libraries of the main thread do not describe. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerRequest>) => void): void;
  postMessage(reply: WorkerReply, transfer?: Transferable[]): void;
}

/**
 * The global objects that lead out of a worker: to the process (`Deno.kill`), to other threads, to disks
 * (`Deno.openKv`, `caches`) and to the network. Some need no permission. Not `process`, which `node:zlib` needs, and
 * which can be imported anyway: docs/security.md states what an attacker who runs code in a worker still reaches.
 */
const WAYS_OUT = [
  "BroadcastChannel",
  "Deno",
  "EventSource",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "Worker",
  "caches",
  "fetch",
  "navigator",
];

const scope = self as unknown as WorkerScope;
let runJob: ReturnType<typeof createRunJob> | undefined;

scope.addEventListener("message", async ({ data: request }) => {
  if ("modules" in request) {
    const checkpoint = () => {
      if (Atomics.load(request.cancelFlag, 0) === 1) throw new CancelledError();
    };
    runJob = createRunJob(request.modules, { checkpoint, collectGarbage: await exposeGarbageCollector() });
    await lowerThreadPriority();
    // It needs no other permission. In a worker that shares those of the process, this would take it from the process.
    if (request.isSandboxed) Deno.permissions.revokeSync({ name: "sys", kind: "setPriority" });
    for (const name of WAYS_OUT) Reflect.deleteProperty(globalThis, name);
    scope.postMessage({ ready: true });
    return;
  }
  // The modules are always sent first.
  const ended = await runJob!(request.job);
  scope.postMessage({ ...toReply(ended), cpuMs: ended.cpuMs }, "result" in ended ? [ended.result.bytes.buffer] : []);
});

/**
 * Returns the function that collects garbage at once, which V8 offers only if asked; nothing where it does not. V8 does
 * not count the memory of WebAssembly instances, so dropped ones would stay. Replacing the worker frees them, too, but
 * later: meanwhile nobody counts them (docs/decisions/0008-garbage.md).
 */
async function exposeGarbageCollector(): Promise<() => void> {
  try {
    const { setFlagsFromString } = await import("node:v8");
    const { runInNewContext } = await import("node:vm");
    setFlagsFromString("--expose-gc");
    return runInNewContext("gc");
  } catch {
    return () => {};
  }
}

/**
 * With this value a thread gets about a tenth of the time of a normal one. With the lowest priority, other programs
 * could stop filters completely.
 */
const NICENESS = 10;

// Gives the main thread priority while all cores filter: a millisecond more is nothing for a filtered image, which
// takes a tenth of a second, but much for every other response.
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

function toReply(ended: EndedJob): JobReply {
  if ("result" in ended) return { result: ended.result };
  const { error } = ended;
  if (error instanceof CancelledError) return { cancelled: true };
  if (!(error instanceof ImageError)) return { error: toText(error) };
  const { code, message, details, cause } = error;
  return { imageError: { code, message, details, ...(cause !== undefined && { cause: toText(cause) }) } };
}

function toText(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
