import { Buffer } from "node:buffer";
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { waitAtMost } from "@/lib/async/deadline.ts";
import type { Target } from "@/lib/sources/address_guard.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";

/** Time after which the next address is tried as well (Happy Eyeballs: RFC 8305, section 5). */
const NEXT_ADDRESS_MS = 250;

/** Maximum number of addresses that are tried, so that one name cannot make us connect to hundreds of servers. */
const MAX_ADDRESSES = 4;

/** Bytes that wait to be read before the source has to wait. With TLS, only `maxBytes` limits them. */
const MAX_WAITING_BYTES = 262_144;

/** An open connection. Disposing it closes it. */
export interface Socket extends Disposable {
  send(text: string): void;
  /** Waits for the next bytes. Returns `undefined` at the end of the connection. */
  read(): Promise<Uint8Array | undefined>;
}

/** Options of {@linkcode openSocket}. */
export interface SocketOptions {
  /** Closes the connection when it aborts. */
  readonly signal: AbortSignal;
  /** The connection is closed as soon as it has received more bytes, whether they were read or not. */
  readonly maxBytes: number;
  /** Returns whether this service listens on a port of this machine. */
  readonly isOwnPort?: ((port: number) => boolean) | undefined;
}

/**
 * Connects to one of the checked addresses of a target. With https, the certificate must be valid for its name.
 *
 * @throws {ApiError} `forbidden_address` if it leads to this service.
 */
export async function openSocket(target: Target, options: SocketOptions): Promise<Socket> {
  const { signal, isOwnPort } = options;
  const tcp = await connectToAny(target, signal);
  try {
    if (isOwnPort?.(tcp.remotePort ?? 0) && isThisMachine(tcp)) throw ownServiceError();
    return toSocket(target.url.protocol === "https:" ? await startTls(tcp, target.host, signal) : tcp, options);
  } catch (error) {
    tcp.destroy();
    throw error;
  }
}

// Happy Eyeballs: tries the addresses in order, each a little later than the one before, and uses the first connection.
async function connectToAny({ addresses, port }: Target, signal: AbortSignal): Promise<net.Socket> {
  const controller = new AbortController();
  const either = AbortSignal.any([signal, controller.signal]);
  const attempts: Promise<net.Socket>[] = [];
  for (const host of addresses.slice(0, MAX_ADDRESSES)) {
    attempts.push(waitForEvent(net.connect({ host, port }), "connect", either));
    const first = await waitAtMost(NEXT_ADDRESS_MS, Promise.any(attempts)).catch(() => undefined);
    if (first !== undefined || signal.aborted) break;
  }
  try {
    const first = await Promise.any(attempts);
    for (const attempt of attempts) attempt.then((other) => other === first || other.destroy(), () => {});
    return first;
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  } finally {
    controller.abort();
  }
}

function startTls(tcp: net.Socket, host: string, signal: AbortSignal): Promise<net.Socket> {
  const socket = tls.connect({
    socket: tcp,
    host,
    // An IP address must not be sent as a name.
    ...(net.isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["http/1.1"],
    // Explicit, because an environment variable can switch it off.
    rejectUnauthorized: true,
  });
  return waitForEvent(socket, "secureConnect", signal);
}

async function waitForEvent(socket: net.Socket, event: string, signal: AbortSignal): Promise<net.Socket> {
  // Without a listener, the loss of a connection that nobody reads would end the process. From the beginning, because
  // `once` has none any more when the signal aborts, and an attempt that was given up may still fail.
  socket.on("error", () => {});
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

function toSocket(stream: net.Socket, { signal, maxBytes }: SocketOptions): Socket {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let left = maxBytes;
  let error: unknown;
  let isEnded = false;
  let wake = () => {};
  const end = (reason?: unknown) => {
    error ??= isEnded ? undefined : reason;
    isEnded = true;
    if (error !== undefined) stream.destroy();
    wake();
  };
  const onAbort = () => end(signal.reason);
  // A listener instead of an iterator, because it counts every byte when it arrives: https buffers without a limit.
  stream.on("data", (bytes: Uint8Array) => {
    if (isEnded) return;
    if (bytes.length > left) end(new TypeError("The source sent too many bytes"));
    // Also the last bytes before the limit, which may show what the source sends.
    waiting.push(bytes.subarray(0, left));
    waitingBytes += bytes.length;
    left -= bytes.length;
    if (waitingBytes > MAX_WAITING_BYTES) stream.pause();
    wake();
  });
  stream.on("error", end);
  stream.on("end", () => end());
  stream.on("close", () => {
    signal.removeEventListener("abort", onAbort);
    end(new TypeError("The source closed the connection"));
  });
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  return {
    send: (text) => void stream.write(text),
    async read() {
      while (waiting.length === 0 && !isEnded) await new Promise<void>((resolve) => wake = resolve);
      if (waiting.length === 0 && error !== undefined) throw error;
      if (waiting.length === 0) return undefined;
      const bytes = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      stream.resume();
      return bytes;
    },
    [Symbol.dispose]: () => void stream.destroy(),
  };
}

// A connection to an address of this machine has that address at both ends, except that all of 127.0.0.0/8 is reached
// from 127.0.0.1.
function isThisMachine({ localAddress = "", remoteAddress = "" }: net.Socket): boolean {
  const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);
  return localAddress === remoteAddress || (isLoopback(localAddress) && isLoopback(remoteAddress));
}
