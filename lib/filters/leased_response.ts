import type { Lease } from "@/lib/async/memory_budget.ts";

/** How much of a response is given to Deno at once, and so may wait in its buffers outside the lease. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Returns a response with another body, whose memory stays leased until the caller has read it or has left. If others
 * need the memory more, the response breaks off.
 */
export function toLeasedResponse(
  { status, headers }: Response,
  bytes: Uint8Array<ArrayBuffer>,
  lease: Lease,
): Response {
  // Deno keeps an unfinished stream, and what it refers to, until the connection ends.
  let rest: Uint8Array<ArrayBuffer> | undefined = bytes;
  const end = () => {
    rest = undefined;
    lease[Symbol.dispose]();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      lease.signal.addEventListener("abort", () => {
        end();
        // Deno closes the connection, because the body is shorter than its length. It would log an error of the stream.
        controller.close();
      });
    },
    pull(controller) {
      if (rest === undefined) return;
      controller.enqueue(rest.slice(0, CHUNK_BYTES));
      rest = rest.subarray(CHUNK_BYTES);
      if (rest.length > 0) return;
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 });
  const leased = new Response(body, { status, headers });
  leased.headers.set("content-length", String(bytes.length));
  return leased;
}
