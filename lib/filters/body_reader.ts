import { isReady } from "@/lib/async/is_ready.ts";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";

/** The size of the buffer that a body is read into: that of Deno's own. */
const READ_BYTES = 65_536;

/**
 * The same for a body in chunks. With each read, Deno receives up to so many bytes, returns what is left of one chunk,
 * and moves all the rest that it holds: in 64 KiB, 20 MB in small chunks took the main thread 28 s. The line before a
 * chunk, which has up to 4,096 bytes, must fit: otherwise Deno would go on receiving, and return nothing.
 */
const CHUNKED_READ_BYTES = 4352;

/** How many bytes Deno may hold of a body in chunks. To drop so many in chunks of one byte takes it 140 ms. */
const MAX_HELD_BYTES = 131_072;

/** Reads a body. Each piece must be copied before the next one is read. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

/**
 * Opens a reader of the body of a request, if it has one. Its `read` throws a {@linkcode SmallChunksError} if small
 * chunks have arrived faster than they are read.
 */
export function openBodyReader({ body, headers }: Request): BodyReader | undefined {
  if (body === null) return undefined;
  const isChunked = headers.has("transfer-encoding");
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    // No stream of bytes: the body of a test, or perhaps of another runtime than `deno`.
    return body.getReader();
  }
  let buffer = new ArrayBuffer(isChunked ? CHUNKED_READ_BYTES : READ_BYTES);
  let heldBytes = 0;
  return {
    async read() {
      const reading = reader.read(new Uint8Array(buffer));
      // If it has to wait, Deno holds nothing.
      if (isChunked && !await isReady(reading)) heldBytes = 0;
      const result = await reading;
      if (result.done) return result;
      buffer = result.value.buffer;
      heldBytes += buffer.byteLength - result.value.length;
      if (isChunked && heldBytes > MAX_HELD_BYTES) throw new SmallChunksError();
      return result;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
