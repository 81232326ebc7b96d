import type { ErrorCode } from "@/lib/http/errors.ts";
import { JOB_MS } from "@/lib/work/job.ts";
import { type Job, type JobResult, runJob } from "@/lib/work/run_job.ts";
import { ImageError, type Images, type Modules, openImages } from "@pawkit/images/thread";

/** A message to a thread: first the modules, then one job at a time. */
export type ThreadRequest = ThreadEquipment | { readonly job: Job };

/** What a thread needs before its first job. */
export interface ThreadEquipment {
  readonly modules: Modules;
  /** Whether the thread has permissions of its own. Otherwise it has those of the process. */
  readonly isSandboxed: boolean;
}

/** The reply to each message. An `ImageError` is sent as its fields, because it would lose its class. */
export type ThreadReply =
  | { readonly isReady: true }
  | { readonly result: JobResult }
  | { readonly imageError: Pick<ImageError, "message" | "details"> & { readonly code: ErrorCode } }
  | { readonly error: string };

/** The global scope of a thread, which the types of the main thread do not describe. */
interface ThreadScope {
  onmessage: (event: MessageEvent<ThreadRequest>) => Promise<void>;
  postMessage(reply: ThreadReply, transfer?: Transferable[]): void;
}

/**
 * The global objects that lead out of a thread: to the process, to other threads, to disks and to the network. Some of
 * them need no permission.
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

/** With this value, a thread gets about a tenth of the processor time of the main thread while both are busy. */
const NICENESS = 10;

const scope = self as unknown as ThreadScope;
let images: Images;

/** When the running job is over its time. */
let deadline = Infinity;

/** Ends a job that is over its time, because no other thread can. Its caller has an answer already. */
function assertInTime(): void {
  if (performance.now() > deadline) throw new Error("The job is over its time");
}

scope.onmessage = async ({ data: request }) => {
  if ("modules" in request) {
    images = openImages({ ...request, check: assertInTime });
    if (request.isSandboxed) await lowerPriority();
    for (const name of WAYS_OUT) Reflect.deleteProperty(globalThis, name);
    return scope.postMessage({ isReady: true });
  }
  deadline = performance.now() + JOB_MS;
  const reply = await runJob(images, request.job).then((result) => ({ result }), toErrorReply);
  scope.postMessage(reply, "result" in reply ? [reply.result.bytes.buffer] : []);
};

/**
 * Lets the main thread go first, because light requests must not wait while all cores filter. The permission is revoked
 * afterwards. It is the only one of the thread.
 */
async function lowerPriority(): Promise<void> {
  const permission = { name: "sys", kind: "setPriority" } as const;
  // On other systems, this would apply to the whole process.
  if (Deno.build.os !== "linux" || Deno.permissions.querySync(permission).state !== "granted") return;
  const { setPriority } = await import("node:os");
  setPriority(0, NICENESS);
  Deno.permissions.revokeSync(permission);
}

function toErrorReply(error: unknown): ThreadReply {
  if (!(error instanceof ImageError)) {
    return { error: error instanceof Error ? error.stack ?? error.message : String(error) };
  }
  const { code, message, details } = error;
  return { imageError: { code, message, details } };
}
