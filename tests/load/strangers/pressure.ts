import { type Chunks, sendChunks } from "@/tests/load/chunked_upload.ts";
import { sleep } from "@/lib/async/deadline.ts";

/** Where an attacker finds everything. */
export interface Target {
  /** The port of the attacked service. */
  readonly port: number;
  /** The port of the hostile sources. */
  readonly sourcePort: number;
  /** The port of the pictures that innocent clients request. */
  readonly picturePort: number;
  /** The first two bytes of the addresses of this attack's clients. */
  readonly network: string;
  /** Aborts when the attack is over. */
  readonly signal: AbortSignal;
  /** Counts the service's answers by status, or something else that the report should contain. */
  readonly count: (status: number | string) => void;
  /** Counts answers that break a promise. */
  readonly countWrong: (answer: string) => void;
}

/** Performs an attack until the signal of its target aborts. */
export type Perform = (target: Target) => Promise<void>;

/** What clients send with {@linkcode press}. */
export interface Pressure {
  /** How many clients attack, or their addresses. The address `undefined` is the service's own machine. */
  readonly clients?: number | readonly (string | undefined)[];
  /** Requests that each client has under way at any time. */
  readonly atOnce: number;
  /** The most requests of each client. */
  readonly requests?: number;
  readonly path: (request: number, target: Target) => string;
  readonly headers?: (request: number) => Record<string, string>;
  /** Sent as a POST. */
  readonly body?: Uint8Array<ArrayBuffer> | Chunks;
  /** After this time the client disconnects. */
  readonly hangUpMs?: number;
}

/** The most requests of a client in one attack, so that every loop ends. */
const MAX_REQUESTS = 20_000;

/** How long a client waits after an answer other than 200, so that this program costs little. */
const PAUSE_MS = 500;

/** Sends requests, on each client as many at once as it can. */
export function press({ clients = 1, ...pressure }: Pressure): Perform {
  return async (target) => {
    const addresses = typeof clients === "number"
      ? Array.from({ length: clients }, (_, client) => `${target.network}.${client >> 8}.${client & 255}`)
      : clients;
    await Promise.all(addresses.map((address, client) => pressAs(address, client * MAX_REQUESTS, pressure, target)));
  };
}

async function pressAs(
  address: string | undefined,
  first: number,
  { atOnce, requests = MAX_REQUESTS, path, headers, body, hangUpMs }: Omit<Pressure, "clients">,
  target: Target,
): Promise<void> {
  const forwarded: Record<string, string> = address === undefined ? {} : { "x-forwarded-for": address };
  let sent = 0;
  const sendUntilOver = async () => {
    while (sent < requests && !target.signal.aborted) {
      const request = first + sent++;
      const hangUp = hangUpMs === undefined ? [] : [AbortSignal.timeout(hangUpMs)];
      const status = await send(target.port, path(request, target), {
        headers: { ...forwarded, ...headers?.(request) },
        body,
        signal: AbortSignal.any([target.signal, ...hangUp]),
      });
      target.count(status);
      if (status !== 200) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendUntilOver));
}

// An attacker may send any `host`.
const CLIENT = Deno.createHttpClient({ allowHost: true, poolMaxIdlePerHost: 256 });

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pressure["body"];
  readonly signal: AbortSignal;
}

/** Returns the status, or 0 if there was no answer. */
async function send(port: number, path: string, { headers, body, signal }: Sent): Promise<number> {
  try {
    if (body !== undefined && "count" in body) return await sendChunks({ port, path, headers, chunks: body, signal });
    const init = { headers, signal, client: CLIENT, ...(body && { method: "POST", body }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    await response.bytes();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends requests of one client as fast as the service answers, on 16 connections. */
export function flood(path: string): Perform {
  return async (target) => {
    const request = `GET ${path} HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: ${target.network}.0.1\r\n\r\n`;
    await Promise.all(Array.from({ length: 16 }, () => floodConnection(new TextEncoder().encode(request), target)));
  };
}

async function floodConnection(request: Uint8Array, { port, signal, count }: Target): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const buffer = new Uint8Array(16_384);
  const decoder = new TextDecoder();
  while (!signal.aborted) {
    await connection.write(request);
    const length = await connection.read(buffer);
    if (length === null) return;
    const text = decoder.decode(buffer.subarray(0, length));
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) count(Number(status));
  }
}

/** Lets one client request the same path on four new connections a second, and read none of the responses. */
export function holdResponses(toPath: (target: Target) => string): Perform {
  return async (target) => {
    const { port, network, signal } = target;
    const client = `${network}.0.1`;
    const path = toPath(target);
    // Cached first, so that the responses wait instead of the filter.
    target.count(await send(port, path, { headers: { "x-forwarded-for": client }, body: undefined, signal }));
    const request = `GET ${path} HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: ${client}\r\n\r\n`;
    const held: Deno.Conn[] = [];
    while (!signal.aborted) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      held.push(connection);
      await connection.write(new TextEncoder().encode(request)).catch(() => {});
      await sleep(250);
    }
    for (const connection of held) connection.close();
  };
}

/** Opens connections, sends `text` on each and nothing else, and does not read what is sent back. */
export function holdConnections(connections: number, text: string): Perform {
  return async ({ port, signal, network }) => {
    const held: Deno.Conn[] = [];
    while (held.length < connections && !signal.aborted) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
      if (connection === undefined) break;
      held.push(connection);
      await connection.write(new TextEncoder().encode(text.replace("CLIENT", `${network}.0.1`))).catch(() => {});
    }
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    for (const connection of held) connection.close();
  };
}
