import { compressInline, type CompressionRequest } from "@/lib/http/compress.ts";

/** The global scope of a worker, which the type libraries of the main thread do not describe. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<CompressionRequest>) => void): void;
  postMessage(result: Uint8Array): void;
}

const scope = self as unknown as WorkerScope;

scope.addEventListener("message", async ({ data }) => scope.postMessage(await compressInline(data)));
