import { sleep } from "@/lib/async/deadline.ts";

/** The initial size of the buffer: enough for a small picture. */
const INITIAL_BYTES = 65_536;

/**
 * A piece takes the main thread as long as 16 KB of copying, however small it is. After this many, each small one is
 * followed by a pause, in which the next ones arrive together: a body in pieces of one byte takes a hundredth of the
 * main thread, and a slow connection takes no longer.
 */
const FREE_PIECES = 32, SMALL_PIECE_BYTES = 8192, PAUSE_MS = 2;

/** Options of {@linkcode readAtMost}. */
export interface ReadAtMostOptions {
  readonly maxBytes: number;
  /** Creates the error for a body that is too large; `got` is the number of bytes so far. */
  readonly tooLargeError: (got: number) => Error;
  /** Called before the buffer grows to this size; throws if there is no memory left for it. */
  readonly reserve?: (bytes: number) => void;
  /** Waits `ms` milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
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
 * @throws the error of `tooLargeError` on the byte that exceeds the limit, an error of `reserve`, or that of the body.
 */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, tooLargeError, reserve, pause = sleep }: ReadAtMostOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(Math.min(INITIAL_BYTES, maxBytes));
  let size = 0, pieces = 0;
  for await (const chunk of chunks) {
    const end = size + chunk.length;
    if (end > maxBytes) throw tooLargeError(end);
    if (end > buffer.length) {
      const capacity = Math.min(maxBytes, end * 2);
      reserve?.(capacity);
      buffer = new Uint8Array(buffer.buffer.transfer(capacity));
    }
    buffer.set(chunk, size);
    size = end;
    if (++pieces > FREE_PIECES && chunk.length < SMALL_PIECE_BYTES) await pause(PAUSE_MS);
  }
  return new Uint8Array(buffer.buffer.transfer(size));
}
