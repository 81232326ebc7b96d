import { assert, assertEquals, assertLessOrEqual, assertMatch } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { askRedis, startRedis } from "../redis_server.ts";
import type { Service } from "../service.ts";
import * as fleets from "./fleet.ts";
import {
  BANNED,
  countGranted,
  countGrantedAlone,
  type Fleet,
  LIMIT,
  Load,
  pointsSince,
  sendAs,
  sendWrongTokens,
  startInstance,
  waitForStore,
  waitUntil,
} from "./fleet.ts";

/** What was answered, logged and counted. */
export interface Row {
  readonly answered: string;
  readonly logged?: string;
  readonly counted?: string;
}

/** Bans a client with wrong tokens at each instance, too few of them for a ban at one alone. */
export async function banEverywhere({ port, instances }: Fleet): Promise<Row> {
  for (const [i, times] of [3, 3, 4].entries()) await sendWrongTokens(instances[i]!, `${BANNED}, 127.0.0.1`, times);
  await waitUntil("the ban", async () => {
    const statuses = (await sendAs(BANNED, port, 12)).map(({ status }) => status);
    return statuses.every((status) => status === 403);
  });
  return { answered: "403 at all three" };
}

/** Checks of the fleet behind nginx, in this order. Each throws for what is wrong. */
export const FLEET_CHECKS: Readonly<Record<string, (fleet: Fleet) => Promise<Row>>> = {
  async "one limit for three instances"({ port }) {
    const startedAt = performance.now();
    const sent = await sendAs("192.0.2.1", port, 2 * LIMIT, 6, 15);
    const perSecond = sent.length / (performance.now() - startedAt) * 1000;
    const granted = countGranted(sent);
    // Instances do not charge what others have spent before the first exchange, and learn the rest a second later.
    const points = pointsSince(startedAt) + 3 * perSecond;
    assert(granted >= LIMIT && granted <= points, `granted ${granted} of ${points} points`);
    const waits = sent.map(({ head }) => Number(head.match(/retry-after: (\d+)/)?.[1] ?? 0));
    assertLessOrEqual(Math.max(...waits), 66);
    return { answered: `${granted} of ${sent.length} granted, at ${Math.round(perSecond)} per second` };
  },

  async "results computed once"({ port, instances }) {
    const seen = new Set<number>();
    const random = createRandom(7);
    for (let i = 0; i < 200; i++) {
      // Zipf: the picture of rank n is requested 1/n as often as the first.
      const picture = Math.floor(41 ** random()) - 1;
      seen.add(picture);
      const image = `/images/animals/cat/cat${10_000 + picture}.png?size=64`;
      const path = `/api/v2/filter/blur?image=${encodeURIComponent(image)}`;
      const headers = { "x-forwarded-for": `192.0.3.${i % 50}` };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      assertEquals([response.status, (await response.bytes()).length > 100], [200, true]);
    }
    const computed = await fleets.sumMetric(instances, "pawkit_filter_cache_requests_total", "miss");
    assertLessOrEqual(computed, 42);
    return { answered: `200 right, ${seen.size} pictures`, counted: `${computed} computations` };
  },

  async "rolling restart"({ port, instances, ...fleet }) {
    const load = new Load(port);
    for (const [i, instance] of [...instances].entries()) {
      assertEquals(await instance.stop(), 0);
      await fleet.restart(i);
      // Until then nginx still avoids it, and there would be nobody left if another one stopped.
      await sleep(FAIL_TIMEOUT_MS);
    }
    const answered = await load.stop();
    await waitForStore(instances, 1);
    return { answered, logged: "3 exits with 0" };
  },

  async "kill -9 of an instance"({ port, instances, ...fleet }) {
    const load = new Load(port);
    await sleep(500);
    instances[0]!.signal("SIGKILL");
    await instances[0]!.exitCode;
    await sleep(500);
    await fleet.restart(0);
    const answered = await load.stop();
    await waitForStore(instances, 1);
    return { answered };
  },

  async "Redis killed, back without data"(fleet) {
    const row = await loseStore(fleet, {
      lose: () => fleet.redis.kill(),
      during: () => assertStaysLost(fleet),
      restore: () => fleet.redis.start(),
      cause: CLOSED,
      banned: [],
    });
    // The bans are lost with the data of the store.
    await waitUntil("the end of the ban", async () => countGranted(await sendAs(BANNED, fleet.port, 12)) === 12);
    await banEverywhere(fleet);
    return row;
  },

  async "Redis paused"({ port, instances, redis }) {
    const logged = instances.map((instance) => instance.output().length);
    const load = new Load(port);
    await askRedis(redis, "client", "pause", "4000");
    await sleep(4_500);
    const answered = await load.stop();
    const lines = instances.flatMap((instance, i) => linesAbout(instance, logged[i]));
    const up = await fleets.sumMetric(instances, "pawkit_state_up");
    assertEquals([lines, up], [[], instances.length]);
    return { answered, counted: "up 1" };
  },

  async "Redis full"(fleet) {
    let alone: number[] = [];
    const row = await loseStore(fleet, {
      lose: () => askRedis(fleet.redis, "config", "set", "maxmemory", "1"),
      restore: () => askRedis(fleet.redis, "config", "set", "maxmemory", "0"),
      cause: /OOM/,
      async during() {
        await assertStaysLost(fleet);
        alone = await Promise.all(fleet.instances.map((instance) => countGrantedAlone(instance, "192.0.2.9")));
      },
    });
    return { ...row, answered: `${row.answered}; alone granted ${alone.join(", ")}` };
  },
};

/** Checks of single instances, each with its own store. */
export const STORE_CHECKS: Readonly<Record<string, (folder: string) => Promise<Row>>> = {
  async "wrong password"(folder) {
    await using redis = await startRedis("--requirepass", "right-password");
    return await startWithout(`redis://:wrong-password@127.0.0.1:${redis.port}`, folder, /WRONGPASS/);
  },

  async "read-only replica"(folder) {
    await using primary = await startRedis();
    await using replica = await startRedis("--replicaof", "127.0.0.1", `${primary.port}`);
    return await startWithout(replica.url, folder, /READONLY/);
  },

  async "unknown database"(folder) {
    await using redis = await startRedis();
    const row = await startWithout(`${redis.url}/99`, folder, /DB index is out of range/);
    assertEquals(await askRedis(redis, "dbsize"), "0");
    return row;
  },
};

/** What the first request notices depends on the moment at which its server ends. */
const CLOSED = /ECONNRE|EPIPE|Connection is closed|No reply/;

interface Loss {
  readonly lose: () => Promise<unknown>;
  readonly during?: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
  readonly cause: RegExp;
  /** The clients that stay banned; by default {@linkcode BANNED}. */
  readonly banned?: readonly string[];
}

/** Shortest time between two losses that the service logs. */
const LOG_EVERY_MS = 10_000;

/** A little more than `fail_timeout` in docs/compose/nginx.conf. */
const FAIL_TIMEOUT_MS = 1_500;

async function loseStore({ port, instances }: Pick<Fleet, "port" | "instances">, loss: Loss): Promise<Row> {
  const times = instances.flatMap((instance) => linesAbout(instance)).map((line) => JSON.parse(line)["@timestamp"]);
  await sleep(Math.max(0, ...times.map((time) => Date.parse(time) + LOG_EVERY_MS - Date.now())));
  const logged = instances.map((instance) => instance.output().length);
  const load = new Load(port, loss.banned);
  await loss.lose();
  await waitForStore(instances, 0);
  await loss.during?.();
  await loss.restore();
  await waitForStore(instances, 1);
  const answered = await load.stop();
  for (const [i, instance] of instances.entries()) {
    await waitUntil("two lines in the log", () => Promise.resolve(linesAbout(instance, logged[i]).length > 1));
    const lines = linesAbout(instance, logged[i]);
    // On a busy machine the store may seem lost again before it stays.
    const expected = lines.map((_, index) => index % 2 === 0 ? "Cannot use" : "is back");
    assertEquals(lines.map((line) => /Cannot use|is back/.exec(line)?.[0]), expected, lines.join());
    assertEquals([lines.length > 0, lines.length % 2], [true, 0], lines.join());
    assertMatch(lines[0]!, loss.cause);
  }
  return { answered, logged: causeOf(linesAbout(instances[0]!, logged[0])[0]), counted: "up 1, 0, 1" };
}

/** Checks that `pawkit_state_up` does not flap while requests arrive. */
async function assertStaysLost({ instances }: Pick<Fleet, "instances">): Promise<void> {
  for (let i = 0; i < 15; i++) {
    assertEquals(await fleets.sumMetric(instances, "pawkit_state_up"), 0);
    await sleep(100);
  }
}

/** Starts an instance whose store cannot be used: it works, says why, and never shows the password. */
async function startWithout(url: string, folder: string, cause: RegExp): Promise<Row> {
  const instance = await startInstance({ STATE_URL: url, LOGS_DIR: folder });
  const granted = await countGrantedAlone(instance, "192.0.2.1");
  await assertStaysLost({ instances: [instance] });
  await instance.stop();
  const lines = linesAbout(instance);
  assertEquals(lines.length, 1);
  assertMatch(lines[0]!, cause);
  assert(!/(right|wrong)-password/.test(instance.output()), "the password was logged");
  return { answered: `${granted} granted`, logged: causeOf(lines[0]), counted: "up 0" };
}

function linesAbout(instance: Service, from = 0): string[] {
  return instance.output().slice(from).split("\n").filter((line) =>
    /Cannot use the store|The store .* is back/.test(line)
  );
}

function causeOf(line = ""): string {
  return /from memory \((.*?)\)/.exec(line)?.[1]?.replaceAll(/[\\"]/g, "").slice(0, 60) ?? line;
}

/** Returns the same numbers from 0 to 1 in each run (the generator of Park and Miller). */
function createRandom(seed: number): () => number {
  return () => (seed = seed * 48_271 % 2_147_483_647) / 2_147_483_647;
}
