import { waitAtMost } from "@/lib/async/deadline.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/**
 * Time for the caller to read the response. A connection that is closed while it still sends is reset, with all in it.
 */
const LINGER_MS = 1000;

/**
 * Whether a request has a body that nobody has read. Deno would go on to read it after the response, however long it
 * is. GET has none here.
 */
export function hasUnreadBody({ req, state }: HttpContext): boolean {
  if (state.method === "GET" || state.method === "HEAD") return false;
  // `req.body` of a request without a body is a stream, too.
  return (req.headers.get("content-length") ?? "0") !== "0" && !req.bodyUsed;
}

/**
 * Makes Deno close the connection after a response. Deno sends `connection: close` but keeps the connection open, and
 * reads what the caller still sends. It closes only a connection whose response fails, so this one fails after its last
 * byte: with its `content-length` it is complete for the caller. HTTP/2, which has no `host`, needs no such response. A
 * body in chunks is left alone: Deno takes half a minute to drop a million small ones when a connection ends.
 */
export function toClosingResponse({ req, state }: HttpContext, response: Response, completed: Promise<void>): Response {
  if (response.body === null || !req.headers.has("host") || !req.headers.has("content-length")) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await reader.read();
      if (value !== undefined) return controller.enqueue(value);
      // The caller has left, or the request came from a test, without a connection.
      const isOver = await waitAtMost(LINGER_MS, completed.then(() => true, () => true));
      if (isOver) controller.close();
      else controller.error(new DOMException("The request was not read, so its connection is closed", "AbortError"));
    },
  });
  const closing = new Response(body, response);
  closing.headers.set("connection", "close");
  closing.headers.set("content-length", String(state.bytes));
  return closing;
}
