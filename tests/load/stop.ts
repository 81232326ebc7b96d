import { sleep } from "@/lib/async/deadline.ts";
import { Connection, DroppedError } from "./connection.ts";
import { startService } from "./service.ts";

/** The result of {@linkcode stopUnderLoad}. */
export interface StopReport {
  readonly answered: number;
  /** Requests that were sent but not answered, because the service had not read them when it closed its port. */
  readonly dropped: number;
  /** Responses of `/healthz` with status 503. */
  readonly unhealthy: number;
  readonly exitCode: number;
  readonly stopMs: number;
}

/** Options of {@linkcode stopUnderLoad}. */
export interface StopOptions {
  /** The number of clients that send one request after the other. */
  readonly connections: number;
  readonly loadMs: number;
}

/** Stops the service under load, without a proxy that repeats requests. */
export async function stopUnderLoad({ connections, loadMs }: StopOptions): Promise<StopReport> {
  const dir = await Deno.makeTempDir();
  const service = await startService({ env: { RATE_LIMIT: "off", LOGS_DIR: dir } });
  const tally = { answered: 0, dropped: 0, unhealthy: 0 };
  const clients = Array.from({ length: connections }, (_, i) => sendUntilClosed(service.port, i, tally));
  await sleep(loadMs);
  // On a busy machine the first answers take longer than that.
  while (tally.answered < connections) await sleep(10);
  const startedAt = performance.now();
  const exitCode = await service.stop();
  const stopMs = Math.round(performance.now() - startedAt);
  await Promise.all(clients);
  await Deno.remove(dir, { recursive: true });
  return { ...tally, exitCode, stopMs };
}

// Sends requests until the service accepts no more connections.
async function sendUntilClosed(
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
        const response = await used.get(path);
        tally.answered++;
        if (response.status === 503) tally.unhealthy++;
        isLast = response.isLast;
      }
    } catch (error) {
      if (!(error instanceof DroppedError)) throw error;
      tally.dropped++;
    }
  }
}
