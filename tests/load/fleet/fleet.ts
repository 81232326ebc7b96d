import { assert } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { startNginx } from "../caches/proxies.ts";
import { Connection } from "../connection.ts";
import { type RedisServer, startRedis } from "../redis_server.ts";
import { type Service, startService } from "../service.ts";

/** The operator token of every instance. */
export const TOKEN = "the-token-of-a-fleet";

/** The limit of each client. */
export const LIMIT = 1200;

/** A client that the fleet has banned. */
export const BANNED = "192.0.2.66";

/** Three instances with one Redis, behind nginx. */
export interface Fleet extends AsyncDisposable {
  readonly port: number;
  readonly redis: RedisServer;
  readonly instances: Service[];
  /** Starts an instance again that has ended, on its port. */
  restart(index: number): Promise<void>;
}

/** Starts an instance that counts callers behind two proxies, as in compose.yaml. */
export async function startInstance(env: Record<string, string>): Promise<Service> {
  const common = { TRUST_PROXY: "2", BASE_URL: "http://paw.example", OPERATOR_TOKEN: TOKEN, FILTER_WORKERS: "1" };
  return await startService({ env: { RATE_LIMIT: `${LIMIT}`, ...common, ...env } });
}

/** Starts the fleet. */
export async function startFleet(folder: string): Promise<Fleet> {
  const redis = await startRedis();
  const ports = [findFreePort(), findFreePort(), findFreePort()];
  const start = (port: number) => startInstance({ STATE_URL: redis.url, LOGS_DIR: folder, PORT: `${port}` });
  const instances = await Promise.all(ports.map(start));
  const nginx = await startNginx(ports);
  await waitForStore(instances, 1);
  return {
    port: nginx.port,
    redis,
    instances,
    async restart(index) {
      instances[index] = await start(ports[index]!);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(instances.map((instance) => instance.stop()));
      await nginx[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}

/** A response to a request of {@linkcode sendAs}. */
export type Sent = Awaited<ReturnType<Connection["get"]>>;

/** Sends requests of a client on several connections. Each has another URL, so that all instances get some. */
export async function sendAs(
  client: string,
  port: number,
  requests: number,
  connections = 6,
  pauseMs = 0,
): Promise<Sent[]> {
  const send = async (_: unknown, index: number) => {
    const responses: Sent[] = [];
    using connection = await Connection.open(port);
    for (let i = index; i < requests; i += connections) {
      responses.push(await connection.get(`/api/v1/uptime?n=${i}`, { "x-forwarded-for": client }));
      if (pauseMs > 0) await sleep(pauseMs);
    }
    return responses;
  };
  return (await Promise.all(Array.from({ length: connections }, send))).flat();
}

/** Sends wrong tokens of a client behind a proxy to the operator area. */
export async function sendWrongTokens({ port }: Service, client: string, times: number): Promise<void> {
  using connection = await Connection.open(port);
  const headers = { "x-forwarded-for": client, authorization: "Bearer wrong" };
  for (let i = 0; i < times; i++) await connection.get("/api/v5/app/operator/status", headers);
}

/** Counts the responses that granted the request. */
export function countGranted(responses: readonly Sent[]): number {
  return responses.filter(({ status }) => status === 200).length;
}

/** Returns the points that a bucket has from a time on: those in it, and those that it gets. */
export function pointsSince(startedAt: number): number {
  return LIMIT + Math.ceil((performance.now() - startedAt) / 60_000 * LIMIT);
}

/**
 * Sends more requests of a new client to one instance than it may send, and returns how many were granted.
 *
 * @throws {Error} if these are not the points of a bucket.
 */
export async function countGrantedAlone({ port }: Service, client: string): Promise<number> {
  const startedAt = performance.now();
  const granted = countGranted(await sendAs(`${client}, 127.0.0.1`, port, 2 * LIMIT));
  const points = pointsSince(startedAt);
  assert(granted >= LIMIT && granted <= points, `granted ${granted} of ${points} points`);
  return granted;
}

/** Returns the value of a metric, added up over its labels that contain `label`. */
async function readMetric({ port }: Service, name: string, label = ""): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const lines = text.split("\n").filter((line) => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

/** Returns a metric, added up over all instances. */
export async function sumMetric(instances: readonly Service[], name: string, label?: string): Promise<number> {
  const values = await Promise.all(instances.map((instance) => readMetric(instance, name, label)));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Waits until `pawkit_state_up` has a value at every instance. */
export async function waitForStore(instances: readonly Service[], up: 0 | 1): Promise<void> {
  await waitUntil(`pawkit_state_up ${up}`, async () => {
    const values = await Promise.all(instances.map((instance) => readMetric(instance, "pawkit_state_up")));
    return values.every((value) => value === up);
  });
}

/** Waits for a condition. @throws {Error} after five minutes. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 5 * 60_000;
  while (!await isTrue()) {
    assert(performance.now() < end, `waited in vain for ${what}`);
    await sleep(100);
  }
}

/** Requests of many clients, and of those that are banned, until they are stopped. */
export class Load {
  #isOver = false;
  readonly #counts: Record<string, number> = {};
  readonly #work: Promise<unknown>;

  constructor(port: number, banned: readonly string[] = [BANNED]) {
    this.#work = Promise.all([...banned, "", "", ""].map((client, index) => this.#run(port, client, index)));
  }

  /** Stops them. @throws {Error} if a request was lost or got another status than it should have. */
  async stop(): Promise<string> {
    this.#isOver = true;
    await this.#work;
    const { right = 0, ...wrong } = this.#counts;
    assert(Object.keys(wrong).length === 0 && right > 0, `${right} right, but ${JSON.stringify(wrong)}`);
    return `${right} right, 0 lost`;
  }

  async #run(port: number, banned: string, index: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const client = banned || `10.${index}.${i >> 8}.${i & 255}`;
      const expected = banned === "" ? 200 : 403;
      const results = await sendAs(client, port, 20, 1)
        .then((sent) => sent.map(({ status }) => status === expected ? "right" : `${status} instead of ${expected}`))
        .catch((error: Error) => [error.message]);
      for (const result of results) this.#counts[result] = (this.#counts[result] ?? 0) + 1;
    }
  }
}
