import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Target } from "@/lib/sources/address_guard.ts";
import { createLookupHook } from "@/lib/sources/lookup_hook.ts";

/** Maximum size of the status line and headers of a response, so that a flood of headers ends early. */
const MAX_HEAD_BYTES = 16_384;

/** Maximum number of informational (1xx) responses. A flood of them would block the event loop for all callers. */
const MAX_INFORMATIONAL_RESPONSES = 8;

/** Number of chunks that a body may have regardless of their size. */
const FREE_CHUNKS = 4096;

/** Average size of all further chunks: a megabyte in chunks of one byte takes seconds, and a gigabyte of memory. */
const MIN_CHUNK_BYTES = 64;

/** The response of a source. Disposing it, or leaving the loop over `body` early, closes the connection. */
export interface SourceResponse extends Disposable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Options of {@linkcode connect}. */
export interface ConnectOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Sends one GET request to one checked target. */
export type Connect = (target: Target, options: ConnectOptions) => Promise<SourceResponse>;

/**
 * Sends a GET request over its own connection to the addresses that were checked, while the `host` header, SNI and the
 * certificate check use the name. `fetch` would resolve the name again and may get another address.
 */
export function connect(target: Target, { headers, signal }: ConnectOptions): Promise<SourceResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SourceResponse>();
  const { url, host, port, addresses } = target;
  const request = (url.protocol === "https:" ? https : http).request({
    host,
    port,
    path: url.pathname + url.search,
    method: "GET",
    headers: { ...headers, host: url.host },
    // No agent: the hook is not called for a pooled connection.
    agent: false,
    lookup: createLookupHook(addresses),
    maxHeaderSize: MAX_HEAD_BYTES,
    // Explicit, because an environment variable can switch it off.
    rejectUnauthorized: true,
    signal,
  });
  let informational = 0;
  request.on("information", () => {
    informational++;
    if (informational <= MAX_INFORMATIONAL_RESPONSES) return;
    reject(new Error("The source sent too many informational responses"));
    request.destroy();
  });
  request.on("response", (message) => resolve(toSourceResponse(message, signal)));
  request.on("error", reject);
  // The only event after a 101, which a server must not send in response to a request without `upgrade`.
  request.on("close", () => reject(new Error("The source closed the connection without a response")));
  request.end();
  return promise;
}

function toSourceResponse(message: IncomingMessage, signal: AbortSignal): SourceResponse {
  // Without a listener, a connection that is lost before the body is read would end the process. Reading the body throws
  // the error.
  message.on("error", () => {});
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body: readBody(message, signal),
    [Symbol.dispose]: () => void message.destroy(),
  };
}

async function* readBody(message: IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  let chunks = 0;
  let size = 0;
  for await (const chunk of message) {
    chunks++;
    size += chunk.length;
    if (size < (chunks - FREE_CHUNKS) * MIN_CHUNK_BYTES) throw new Error("The source sent too many small chunks");
    yield chunk;
  }
  // A response without a length that is aborted in the middle ends as if it were complete.
  signal.throwIfAborted();
}
