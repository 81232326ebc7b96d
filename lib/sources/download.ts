import net, { isIP, type LookupFunction, type Socket } from "node:net";
import tls from "node:tls";
import { ApiError } from "@/lib/http/errors.ts";
import { forbiddenAddressError, type Target } from "@/lib/sources/check_address.ts";

/** The largest file that is accepted as an image, from a source or as an upload. */
export const MAX_SOURCE_BYTES = 20 * 2 ** 20;

/** What a response may have besides its body: heads, trailers and the framing of chunks. Nothing else limits their sum. */
const MAX_FRAMING_BYTES = MAX_SOURCE_BYTES / 8;

/** The most bytes of the head of a response. */
const MAX_HEAD_BYTES = 16_384;

/** The most informational responses before the response itself. */
const MAX_EARLY_HINTS = 8;

/** A body may have this many chunks, and one more for each {@linkcode MIN_CHUNK_BYTES}, because a chunk takes time. */
const FREE_CHUNKS = 4096;
const MIN_CHUNK_BYTES = 512;

/** A GET request to one target. */
export interface DownloadOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Returns whether this service listens on a port of this machine. */
  readonly isOwnPort: (port: number) => boolean;
}

/** The response of a source. */
export interface Download {
  readonly status: number;
  readonly headers: Headers;
  /** The body of a 200. No other body is read. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends one GET request to one checked target, and follows no redirect. */
export type DownloadFunction = (target: Target, options: DownloadOptions) => Promise<Download>;

/**
 * Downloads over a connection of its own, which can only go to the addresses that were checked. The name is still what
 * the `host` header says and what the certificate must be valid for.
 *
 * @throws {ApiError} `forbidden_address`, `source_too_large` or `source_failed`; any error of the connection.
 */
export async function download(target: Target, { headers, signal, isOwnPort }: DownloadOptions): Promise<Download> {
  const { Client } = await import("undici");
  signal.throwIfAborted();
  const socket = openSocket(target);
  const opened = waitUntilOpen(socket, isOwnPort);
  // If nobody waits for the connection any more, its error must not end the process.
  opened.catch(() => {});
  const client = new Client(target.url.origin, {
    maxHeaderSize: MAX_HEAD_BYTES,
    // The signal ends the whole download.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, callback) => void opened.then((open) => callback(null, open), (error) => callback(error, null)),
  });
  let failure: ApiError | undefined;
  const stop = (reason: string) => {
    failure = failedError(reason);
    socket.destroy(failure);
  };
  // Without this, undici would wait until the connection is open.
  const onAbort = () => stop("the download was aborted");
  signal.addEventListener("abort", onAbort);
  const watch = setInterval(() => {
    if (socket.bytesRead > MAX_SOURCE_BYTES + MAX_FRAMING_BYTES) stop("the source sent too many bytes");
  }, 20);
  let hints = 0;
  const onInfo = () => ++hints > MAX_EARLY_HINTS && stop("the source sent too many early hints");
  try {
    const path = target.url.pathname + target.url.search;
    const response = await client.request({ method: "GET", path, headers, onInfo });
    const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return await readDownload(response.statusCode, new Headers(pairs), response.body);
  } catch (cause) {
    signal.throwIfAborted();
    throw failure ?? cause;
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
    await client.destroy();
  }
}

/**
 * Downloads with `fetch`, for Deno Deploy, which does not allow other connections. `fetch` resolves the name again, so
 * the connection may go to an address that was not checked. The platform itself blocks private networks.
 *
 * @throws {ApiError} `source_too_large` or `source_failed`; any error of `fetch`.
 */
export async function downloadWithFetch({ url }: Target, { headers, signal }: DownloadOptions): Promise<Download> {
  const { status, headers: received, body } = await fetch(url, { headers, signal, redirect: "manual" });
  try {
    return await readDownload(status, received, body ?? []);
  } finally {
    await body?.cancel().catch(() => {});
  }
}

function openSocket({ url, host, port, addresses }: Target): Socket {
  const lookup: LookupFunction = (_name, { all }, callback) => {
    const list = addresses.map((address) => ({ address, family: isIP(address) }));
    // The callback is called later, because an error in a synchronous call would end the process.
    queueMicrotask(() => all ? callback(null, list) : callback(null, list[0]!.address, list[0]!.family));
  };
  const options = { host, port, lookup, autoSelectFamily: true };
  if (url.protocol === "http:") return net.connect(options);
  // TLS must not send an address as the server's name. `rejectUnauthorized` is set, because otherwise an environment
  // variable could switch the check of certificates off.
  const servername = isIP(host) === 0 ? host : "";
  return tls.connect({ ...options, servername, rejectUnauthorized: true, ALPNProtocols: ["http/1.1"] });
}

async function waitUntilOpen(socket: Socket, isOwnPort: DownloadOptions["isOwnPort"]): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(socket instanceof tls.TLSSocket ? "secureConnect" : "connect", resolve).on("error", reject);
  await promise;
  // A connection to this machine has the same address at both ends, except that 127.0.0.2 is reached from 127.0.0.1.
  const { localAddress, remoteAddress = "", remotePort = 0 } = socket;
  const isThisMachine = localAddress === remoteAddress || /^(::ffff:)?127\./.test(remoteAddress);
  if (isThisMachine && isOwnPort(remotePort)) throw forbiddenAddressError("the URL leads to this service");
  return socket;
}

async function readDownload(
  status: number,
  headers: Headers,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Download> {
  if (status !== 200) return { status, headers, bytes: new Uint8Array() };
  // A small hostile body could be decompressed to gigabytes.
  if (!/^(identity|none)?$/i.test(headers.get("content-encoding") ?? "")) {
    throw failedError("the source sent a compressed response although `identity` was requested");
  }
  const declaredBytes = Number(headers.get("content-length") ?? 0);
  const limits = { maxBytes: MAX_SOURCE_BYTES, declaredBytes, tooLargeError, smallChunksError };
  return { status, headers, bytes: await readAtMost(body, limits) };
}

/** Options of {@linkcode readAtMost}. */
export interface ReadAtMostOptions {
  readonly maxBytes: number;
  /** What `content-length` says, or 0. */
  readonly declaredBytes: number;
  readonly tooLargeError: (got: number) => Error;
  readonly smallChunksError: () => Error;
}

/** Joins the chunks of a body. @throws an error of the options, or of the body. */
export async function readAtMost(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { maxBytes, declaredBytes, tooLargeError, smallChunksError }: ReadAtMostOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (declaredBytes > maxBytes) throw tooLargeError(declaredBytes);
  let bytes = new Uint8Array(declaredBytes || 65_536);
  let size = 0;
  let count = 0;
  for await (const chunk of chunks) {
    const end = size + chunk.length;
    if (end > maxBytes) throw tooLargeError(end);
    if (++count > FREE_CHUNKS + end / MIN_CHUNK_BYTES) throw smallChunksError();
    if (end > bytes.length) bytes = new Uint8Array(bytes.buffer.transfer(Math.min(maxBytes, end * 2)));
    bytes.set(chunk, size);
    size = end;
  }
  return size === bytes.length ? bytes : new Uint8Array(bytes.buffer.transfer(size));
}

function tooLargeError(got: number): ApiError {
  const reason = `must have at most ${MAX_SOURCE_BYTES.toLocaleString("en")} bytes, got ${got.toLocaleString("en")}`;
  const details = { parameter: "image", limit: MAX_SOURCE_BYTES, got };
  return new ApiError("source_too_large", `Cannot fetch the image: ${reason} or more`, { details });
}

function smallChunksError(): ApiError {
  return failedError("the source sent it in too small chunks");
}

function failedError(reason: string): ApiError {
  return new ApiError("source_failed", `Cannot fetch the image: ${reason}`);
}
