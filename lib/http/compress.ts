import type { Encoding } from "@/lib/http/negotiation.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What to compress, and how. */
export interface CompressionRequest {
  readonly bytes: Bytes;
  readonly encoding: Encoding;
  /** How hard Brotli tries, from 0 to 11. The highest takes a hundred times as long as 5 and saves a tenth. */
  readonly quality: number;
}

/** More than this is compressed in a worker, because it takes from 10 ms for a small script to 0.2 s for the page. */
const MAX_INLINE_BYTES = 65_536;
const MAX_INLINE_QUALITY = 5;

/** The worker, which runs only while it has work. There is one, so that compression occupies one core at most. */
let worker: Worker | undefined;

/** The results that the worker has not sent yet, in the order of the requests. */
const waiting: PromiseWithResolvers<Bytes>[] = [];

/**
 * Compresses without keeping other requests waiting. If no worker can be started, the calling thread does the work,
 * with a lower quality.
 */
export async function compress(request: CompressionRequest, startWorker = startCompressionWorker): Promise<Bytes> {
  const isFast = request.bytes.length <= MAX_INLINE_BYTES && request.quality <= MAX_INLINE_QUALITY;
  const compressed = isFast ? undefined : await compressInWorker(request, startWorker).catch(() => undefined);
  if (compressed !== undefined) return compressed;
  return await compressInline({ ...request, quality: Math.min(request.quality, MAX_INLINE_QUALITY) });
}

/** Compresses in the calling thread, where Deno runs the asynchronous functions of `node:zlib`, too. */
export async function compressInline({ bytes, encoding, quality }: CompressionRequest): Promise<Bytes> {
  // Imported on first use because it takes a fourteenth of a cold start.
  const { brotliCompressSync, constants, gzipSync } = await import("node:zlib");
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return new Uint8Array(encoding === "gzip" ? gzipSync(bytes, { level: 9 }) : brotliCompressSync(bytes, { params }));
}

async function compressInWorker(request: CompressionRequest, startWorker: () => Worker): Promise<Bytes> {
  worker ??= openWorker(startWorker);
  worker.postMessage(request);
  const result = Promise.withResolvers<Bytes>();
  waiting.push(result);
  return await result.promise;
}

function startCompressionWorker(): Worker {
  return new Worker(new URL("./compression_worker.ts", import.meta.url), { type: "module" });
}

function openWorker(startWorker: () => Worker): Worker {
  const opened = startWorker();
  opened.onmessage = ({ data }) => {
    waiting.shift()?.resolve(data);
    if (waiting.length === 0) endWorker();
  };
  opened.onerror = (event) => {
    // Otherwise the error would be thrown again in this thread and end the service.
    event.preventDefault();
    endWorker();
    for (const { reject } of waiting.splice(0)) reject(new Error(event.message));
  };
  return opened;
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}
