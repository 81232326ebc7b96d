import { Connection } from "./connection.ts";
import { readMemoryMb, startService } from "./service.ts";

/** What many different clients did to the memory, in MB, beside what any load does to it. */
export interface ClientsReport {
  readonly clients: number;
  readonly beforeMb: number;
  /** After as many requests by one client: V8's young generation has grown, which it does under any load. */
  readonly oneClientMb: number;
  /** At most while all the different ones came. */
  readonly mostMb: number;
  /** At most while as many others came. */
  readonly mostByOthersMb: number;
  /** When nobody had come for a while: V8 gives back what it does not use. */
  readonly quietMb: number;
  readonly quietForSeconds: number;
}

/** Requests sent at once on one connection. */
const BATCH = 200;

/** V8 shrinks its heap some ten seconds after the last request; on a busy machine later. */
const LONGEST_QUIET_SECONDS = 60;

/** Sends one request for each of `clients` different addresses, twice, and watches the memory of the service. */
export async function meetStrangers(clients: number): Promise<ClientsReport> {
  const dir = await Deno.makeTempDir();
  // One client has to be let in as often as all the different ones.
  const service = await startService({ env: { TRUST_PROXY: "1", LOGS_DIR: dir, RATE_LIMIT: "1000000000" } });
  using connection = await Connection.open(service.port);
  const send = (requests: number, toClient: (request: number) => number) =>
    watch(connection, service.pid, { requests, toClient });
  // The first requests compile and grow what stays: they are no growth by clients.
  await send(20_000, () => 0);
  const beforeMb = readMemoryMb(service.pid);
  const oneClientMb = await send(clients, () => 0);
  const mostMb = await send(clients, (request) => 1 + request);
  const mostByOthersMb = await send(clients, (request) => 1 + clients + request);
  const quiet = await waitForQuiet(service.pid, mostByOthersMb);
  await service.stop();
  await Deno.remove(dir, { recursive: true });
  return { clients, beforeMb, oneClientMb, mostMb, mostByOthersMb, ...quiet };
}

interface Load {
  readonly requests: number;
  readonly toClient: (request: number) => number;
}

/** Sends requests and yields the most memory the process held meanwhile. */
async function watch(connection: Connection, pid: number, { requests, toClient }: Load): Promise<number> {
  let mostMb = 0;
  for (let first = 0; first < requests; first += BATCH) {
    const headers = Array.from({ length: BATCH }, (_, i) => as(toClient(first + i)));
    await connection.getAll(headers.map((headers) => ({ path: "/api/v1/uptime", headers })));
    mostMb = Math.max(mostMb, readMemoryMb(pid));
  }
  return mostMb;
}

/** Waits until memory has fallen, and a few seconds more for the rest of it. */
async function waitForQuiet(pid: number, fromMb: number): Promise<{ quietMb: number; quietForSeconds: number }> {
  let seconds = 0;
  for (let left = LONGEST_QUIET_SECONDS; left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    seconds++;
    if (readMemoryMb(pid) < fromMb - 10) left = Math.min(left, 4);
  }
  return { quietMb: readMemoryMb(pid), quietForSeconds: seconds };
}

function as(client: number): Record<string, string> {
  return { "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` };
}
