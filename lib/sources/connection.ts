import http from "node:http";
import https from "node:https";
import type { IncomingMessage, RequestOptions } from "node:http";
import type { Target } from "@/lib/sources/address_guard.ts";

/** Longest head of an answer, so that a flood of headers ends early. */
const MAX_HEAD_BYTES = 16_384;

/** Early hints and the like that may come before an answer: a flood of them keeps the event loop from everyone else. */
const MAX_EARLY_ANSWERS = 8;

/** Pieces a body may come in however small they are. */
const FREE_PIECES = 4096;

/** Bytes a piece must have on average beyond those: a megabyte in pieces of one byte takes seconds and a gigabyte. */
const MIN_PIECE_BYTES = 64;

/** What a source answered. Leaving `body` early closes the connection. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection when the body is not wanted. */
  close(): void;
}

/** Sends one GET to one checked target. */
export type Connect = (target: Target, options: ConnectOptions) => Promise<Reply>;

/** What a request carries. */
export interface ConnectOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

type Lookup = NonNullable<RequestOptions["lookup"]>;

/**
 * Sends a GET over a connection of its own to the addresses that were checked, while host header, SNI and certificate
 * stay those of the name. `fetch` would resolve the name again and may get another answer.
 */
export function connect(target: Target, options: ConnectOptions): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { request: send } = target.url.protocol === "https:" ? https : http;
  const request = send(toRequestOptions(target, options));
  let early = 0;
  request.on("information", () => {
    if (++early <= MAX_EARLY_ANSWERS) return;
    reject(new Error("Too many answers came before the answer"));
    request.destroy();
  });
  request.on("response", (message) => resolve(toReply(message, options.signal)));
  request.on("error", reject);
  // The only event after a 101, which is no answer to a GET that asked for none.
  request.on("close", () => reject(new Error("The connection was closed without an answer")));
  request.end();
  return promise;
}

function toRequestOptions(target: Target, { headers, signal }: ConnectOptions): https.RequestOptions {
  const { url, host, port } = target;
  return {
    host,
    port,
    path: url.pathname + url.search,
    method: "GET",
    headers: { ...headers, host: url.host },
    // No agent: the hook is not called for a pooled connection.
    agent: false,
    lookup: createLookup(target),
    maxHeaderSize: MAX_HEAD_BYTES,
    // Said aloud, as an environment variable can switch it off.
    rejectUnauthorized: true,
    signal,
  };
}

/** Makes the hook that answers with the checked addresses whatever is asked. */
function createLookup({ addresses }: Target): Lookup {
  return (_name, options, callback) => {
    const [first] = addresses;
    // Asynchronous: an answer within the call that permissions then refuse would end the process.
    queueMicrotask(() => {
      if (options.all) return callback(null, [...addresses]);
      callback(null, first?.address ?? "", first?.family);
    });
  };
}

function toReply(message: IncomingMessage, signal: AbortSignal): Reply {
  // A connection lost before the body is read must not end the process; reading it tells the error.
  message.on("error", () => {});
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body: readWhole(message, signal),
    close: () => message.destroy(),
  };
}

async function* readWhole(message: IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  let pieces = 0;
  let size = 0;
  for await (const piece of message) {
    size += piece.length;
    if (size < (++pieces - FREE_PIECES) * MIN_PIECE_BYTES) throw new Error("The answer came in small pieces");
    yield piece;
  }
  // Aborted in the middle, a message without a length ends as if it were whole.
  signal.throwIfAborted();
}
