import { Connection, DroppedError } from "./connection.ts";
import { startService } from "./service.ts";

/** What happened when the service was asked to stop under load. */
export interface StopReport {
  readonly answered: number;
  /** Requests that were sent and got no whole answer. */
  readonly dropped: number;
  /** Answers of `/healthz` that said 503. */
  readonly unhealthy: number;
  readonly exitCode: number;
  readonly stopMs: number;
}

/** Asks the service to stop while `connections` clients send one request after the other. */
export async function stopUnderLoad(connections: number, loadMs: number): Promise<StopReport> {
  const dir = await Deno.makeTempDir();
  const service = await startService({ env: { RATE_LIMIT: "off", LOGS_DIR: dir } });
  const tally = { answered: 0, dropped: 0, unhealthy: 0 };
  const clients = Array.from({ length: connections }, (_, i) => keepAsking(service.port, i, tally));
  await new Promise((resolve) => setTimeout(resolve, loadMs));
  const startedAt = performance.now();
  const exitCode = await service.stop();
  const stopMs = Math.round(performance.now() - startedAt);
  await Promise.all(clients);
  await Deno.remove(dir, { recursive: true });
  return { ...tally, exitCode, stopMs };
}

// Until nobody takes connections any more.
async function keepAsking(
  port: number,
  index: number,
  tally: { answered: number; dropped: number; unhealthy: number },
) {
  const path = index % 4 === 0 ? "/healthz" : "/api/v1/uptime";
  while (true) {
    const connection = await Connection.open(port).catch(() => undefined);
    if (connection === undefined) return;
    using used = connection;
    try {
      for (let isLast = false; !isLast;) {
        const reply = await used.get(path);
        tally.answered++;
        if (reply.status === 503) tally.unhealthy++;
        isLast = reply.isLast;
      }
    } catch (error) {
      if (!(error instanceof DroppedError)) throw error;
      tally.dropped++;
    }
  }
}
