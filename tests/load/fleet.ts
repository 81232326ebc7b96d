import { sleep } from "@/lib/async/deadline.ts";
import { Connection } from "./connection.ts";
import { startRedis } from "./redis_server.ts";
import { type Service, startService } from "./service.ts";

/** The operator token of the services, for {@linkcode waitForEngine}. */
export const TOKEN = "the-token-of-a-fleet";

/** The result of {@linkcode shareOneLimit}. */
export interface FleetReport {
  readonly limit: number;
  /** The requests of one client that both instances together accepted within a minute. */
  readonly granted: number;
  /** The statuses that the instances return to a client after a ban to which both contributed. */
  readonly banned: readonly number[];
  /** Whether an instance counted in its own memory for a while because Redis did not answer in time. */
  readonly wasAlone: boolean;
}

/** Sends more requests of one client than its limit allows to two instances that share one Redis. */
export async function shareOneLimit(limit: number, connections: number): Promise<FleetReport> {
  await using redis = await startRedis();
  const dir = await Deno.makeTempDir();
  const env = { STATE_URL: redis.url, RATE_LIMIT: `${limit}`, TRUST_PROXY: "1", LOGS_DIR: dir, OPERATOR_TOKEN: TOKEN };
  const services = await Promise.all([startService({ env }), startService({ env })]);
  for (const service of services) await waitForEngine(service);
  const each = Math.ceil(limit * 1.5 / connections);
  const statuses = await Promise.all(
    Array.from({ length: connections }, (_, i) => sendRequests(services[i % 2]!, "192.0.2.1", each)),
  );
  const granted = statuses.flat().filter((status) => status === 200).length;
  const banned = await banAtBoth(services);
  await Promise.all(services.map((service) => service.stop()));
  await Deno.remove(dir, { recursive: true });
  const wasAlone = services.some((service) => service.output().includes("Cannot use the store"));
  return { limit, granted, banned, wasAlone };
}

/** Waits until a service has reached its store. */
export async function waitForEngine({ port }: Service): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  while (true) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v5/app/operator/status`, { headers });
    if ((await response.json()).state.isUp) return;
    await sleep(50);
  }
}

// Sends five failed attempts to each instance. Five alone would not cause a ban.
async function banAtBoth(services: readonly Service[]): Promise<number[]> {
  for (const service of services) await sendWrongTokens(service, "192.0.2.2", 5);
  let statuses: number[] = [];
  for (let attempt = 0; attempt < 100 && statuses.some((status) => status !== 403) || attempt === 0; attempt++) {
    await sleep(100);
    statuses = (await Promise.all(services.map((service) => sendRequests(service, "192.0.2.2", 1)))).flat();
  }
  return statuses;
}

/** Sends requests of a client behind a proxy and returns the statuses. */
export async function sendRequests(service: Service, client: string, times: number): Promise<number[]> {
  return await send(service, times, "/api/v1/uptime", { "x-forwarded-for": client });
}

/** Sends wrong tokens of a client behind a proxy to the operator area and returns the statuses. */
export async function sendWrongTokens(service: Service, client: string, times: number): Promise<number[]> {
  const headers = { "x-forwarded-for": client, authorization: "Bearer wrong" };
  return await send(service, times, "/api/v5/app/operator/status", headers);
}

async function send(
  service: Service,
  times: number,
  path: string,
  headers: Record<string, string>,
): Promise<number[]> {
  using connection = await Connection.open(service.port);
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await connection.get(path, headers)).status);
  return statuses;
}
