import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";

/**
 * A body of up to this size is given to Deno at once, which then has it. A larger one is sent in pieces of this size,
 * so that slow readers cannot fill the memory: Deno copies a body that it gets as a whole.
 */
export const PIECE_BYTES = 64 * 1024;

/** The memory that a body takes while it is sent. Disposing it releases it. */
export interface BodyReservation extends Disposable {
  /** Aborts when the memory is taken away. */
  readonly signal: AbortSignal;
  /** Whether it has a response that is being sent. */
  isSending: boolean;
  /** Lets something end with the reservation. */
  endWith(companion: Disposable): void;
}

/** Options of {@linkcode toReservedBody}. */
export interface ReservedBodyOptions {
  readonly pieces: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly reservation: BodyReservation;
  readonly setTimer?: typeof setBackgroundTimeout;
}

/** How long a caller may take to read a piece before its response breaks off. */
const MAX_IDLE_MS = 30_000;

/**
 * Returns a body that is sent in pieces and has its reservation until the last one is read, or until the caller has
 * left or stopped reading. If others need the memory more, the response breaks off.
 */
export function toReservedBody(
  { pieces, reservation, setTimer = setBackgroundTimeout }: ReservedBodyOptions,
): ReadableStream<Uint8Array> {
  reservation.isSending = true;
  let source: ReservedBodyOptions["pieces"] | undefined = pieces;
  let stopTimer = () => {};
  const end = () => {
    stopTimer();
    // Deno keeps an unfinished stream, and what it refers to, until the connection ends.
    source = undefined;
    reservation[Symbol.dispose]();
  };
  const close = (controller: ReadableStreamDefaultController) => {
    if (source === undefined) return;
    end();
    // Deno closes the connection if the body is shorter than its length. It would log an error of the stream.
    controller.close();
  };
  const watch = (controller: ReadableStreamDefaultController) => {
    stopTimer();
    stopTimer = setTimer(MAX_IDLE_MS, () => close(controller));
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      watch(controller);
      reservation.signal.addEventListener("abort", () => close(controller));
    },
    async pull(controller) {
      watch(controller);
      try {
        const { value, done } = await source!.next();
        // It has ended in the meantime.
        if (source === undefined) return;
        // Not with the last piece, because Deno asks for it before the caller has read those before it.
        if (done) close(controller);
        else controller.enqueue(value);
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

/** Returns the pieces of a body that is in memory, without copying them. */
export function* cutIntoPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}
