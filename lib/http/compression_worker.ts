import { brotliCompressSync, constants } from "node:zlib";

/** The message to a thread: what it compresses. It replies with the result. */
export interface CompressionRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly quality: number;
}

/** The global scope of a worker, which the type libraries of the main thread do not describe. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<CompressionRequest>) => void): void;
  postMessage(result: Uint8Array): void;
}

const scope = self as unknown as WorkerScope;

scope.addEventListener("message", ({ data: { bytes, quality } }) => {
  scope.postMessage(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
});
