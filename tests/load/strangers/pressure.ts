import { type Chunks, sendChunks } from "@/tests/load/chunked_upload.ts";
import { sleep } from "@/lib/async/deadline.ts";

/** Where an attacker finds everything. */
export interface Target {
  /** The port of the attacked service. */
  readonly port: number;
  /** The port of the hostile sources. */
  readonly sourcePort: number;
  /** The addresses of the attacking clients. */
  readonly clients: readonly string[];
  /** Aborts when the attack is over. */
  readonly signal: AbortSignal;
  /** Counts the service's answers by status, 0 for none, or something else that the report should contain. */
  readonly count: (status: number | string) => void;
}

/** Performs an attack until the signal of its target aborts. */
export type Perform = (target: Target) => Promise<void>;

/** What each client sends with {@linkcode press}. */
export interface Pressure {
  /** Requests that a client has under way at any time. */
  readonly atOnce: number;
  /** The number of a request is different for each request of all clients. */
  readonly path: (request: number, target: Target) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a POST. */
  readonly body?: Uint8Array<ArrayBuffer> | Chunks;
}

/** More requests than a client sends in one attack. */
const MAX_REQUESTS = 20_000;

/** How long a client waits after a refusal, so that this program costs little. */
const PAUSE_MS = 500;

/** The statuses of a refusal; 0 is no answer. */
const REFUSALS: readonly number[] = [0, 429, 503];

/** The announced length of an upload that breaks off, and the bytes that are sent of it. */
const UPLOAD_BYTES = 20_000_000, SENT_BYTES = 19_000_000;

/** The announced length of a body that no service accepts. */
const REFUSED_BYTES = 10 ** 12;

/** How long the rest of an upload is awaited, and how long it may take to send its beginning. */
const HANG_UP_MS = 300, MAX_UPLOAD_MS = 6000;

/** Sends requests, of each client as many at once as it can. */
export function press({ atOnce, path, headers, body }: Pressure): Perform {
  return async (target) => {
    await forEachClient(target, atOnce, async (client, request) => {
      const sent = { headers: { ...headers, "x-forwarded-for": client }, body, signal: target.signal };
      const status = await send(target.port, path(request, target), sent);
      target.count(status);
      if (REFUSALS.includes(status) && !target.signal.aborted) await sleep(PAUSE_MS);
    });
  };
}

/** Sends most of an upload on four connections of each client, hangs up and begins again. */
export async function breakUploads(target: Target): Promise<void> {
  const body = new Uint8Array(SENT_BYTES).fill(1);
  const aborted = waitForAbort(target.signal);
  await forEachClient(target, 4, async (client) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: target.port });
    const head = `POST /api/v2/filter/invert HTTP/1.1\r\ncontent-length: ${UPLOAD_BYTES}\r\n`;
    const sending = writeAll(connection, toBytes(toHead(head, client)), body).then(() => sleep(HANG_UP_MS));
    // What is still under way fails when the connection is closed.
    const over = Promise.race([sending.catch(() => {}), sleep(MAX_UPLOAD_MS), aborted]).then(() => "hung up");
    const answer = await Promise.race([readStatus(connection), over]);
    target.count(answer);
    if (answer !== "hung up") await sleep(PAUSE_MS);
  });
}

/** Sends bodies that the service refuses by their length on four connections of each client, and does not stop. */
export async function sendRefusedBodies(target: Target): Promise<void> {
  const block = new Uint8Array(1_000_000);
  const aborted = waitForAbort(target.signal);
  await forEachClient(target, 4, async (client) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: target.port });
    const head = `POST /api/v2/filter/invert HTTP/1.1\r\ncontent-length: ${REFUSED_BYTES}\r\n`;
    await writeAll(connection, toBytes(toHead(head, client)));
    const writeOn = async () => {
      while (!target.signal.aborted) await writeAll(connection, block);
    };
    const writing = writeOn().catch(() => {});
    target.count(await readStatus(connection));
    await Promise.race([writing, aborted]);
  });
}

/** Runs `work` of each client again and again, `atOnce` times at the same time, until the attack is over. */
async function forEachClient(
  { clients, signal }: Target,
  atOnce: number,
  work: (client: string, request: number) => Promise<void>,
): Promise<void> {
  await Promise.all(clients.map(async (client, index) => {
    let request = index * MAX_REQUESTS;
    await Promise.all(Array.from({ length: atOnce }, async () => {
      while (!signal.aborted) await work(client, request++);
    }));
  }));
}

/** What {@linkcode holdResponses} requests. */
export interface HeldResponses {
  readonly path: (target: Target) => string;
  readonly perSecond: number;
}

/** Requests the same path on new connections and reads none of the responses. */
export function holdResponses({ path, perSecond }: HeldResponses): Perform {
  return async (target) => {
    const { port, signal, clients: [client = ""], count } = target;
    // Cached first, so that the responses wait instead of the filter.
    count(await send(port, path(target), { headers: { "x-forwarded-for": client }, body: undefined, signal }));
    const request = toHead(`GET ${path(target)} HTTP/1.1\r\n`, client);
    const held: Deno.Conn[] = [];
    while (!signal.aborted) {
      held.push(await openConnection(port, request));
      count("unread");
      await sleep(1000 / perSecond);
    }
    for (const connection of held) connection.close();
  };
}

/** Opens connections, requests the same path many times on each, and does not read what is sent back. */
export function holdConnections(connections: number, requests: number, path: string): Perform {
  return async ({ port, signal, clients: [client = ""] }) => {
    const text = toHead(`GET ${path} HTTP/1.1\r\n`, client).repeat(requests);
    const held: Deno.Conn[] = [];
    while (held.length < connections && !signal.aborted) held.push(await openConnection(port, text));
    await waitForAbort(signal);
    for (const connection of held) connection.close();
  };
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

async function openConnection(port: number, text: string): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(toBytes(text)).catch(() => {});
  return connection;
}

const CLIENT = Deno.createHttpClient({ poolMaxIdlePerHost: 256 });

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
    // Read and dropped, because a log has 256 MiB.
    await response.body?.pipeTo(new WritableStream());
    return response.status;
  } catch {
    return 0;
  }
}

/** Ends the head of a request. */
function toHead(start: string, client: string): string {
  return `${start}host: pawkit.test\r\nx-forwarded-for: ${client}\r\n\r\n`;
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function writeAll(connection: Deno.Conn, ...parts: Uint8Array[]): Promise<void> {
  for (const part of parts) {
    for (let rest = part; rest.length > 0;) rest = rest.subarray(await connection.write(rest));
  }
}

async function readStatus(connection: Deno.Conn): Promise<number> {
  const buffer = new Uint8Array(1024);
  const length = await connection.read(buffer).catch(() => 0) ?? 0;
  return Number(new TextDecoder().decode(buffer.subarray(9, Math.min(length, 12))));
}
