import { sleep } from "@/lib/async/deadline.ts";
import { freeBytes } from "@/lib/async/free_bytes.ts";

/** The initial size of the buffer if the size of the body is unknown: enough for a small picture. */
const INITIAL_BYTES = 65_536;

/** How many chunks are judged together. The last ones of a body may be small. */
const WINDOW_CHUNKS = 512;

/** The bytes that the chunks of a window must have on average: one takes the main thread 12 µs, however small it is. */
export const MIN_CHUNK_BYTES = 512;

/** After this many bytes, or a window, other work gets its turn: a body that has arrived is read without a pause. */
const YIELD_BYTES = 1_048_576;

/** The error for a body that arrives in too many small chunks. */
export class SmallChunksError extends Error {
  override readonly name = "SmallChunksError";
  override readonly message = "Cannot read the body: its chunks are too small";
}

/** Options of {@linkcode readAtMost}. */
export interface ReadAtMostOptions {
  readonly maxBytes: number;
  /**
   * The size that the body is said to have, or 0. It gets one buffer of this size, which the system fills with memory
   * only as bytes arrive: a buffer that grows is moved several times.
   */
  readonly expectedBytes?: number;
  /** Creates the error for a body that is too large; `got` is the number of bytes so far. */
  readonly tooLargeError: (got: number) => Error;
  /** Called with the size of each chunk, also of one that is too much. It may throw if there is no memory left. */
  readonly onReceived?: ((bytes: number) => void) | undefined;
}

/**
 * Joins the chunks of a body as they arrive. They are copied into one buffer, because an array of a million small
 * chunks takes a hundred times their bytes.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const { body } = new Response("abc");
 * const bytes = await readAtMost(body!, { maxBytes: 3, tooLargeError: (got) => new Error(`${got} bytes`) });
 * assertEquals(bytes, Uint8Array.of(97, 98, 99));
 * ```
 *
 * @throws {SmallChunksError} if it arrives in too many small chunks.
 * @throws the error of `tooLargeError` on the byte that exceeds the limit, that of `onReceived`, or that of the body.
 */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, expectedBytes = 0, tooLargeError, onReceived }: ReadAtMostOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(Math.min(expectedBytes || INITIAL_BYTES, maxBytes));
  let size = 0;
  let count = 0;
  let windowStart = 0;
  let areTooSmall = false;
  let yieldAt = YIELD_BYTES;
  try {
    for await (const chunk of chunks) {
      if (areTooSmall) throw new SmallChunksError();
      onReceived?.(chunk.length);
      const end = size + chunk.length;
      if (end > maxBytes) throw tooLargeError(end);
      if (end > buffer.length) {
        buffer = new Uint8Array(buffer.buffer.transfer(Math.min(maxBytes, end * 2)));
      }
      buffer.set(chunk, size);
      size = end;
      count++;
      const endsWindow = count % WINDOW_CHUNKS === 0;
      if (endsWindow) {
        areTooSmall = size - windowStart < WINDOW_CHUNKS * MIN_CHUNK_BYTES;
        windowStart = size;
      }
      if (endsWindow || size >= yieldAt) {
        yieldAt = size + YIELD_BYTES;
        await sleep(0);
      }
    }
  } catch (error) {
    freeBytes(buffer);
    throw error;
  }
  return size === buffer.length ? buffer : new Uint8Array(buffer.buffer.transfer(size));
}
