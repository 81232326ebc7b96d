import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { Connection, DroppedError } from "./connection.ts";
import { countGranted, sendAs, sendWrongTokens, TOKEN, waitForStore } from "./fleet/fleet.ts";
import { startRedis } from "./redis_server.ts";
import { type Service, startService } from "./service.ts";

/** The result of {@linkcode restartOneByOne}. */
export interface RestartReport {
  readonly answered: number;
  /** Connections that closed before the response, so that the client had to send its request again. */
  readonly retried: number;
  /** Requests that failed twice in succession, or whose connection was refused. */
  readonly lost: number;
  readonly exitCodes: readonly number[];
  readonly limit: number;
  /** The requests of one client that were accepted, half of them sent before the restarts. */
  readonly granted: number;
  /**
   * Whether `granted` can be compared with `limit`. On a busy machine a process counts in its own memory for a while
   * because Redis replies too late, or the minute of the limit ends before the restarts do.
   */
  readonly isComparable: boolean;
  /** The statuses of a client that was banned before the restarts, on ten connections after them. */
  readonly banned: readonly number[];
}

/** Options of {@linkcode restartOneByOne}. */
export interface RestartOptions {
  /** The number of clients that open one connection after the other. */
  readonly connections: number;
  /** How often both processes are restarted. */
  readonly rounds: number;
  /** The limit of each client. */
  readonly limit: number;
  /** How long a client waits between two connections. */
  readonly pauseMs: number;
}

interface Load {
  readonly port: number;
  readonly pauseMs: number;
  isOver: boolean;
  answered: number;
  retried: number;
  lost: number;
}

/** The most requests on one connection. Many connections are opened, because those are what a restart can lose. */
const REQUESTS_EACH = 5;

/** Restarts two processes on one port (REUSE_PORT) one after the other, under load. */
export async function restartOneByOne(options: RestartOptions): Promise<RestartReport> {
  const { connections, rounds, limit, pauseMs } = options;
  await using redis = await startRedis();
  const dir = await Deno.makeTempDir();
  const port = findFreePort();
  const settings = { PORT: `${port}`, REUSE_PORT: "on", TRUST_PROXY: "1", LOGS_DIR: dir, OPERATOR_TOKEN: TOKEN };
  const all: Service[] = [];
  const start = async () => {
    const service = await startService({ env: { ...settings, STATE_URL: redis.url, RATE_LIMIT: `${limit}` } });
    all.push(service);
    return service;
  };
  const fleet: Service[] = [await start(), await start()];
  await waitForStore(fleet, 1);

  const startedAt = performance.now();
  const early = await sendAs("192.0.2.1", port, limit / 2, 1);
  await sendWrongTokens(fleet[0]!, "192.0.2.2", 10);
  const load: Load = { port, pauseMs, isOver: false, answered: 0, retried: 0, lost: 0 };
  const clients = Array.from({ length: connections }, (_, i) => sendUntilOver(load, i));
  const exitCodes: number[] = [];
  for (let i = 0; i < 2 * rounds; i++) {
    exitCodes.push(await fleet.shift()!.stop());
    fleet.push(await start());
  }
  load.isOver = true;
  await Promise.all(clients);

  const late = await sendAs("192.0.2.1", port, limit, 1);
  const isInTime = performance.now() - startedAt < 60_000;
  const banned = (await sendAs("192.0.2.2", port, 10, 10)).map(({ status }) => status);
  const isComparable = isInTime && !all.some((service) => service.output().includes("Cannot use the store"));
  for (const service of fleet) exitCodes.push(await service.stop());
  await Deno.remove(dir, { recursive: true });
  const { answered, retried, lost } = load;
  const granted = countGranted([...early, ...late]);
  return { answered, retried, lost, exitCodes, limit, granted, isComparable, banned };
}

async function sendUntilOver(load: Load, index: number): Promise<void> {
  let isRetry = false;
  // Each connection is another client, so that none exceeds its limit.
  for (let client = 0; !load.isOver; client++) {
    const headers = { "x-forwarded-for": `10.${index}.${(client >> 8) & 255}.${client & 255}` };
    try {
      using connection = await Connection.open(load.port);
      for (let i = 0, isLast = false; i < REQUESTS_EACH && !isLast; i++) {
        isLast = (await connection.get("/api/v1/uptime", headers)).isLast;
        load.answered++;
        isRetry = false;
      }
    } catch (error) {
      // The service closes a connection on which no request has arrived when it stops. Any client may send it again.
      const mayRetry: boolean = error instanceof DroppedError && !isRetry;
      load[mayRetry ? "retried" : "lost"]++;
      isRetry = mayRetry;
    }
    if (load.pauseMs > 0) await sleep(load.pauseMs);
  }
}
