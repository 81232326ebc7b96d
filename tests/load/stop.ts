import { sleep } from "@/lib/async/deadline.ts";
import { Connection, DroppedError } from "./connection.ts";
import { type Service, startService } from "./service.ts";

/** The result of {@linkcode stopUnderLoad}. */
export interface StopReport {
  readonly answered: number;
  /** Requests that were sent but not completely answered. */
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
  /** Lets the process run only three milliseconds in 160 while it stops, as on a machine with other work. */
  readonly isStarved?: boolean;
}

/** Stops the service under load. */
export async function stopUnderLoad({ connections, loadMs, isStarved = false }: StopOptions): Promise<StopReport> {
  const dir = await Deno.makeTempDir();
  const service = await startService({ env: { RATE_LIMIT: "off", LOGS_DIR: dir } });
  const tally = { answered: 0, dropped: 0, unhealthy: 0 };
  const clients = Array.from({ length: connections }, (_, i) => sendUntilClosed(service.port, i, tally));
  await sleep(loadMs);
  // On a busy machine the first answers take longer than that.
  while (tally.answered < connections) await sleep(10);
  const startedAt = performance.now();
  const stopped = service.stop();
  if (isStarved) await starve(service);
  const exitCode = await stopped;
  const stopMs = Math.round(performance.now() - startedAt);
  await Promise.all(clients);
  await Deno.remove(dir, { recursive: true });
  return { ...tally, exitCode, stopMs };
}

async function starve(service: Service): Promise<void> {
  try {
    while (true) {
      service.signal("SIGSTOP");
      await sleep(160);
      service.signal("SIGCONT");
      await sleep(3);
    }
  } catch (error) {
    // The process has ended.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
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
