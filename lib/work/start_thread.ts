import { ApiError } from "@/lib/http/errors.ts";
import type { Job, JobResult } from "@/lib/work/run_job.ts";
import type { ThreadReply, ThreadRequest } from "@/lib/work/thread.ts";
import type { Thread } from "@/lib/work/threads.ts";
import { loadModules } from "@pawkit/images";

/**
 * Starts a thread that has no permissions, or those of the process on Deno Deploy, which isolates each app.
 *
 * @throws {Error} if it cannot start.
 */
export async function startThread(isDenoDeploy: boolean): Promise<Thread<Job, JobResult>> {
  const modules = await loadModules();
  const worker = createWorker(isDenoDeploy);
  let awaited: PromiseWithResolvers<ThreadReply> | undefined;
  // A thread may also fail between two jobs. It would never reply to the next one.
  let failure: Error | undefined;
  const fail = (reason: string) => {
    failure = new Error(`Cannot run a job: ${reason}`);
    awaited?.reject(failure);
  };
  worker.onmessage = ({ data }: MessageEvent<ThreadReply>) => awaited?.resolve(data);
  worker.onmessageerror = () => fail("the reply of the thread cannot be read");
  worker.onerror = (event) => {
    // Otherwise the error would be thrown again in this thread and end the process.
    event.preventDefault();
    fail(event.message);
  };
  const send = async (request: ThreadRequest, transfer: Transferable[] = []): Promise<ThreadReply> => {
    if (failure !== undefined) throw failure;
    awaited = Promise.withResolvers();
    worker.postMessage(request, transfer);
    return await awaited.promise;
  };
  const close = () => worker.terminate();
  await send({ modules, isSandboxed: !isDenoDeploy }).catch((error) => {
    close();
    throw error;
  });
  return { run: async (job) => toResult(await send({ job }, listTransferables(job))), close };
}

/** A damaged picture may take over its decoder. Without permissions, it reaches no file, no network and no secret. */
function createWorker(isDenoDeploy: boolean): Worker {
  const url = new URL("./thread.ts", import.meta.url);
  if (isDenoDeploy) return new Worker(url, { type: "module" });
  // The only permission is for the priority. The thread gives it up before its first job.
  const { state } = Deno.permissions.querySync({ name: "sys", kind: "setPriority" });
  const sys = state === "granted" ? ["setPriority" as const] : false;
  const permissions = { env: false, ffi: false, import: false, net: false, read: false, run: false, sys, write: false };
  return new Worker(url, { type: "module", deno: { permissions } });
}

function listTransferables(job: Job): Transferable[] {
  return "source" in job && job.source instanceof Uint8Array ? [job.source.buffer] : [];
}

function toResult(reply: ThreadReply): JobResult {
  if ("result" in reply) return reply.result;
  if (!("imageError" in reply)) throw new Error(`Cannot run a job: ${"error" in reply ? reply.error : "no result"}`);
  const { code, message, details } = reply.imageError;
  throw new ApiError(code, message, details && { details });
}
