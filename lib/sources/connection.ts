import { Buffer } from "node:buffer";
import { freeBytes } from "@/lib/async/free_bytes.ts";
import type { Target } from "@/lib/sources/address_guard.ts";
import { ChunkDecoder } from "@/lib/sources/chunk_decoder.ts";
import { type BodyLength, bodyLengthOf, parseResponseHead, type ResponseHead } from "@/lib/sources/response_head.ts";
import { openSocket, type Socket, type SocketOptions } from "@/lib/sources/socket.ts";

/** Maximum size of all heads of a response, including informational ones, so that a flood of headers ends early. */
const MAX_HEAD_BYTES = 16_384;

/** Maximum number of pieces in which the heads arrive, so that a source cannot send them byte by byte. */
const MAX_HEAD_PIECES = 512;

/** Maximum number of informational (1xx) responses before the response. */
const MAX_INFORMATIONAL_RESPONSES = 8;

/** Bytes that a response may have in addition to its body, for its head and the framing of its first chunks. */
const FRAMING_BYTES = 65_536;

/** The framing of all further chunks, as a fraction of the body: a chunk of 512 bytes has 7 bytes of framing. */
const FRAMING_FRACTION = 1 / 8;

/** The response of a source. Disposing it, or leaving the loop over `body`, closes the connection. */
export interface SourceResponse extends ResponseHead, Disposable {
  /** The body as it arrives, without the framing of chunks. Each part must be copied before the next is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Options of {@linkcode connect}. `maxBytes` is the maximum size of the body, without its head and framing. */
export interface ConnectOptions extends SocketOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one GET request to one checked target. */
export type Connect = (target: Target, options: ConnectOptions) => Promise<SourceResponse>;

/**
 * Sends a GET request over its own connection to the addresses that were checked, while the `host` header, SNI and the
 * certificate check use the name. `fetch` would resolve the name again and may get another address. `node:http` and
 * undici create an object for each chunk (docs/decisions/0007-http-client.md).
 */
export async function connect(target: Target, options: ConnectOptions): Promise<SourceResponse> {
  const maxBytes = options.maxBytes * (1 + FRAMING_FRACTION) + FRAMING_BYTES;
  const socket = await openSocket(target, { ...options, maxBytes });
  try {
    socket.send(toRequest(target.url, options.headers));
    const { head, rest } = await readHead(socket);
    const body = readBody(socket, rest, bodyLengthOf(head));
    return { ...head, body, [Symbol.dispose]: () => socket[Symbol.dispose]() };
  } catch (error) {
    socket[Symbol.dispose]();
    throw error;
  }
}

function toRequest(url: URL, headers: ConnectOptions["headers"]): string {
  const lines = Object.entries({ host: url.host, connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n`;
}

/**
 * Reads the head of the response and skips informational ones. `rest` is the part of the body that came with it.
 *
 * @throws {TypeError} if the source sends no valid head.
 */
export async function readHead(
  socket: Pick<Socket, "read">,
): Promise<{ readonly head: ResponseHead; readonly rest: Uint8Array }> {
  let bytes: Uint8Array = new Uint8Array();
  let start = 0;
  let searched = 0;
  let pieces = 0;
  for (let heads = 0; heads <= MAX_INFORMATIONAL_RESPONSES;) {
    const end = findBlankLine(bytes, searched);
    if ((end === -1 ? bytes.length : end) > MAX_HEAD_BYTES) throw new TypeError("The source sent too many headers");
    if (end === -1) {
      searched = Math.max(start, bytes.length - 3);
      if (++pieces > MAX_HEAD_PIECES) throw new TypeError("The source sent its headers in too many pieces");
      const more = await socket.read();
      if (more === undefined) throw new TypeError("The source closed the connection without a response");
      bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more]);
      continue;
    }
    const head = parseResponseHead(String.fromCharCode(...bytes.subarray(start, end)));
    start = end + 4;
    searched = start;
    // A server must not switch protocols in response to a request without `upgrade`.
    if (head.status === 101) throw new TypeError("The source switched protocols");
    if (head.status >= 200) return { head, rest: bytes.subarray(start) };
    heads++;
  }
  throw new TypeError("The source sent too many informational responses");
}

/** Returns where the next "\r\n\r\n" starts, or -1. */
function findBlankLine(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(13, from); at !== -1; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return -1;
}

async function* readBody(socket: Socket, rest: Uint8Array, length: BodyLength): AsyncIterable<Uint8Array> {
  using _ = socket;
  const decoder = length === "chunked" ? new ChunkDecoder() : undefined;
  let left = length === "chunked" ? Infinity : length;
  for (let bytes = rest; left > 0;) {
    const data = decoder?.decode(bytes) ?? bytes.subarray(0, left);
    left = decoder?.isDone ? 0 : left - data.length;
    if (data.length > 0) yield data;
    // A large piece has a buffer of its own, which nobody needs once it is copied. Small ones may share one.
    if (bytes.length > Buffer.poolSize) freeBytes(bytes);
    if (left === 0) return;
    const next = await socket.read();
    if (next === undefined && length === Infinity) return;
    if (next === undefined) throw new TypeError("The source closed the connection before the end of the response");
    bytes = next;
  }
}
