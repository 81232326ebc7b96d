import { sleep } from "@/lib/async/deadline.ts";
import { Connection } from "./connection.ts";
import { readMemoryMb, startService } from "./service.ts";

/** The memory of the service, in MB, under requests from one client and from many. */
export interface ClientsReport {
  readonly clients: number;
  readonly beforeMb: number;
  /** The maximum during as many requests from one client: V8's young generation grows under any load. */
  readonly oneClientMb: number;
  /** The maximum during one request from each client. */
  readonly manyClientsMb: number;
  /** The maximum during one request from each of as many other clients. */
  readonly otherClientsMb: number;
  /** After a while without requests: V8 returns unused memory. */
  readonly idleMb: number;
  readonly idleSeconds: number;
}

/** Requests that are sent together on one connection. */
const BATCH = 200;

/** V8 shrinks its heap about ten seconds after the last request, and later on a busy machine. */
const MAX_IDLE_SECONDS = 60;

/** Sends one request from each of `clients` addresses, then from as many others, and measures the memory meanwhile. */
export async function sendFromManyClients(clients: number): Promise<ClientsReport> {
  const dir = await Deno.makeTempDir();
  // The limit must be high enough for one client to send as many requests as all others together.
  const service = await startService({ env: { TRUST_PROXY: "1", LOGS_DIR: dir, RATE_LIMIT: "1000000000" } });
  using connection = await Connection.open(service.port);
  const send = (requests: number, toClient: (request: number) => number) =>
    sendAndMeasure(connection, service.pid, { requests, toClient });
  // The first requests compile code and grow the heap, whatever the number of clients.
  await send(20_000, () => 0);
  const beforeMb = readMemoryMb(service.pid);
  const oneClientMb = await send(clients, () => 0);
  const manyClientsMb = await send(clients, (request) => 1 + request);
  const otherClientsMb = await send(clients, (request) => 1 + clients + request);
  const idle = await waitUntilIdle(service.pid, otherClientsMb);
  await service.stop();
  await Deno.remove(dir, { recursive: true });
  return { clients, beforeMb, oneClientMb, manyClientsMb, otherClientsMb, ...idle };
}

interface Load {
  readonly requests: number;
  readonly toClient: (request: number) => number;
}

/** Sends requests and returns the maximum memory of the process meanwhile. */
async function sendAndMeasure(connection: Connection, pid: number, { requests, toClient }: Load): Promise<number> {
  let maxMb = 0;
  for (let first = 0; first < requests; first += BATCH) {
    const headers = Array.from({ length: BATCH }, (_, i) => headersOf(toClient(first + i)));
    await connection.getAll(headers.map((headers) => ({ path: "/api/v1/uptime", headers })));
    maxMb = Math.max(maxMb, readMemoryMb(pid));
  }
  return maxMb;
}

/** Waits until the memory shrinks, and then a few seconds until it no longer does. */
async function waitUntilIdle(pid: number, fromMb: number): Promise<{ idleMb: number; idleSeconds: number }> {
  let seconds = 0;
  for (let left = MAX_IDLE_SECONDS; left > 0; left--) {
    await sleep(1000);
    seconds++;
    if (readMemoryMb(pid) < fromMb - 10) left = Math.min(left, 4);
  }
  return { idleMb: readMemoryMb(pid), idleSeconds: seconds };
}

function headersOf(client: number): Record<string, string> {
  return { "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` };
}
