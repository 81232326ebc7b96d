import { compressInline, type CompressionRequest } from "@/lib/http/compress.ts";

// In a worker, the global scope sends and receives messages like the `Worker` in the thread that started it. The types
// of the main thread do not describe it.
const scope = self as unknown as Worker;

scope.addEventListener("message", async ({ data }: MessageEvent<CompressionRequest>) => {
  scope.postMessage(await compressInline(data));
});
