import type { CompressionRequest } from "@/lib/http/compress_sync.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The thread, which runs only while it has work. There is one, so that compression occupies one core at most. */
let thread: Worker | undefined;

/** The results that the thread has not sent yet, in the order of the requests. */
const waiting: PromiseWithResolvers<Bytes>[] = [];

/**
 * Compresses in a thread, because Deno's asynchronous functions compress in the calling one, and all requests would wait.
 *
 * @throws {Error} if no thread can be started.
 */
export async function compressInThread(request: CompressionRequest): Promise<Bytes> {
  thread ??= startThread();
  thread.postMessage(request);
  const result = Promise.withResolvers<Bytes>();
  waiting.push(result);
  return await result.promise;
}

function startThread(): Worker {
  const worker = new Worker(new URL("./compression_worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    waiting.shift()?.resolve(data);
    if (waiting.length === 0) endThread();
  };
  worker.onerror = (event) => {
    // Otherwise the error would be thrown again in this thread and end the service.
    event.preventDefault();
    endThread();
    for (const { reject } of waiting.splice(0)) reject(new Error(event.message));
  };
  return worker;
}

function endThread(): void {
  thread?.terminate();
  thread = undefined;
}
