import { Connection } from "./connection.ts";
import { readMemoryMb, startService } from "./service.ts";

/** What many different clients did to the memory, in MB. */
export interface ClientsReport {
  readonly clients: number;
  readonly beforeMb: number;
  readonly mostMb: number;
  readonly afterMb: number;
}

/** Requests sent at once on one connection. */
const BATCH = 200;

/** Sends one request for each of `clients` different addresses and watches the memory of the service. */
export async function meetStrangers(clients: number): Promise<ClientsReport> {
  const dir = await Deno.makeTempDir();
  const service = await startService({ env: { TRUST_PROXY: "1", LOGS_DIR: dir } });
  using connection = await Connection.open(service.port);
  // The first requests compile and grow what stays: they are no growth by clients.
  for (let i = 0; i < 100; i++) await connection.getAll(Array(BATCH).fill({ path: "/api/v1/uptime", headers: as(0) }));
  const beforeMb = readMemoryMb(service.pid);
  let mostMb = beforeMb;
  for (let first = 1; first <= clients; first += BATCH) {
    await connection.getAll(
      Array.from({ length: BATCH }, (_, i) => ({ path: "/api/v1/uptime", headers: as(first + i) })),
    );
    mostMb = Math.max(mostMb, readMemoryMb(service.pid));
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const afterMb = readMemoryMb(service.pid);
  await service.stop();
  await Deno.remove(dir, { recursive: true });
  return { clients, beforeMb, mostMb, afterMb };
}

function as(client: number): Record<string, string> {
  return { "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` };
}
