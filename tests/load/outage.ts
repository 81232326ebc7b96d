import { ask } from "./fleet.ts";
import { startRedis } from "./redis_server.ts";
import { type Service, startService } from "./service.ts";

/** What callers saw while Redis was killed and started again, empty. */
export interface OutageReport {
  readonly answers: number;
  readonly serverErrors: number;
  /** Answers to a banned client that let it in. */
  readonly slipped: number;
  /** Whether an instance that was started afterwards knows of the ban. */
  readonly isBanKept: boolean;
  readonly warnings: number;
}

/** Kills Redis under load of two instances, starts it again without its data, and starts a third instance. */
export async function killTheEngine(phaseMs: number): Promise<OutageReport> {
  await using redis = await startRedis();
  const dir = await Deno.makeTempDir();
  const env = { STATE_URL: redis.url, RATE_LIMIT: "1000000", TRUST_PROXY: "1", LOGS_DIR: dir };
  const services = await Promise.all([startService({ env }), startService({ env })]);
  await ban(services);
  const load = new Load(services);
  await pause(phaseMs);
  await redis.kill();
  await pause(phaseMs);
  await redis.start();
  await pause(phaseMs);
  const tally = await load.stop();
  const isBanKept = await isBannedAtNewcomer(env);
  const warnings = services.reduce((sum, service) => sum + service.output().split("Cannot reach").length - 1, 0);
  await Promise.all(services.map((service) => service.stop()));
  await Deno.remove(dir, { recursive: true });
  return { ...tally, isBanKept, warnings };
}

async function ban(services: readonly Service[]): Promise<void> {
  for (const service of services) {
    await ask(service, "192.0.2.2", 10, "/api/v5/app/operator/status");
    while ((await ask(service, "192.0.2.2", 1))[0] !== 403) await pause(50);
  }
}

async function isBannedAtNewcomer(env: Record<string, string>): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const newcomer = await startService({ env });
    const [status] = await ask(newcomer, "192.0.2.2", 1);
    await newcomer.stop();
    if (status === 403) return true;
    // The instances write their bans again with their next look at the store.
    await pause(250);
  }
  return false;
}

class Load {
  #isStopped = false;
  readonly #tally = { answers: 0, serverErrors: 0, slipped: 0 };
  readonly #work: Promise<unknown>;

  constructor(services: readonly Service[]) {
    this.#work = Promise.all(services.flatMap((service) => [0, 1, 2, 3].map((lane) => this.#run(service, lane))));
  }

  async stop() {
    this.#isStopped = true;
    await this.#work;
    return this.#tally;
  }

  async #run(service: Service, lane: number): Promise<void> {
    while (!this.#isStopped) {
      const client = lane === 0 ? "192.0.2.2" : `198.51.100.${lane}`;
      for (const status of await ask(service, client, 50)) {
        this.#tally.answers++;
        if (status >= 500) this.#tally.serverErrors++;
        if (lane === 0 && status !== 403) this.#tally.slipped++;
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
