import type { Reservation } from "@/lib/workers/memory_budget.ts";

/** How much of a response is given to Deno at once, and so may wait in its buffers besides the reservation. */
const PIECE_BYTES = 64 * 1024;

/**
 * Returns a body that is sent in pieces and stays in its reservation until the last one is read, or until the caller
 * has left: Deno copies a body that it gets as a whole. If others need the memory more, the response breaks off.
 */
export function toReservedBody(bytes: Uint8Array<ArrayBuffer>, reservation: Reservation): ReadableStream<Uint8Array> {
  const { signal } = reservation;
  reservation.isSending = true;
  let rest = bytes;
  let isEnded = false;
  const end = () => {
    isEnded = true;
    // Deno keeps an unfinished stream, and what it refers to, until the connection ends.
    rest = new Uint8Array();
    reservation[Symbol.dispose]();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener("abort", () => {
        if (isEnded) return;
        end();
        // Deno closes the connection, because the body is shorter than its length. It would log an error of the stream.
        controller.close();
      });
    },
    pull(controller) {
      controller.enqueue(rest.subarray(0, PIECE_BYTES));
      rest = rest.subarray(PIECE_BYTES);
      if (rest.length > 0) return;
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}
