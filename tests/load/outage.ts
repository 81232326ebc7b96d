import { sleep } from "@/lib/async/deadline.ts";
import { sendRequests, sendWrongTokens } from "./fleet.ts";
import { startRedis } from "./redis_server.ts";
import { type Service, startService } from "./service.ts";

const TOKEN = "a-token-of-the-operator";

/** The result of {@linkcode killRedisUnderLoad}. */
export interface OutageReport {
  readonly responses: number;
  readonly serverErrors: number;
  /** Requests of a banned client that were answered with another status than 403. */
  readonly missedBans: number;
  /** Whether an instance that was started afterwards knows the ban. */
  readonly isBanRestored: boolean;
  readonly warnings: number;
}

/** Kills Redis while two instances are under load, restarts it without its data, and starts a third instance. */
export async function killRedisUnderLoad(phaseMs: number): Promise<OutageReport> {
  await using redis = await startRedis();
  const dir = await Deno.makeTempDir();
  const env = { STATE_URL: redis.url, RATE_LIMIT: "1000000", TRUST_PROXY: "1", LOGS_DIR: dir, OPERATOR_TOKEN: TOKEN };
  const services = await Promise.all([startService({ env }), startService({ env })]);
  await ban(services);
  const load = new Load(services);
  await sleep(phaseMs);
  await redis.kill();
  await sleep(phaseMs);
  await redis.start();
  await sleep(phaseMs);
  const tally = await load.stop();
  const isBanRestored = await isBannedAtNewInstance(env);
  const warnings = services.reduce((sum, service) => sum + service.output().split("Cannot use").length - 1, 0);
  await Promise.all(services.map((service) => service.stop()));
  await Deno.remove(dir, { recursive: true });
  return { ...tally, isBanRestored, warnings };
}

async function ban(services: readonly Service[]): Promise<void> {
  for (const service of services) {
    await sendWrongTokens(service, "192.0.2.2", 10);
    while ((await sendRequests(service, "192.0.2.2", 1))[0] !== 403) await sleep(50);
  }
}

async function isBannedAtNewInstance(env: Record<string, string>): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const instance = await startService({ env });
    const [status] = await sendRequests(instance, "192.0.2.2", 1);
    await instance.stop();
    if (status === 403) return true;
    // The other instances write their bans again when they next refresh them.
    await sleep(250);
  }
  return false;
}

class Load {
  #isStopped = false;
  readonly #tally = { responses: 0, serverErrors: 0, missedBans: 0 };
  readonly #work: Promise<unknown>;

  constructor(services: readonly Service[]) {
    this.#work = Promise.all(services.flatMap((service) => [0, 1, 2, 3].map((index) => this.#run(service, index))));
  }

  async stop() {
    this.#isStopped = true;
    await this.#work;
    return this.#tally;
  }

  async #run(service: Service, index: number): Promise<void> {
    while (!this.#isStopped) {
      const client = index === 0 ? "192.0.2.2" : `198.51.100.${index}`;
      for (const status of await sendRequests(service, client, 50)) {
        this.#tally.responses++;
        if (status >= 500) this.#tally.serverErrors++;
        if (index === 0 && status !== 403) this.#tally.missedBans++;
      }
    }
  }
}
