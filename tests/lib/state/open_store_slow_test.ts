import { Redis } from "ioredis";
import { assertEquals, assertGreater, assertLessOrEqual, assertRejects } from "@std/assert";
import { BAN_MS, Bans } from "@/lib/access/bans.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { openStore, SharedStore } from "@/lib/state/shared_store.ts";
import type { AddPointsOptions, Store } from "@/lib/state/store.ts";
import { startRedis } from "@/tests/load/redis_server.ts";
import { ifInstalled } from "@/tests/programs.ts";

interface Database extends AsyncDisposable {
  readonly url: string;
}

async function startKv(): Promise<Database> {
  const dir = await Deno.makeTempDir();
  return { url: `kv:${dir}/state.db`, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

const DATABASES: Record<string, () => Promise<Database>> = { "Deno KV": startKv, Redis: startRedis };

for (const [name, start] of Object.entries(DATABASES)) {
  const named = (title: string) => name === "Redis" ? ifInstalled("redis-server", title) : { name: title };

  Deno.test(named(`openStore() counts in ${name} and returns when the window ends`), async () => {
    await using database = await start();
    using store = await open(database.url);
    assertEquals((await store.addPoints(pointsFor("a", 3))).points, 3);
    const { points, resetMs } = await store.addPoints(pointsFor("a", 4));
    assertEquals([points, (await store.addPoints(pointsFor("b", 1))).points], [7, 1]);
    assertGreater(resetMs, 0);
    assertLessOrEqual(resetMs, 60_000);
  });

  Deno.test(named(`openStore() counts in ${name} from zero after the window`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.addPoints({ ...pointsFor("a", 3), windowMs: 20 });
    await sleep(40);
    assertEquals((await store.addPoints(pointsFor("a", 1))).points, 1);
  });

  Deno.test(named(`openStore() loses no point in ${name} when two instances add at once`), async () => {
    await using database = await start();
    using first = await open(database.url);
    using second = await open(database.url);
    const add = (store: Store, client: number) => store.addPoints(pointsFor(`client${client}`, 1));
    await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? first : second, i % 8)));
    const totals = await Promise.all(Array.from({ length: 8 }, (_, i) => add(first, i)));
    assertEquals(totals.map(({ points }) => points), Array(8).fill(6));
  });

  Deno.test(named(`openStore() stores bans in ${name} and omits those that ended`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.saveBans([{ client: "2001:db8:0:1::/64", leftMs: 60_000 }, { client: "192.0.2.1", leftMs: 1 }]);
    await sleep(2);
    using reopened = await open(database.url);
    const bans = await reopened.loadBans();
    assertEquals(bans.map(({ client, leftMs }) => [client, Math.ceil(leftMs / 60_000)]), [["2001:db8:0:1::/64", 1]]);
  });

  Deno.test(named(`openStore() deletes bans and counters in ${name}`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.saveBans([{ client: "a", leftMs: 60_000 }, { client: "b", leftMs: 60_000 }]);
    await store.addPoints(pointsFor("a", 3));
    await store.deleteBan("a");
    await store.resetPoints({ name: "test", client: "a" });
    assertEquals((await store.loadBans()).map(({ client }) => client), ["b"]);
    assertEquals((await store.addPoints(pointsFor("a", 1))).points, 1);
  });

  Deno.test(named(`what lasts too long in ${name} because the clock was set back is shortened`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.addPoints({ ...pointsFor("a", 3), windowMs: 5 * BAN_MS });
    assertEquals(await store.addPoints(pointsFor("a", 1)), { points: 1, resetMs: 60_000 });
    await store.saveBans([{ client: "a", leftMs: 5 * BAN_MS }]);
    const shared = new SharedStore({ url: database.url, timeoutMs: 5_000 });
    const bans = new Bans({ store: shared });
    await bans.refresh();
    for (const { leftMs } of [...bans.list(), ...await store.loadBans()]) assertLessOrEqual(leftMs, BAN_MS);
    assertEquals(bans.isBanned("a"), true);
    await shared.close();
  });

  Deno.test(named(`SharedLimiter and Bans share one limit and one ban over two instances on ${name}`), async () => {
    await using database = await start();
    const stores = [0, 1].map(() => new SharedStore({ url: database.url, timeoutMs: 5_000 }));
    const bans = stores.map((shared) => new Bans({ store: shared }));
    await Promise.all(bans.map((list) => list.refresh()));
    const limiters = stores.map((shared) => new SharedLimiter(400, shared));
    let granted = 0;
    for (let i = 0; i < 900; i++) if ((await limiters[i % 2]!.take("a", 1)).allowed) granted++;
    assertLessOrEqual(Math.abs(granted - 400), 4);
    for (let i = 0; i < 10; i++) await bans[i % 2]!.countFailure("a");
    await Promise.all(bans.map((list) => list.refresh()));
    assertEquals(bans.map((list) => list.list().map(({ client }) => client)), [["a"], ["a"]]);
    await bans[0]!.lift("a");
    assertEquals(await stores[1]!.ask((store) => store.loadBans()), []);
    await Promise.all(stores.map((shared) => shared.close()));
  });
}

Deno.test(
  ifInstalled("redis-server", "SharedStore continues from memory while Redis is killed, and no ban is lost"),
  async () => {
    await using redis = await startRedis();
    const shared = new SharedStore({ url: redis.url, timeoutMs: 1_000 });
    const bans = new Bans({ store: shared });
    await bans.refresh();
    for (let i = 0; i < 10; i++) await bans.countFailure("a");
    const limiter = new SharedLimiter(20, shared);
    await limiter.take("b", 1);
    await redis.kill();
    assertEquals((await limiter.take("b", 1)).allowed, true);
    await redis.start();
    using store = await open(redis.url);
    assertEquals(await store.loadBans(), []);
    for (let attempt = 0; attempt < 200 && (await store.loadBans()).length === 0; attempt++) {
      await sleep(50);
      await bans.refresh();
    }
    assertEquals((await store.loadBans()).map(({ client }) => client), ["a"]);
    assertEquals(bans.list().map(({ client }) => client), ["a"]);
    await shared.close();
  },
);

Deno.test(
  ifInstalled("redis-server", "saveBans() leaves at most 100,000 bans in Redis, those that end last"),
  async () => {
    await using redis = await startRedis();
    using store = await open(redis.url);
    await store.saveBans([{ client: "c0", leftMs: 1_000_000 }]);
    // Redis adds the others itself, because sending them takes a second.
    const redisClient = new Redis(redis.url);
    const [key = ""] = await redisClient.keys("*");
    const script = `for i = 1, 100000 do redis.call("ZADD", KEYS[1], ARGV[1] + i, "c" .. i) end`;
    await redisClient.eval(script, 1, key, Date.now() + 2_000_000);
    await store.saveBans([{ client: "last", leftMs: 10_000_000 }]);
    const left = await Promise.all(["c0", "c1", "c2", "last"].map((client) => redisClient.zscore(key, client)));
    assertEquals([await redisClient.zcard(key), left.map((score) => score !== null)], [
      100_000,
      [false, false, true, true],
    ]);
    redisClient.disconnect();
  },
);

Deno.test(ifInstalled("redis-server", "saveBans() rejects if Redis is full, and the ban stays in memory"), async () => {
  await using redis = await startRedis("--maxmemory", "1");
  using store = await open(redis.url);
  await assertRejects(() => store.saveBans([{ client: "a", leftMs: 60_000 }]), Error, "OOM");
  const shared = new SharedStore({ url: redis.url, timeoutMs: 5_000 });
  const bans = new Bans({ store: shared });
  await bans.refresh();
  for (let i = 0; i < 10; i++) await bans.countFailure("a");
  await bans.refresh();
  assertEquals([shared.isUp, shared.fallbacks, bans.isBanned("a"), await store.loadBans()], [false, 10, true, []]);
  await shared.close();
});

Deno.test(ifInstalled("redis-server", "openStore() uses the database and the prefix of the URL"), async () => {
  await using redis = await startRedis();
  const urls = ["", "/0?prefix=pawkit", "/1", "?prefix=blue"].map((rest) => `${redis.url}${rest}`);
  const totals: number[] = [];
  for (const url of urls) {
    using store = await open(url);
    totals.push((await store.addPoints(pointsFor("a", 1))).points);
  }
  assertEquals(totals, [1, 2, 1, 1]);
});

Deno.test({
  ...ifInstalled("redis-server", "a command of the store rejects with the reason why Redis cannot be used"),
  // The client of Redis leaves a timer behind when it could not connect.
  sanitizeResources: false,
}, async () => {
  await using redis = await startRedis("--requirepass", "right");
  const address = `127.0.0.1:${redis.port}`;
  await using replica = await startRedis("--replicaof", "127.0.0.1", "1");
  const cases: Record<string, string> = {
    [`redis://:wrong@${address}`]: "WRONGPASS",
    [`redis://${address}`]: "NOAUTH",
    [`redis://:right@${address}/99`]: "DB index is out of range",
    [replica.url]: "READONLY",
    "redis://127.0.0.1:1": "ECONNREFUSED 127.0.0.1:1",
    // Without a name server the error is EAI_AGAIN instead of ENOTFOUND.
    "redis://nowhere.invalid": "nowhere.invalid",
    [`redis-sentinel://${new URL(replica.url).host}/main`]: "unknown command 'sentinel'",
    [`redis-cluster://${new URL(replica.url).host}`]: "cluster support disabled",
  };
  for (const [url, reason] of Object.entries(cases)) {
    using store = await open(url);
    const error = await assertRejects(() => store.addPoints(pointsFor("a", 1)), Error, reason);
    assertEquals(/right|wrong@/.test(error.message), false);
  }
  using store = await open(`redis://:right@${address}/15`);
  assertEquals((await store.addPoints(pointsFor("a", 1))).points, 1);
});

async function open(url: string): Promise<Store & Disposable> {
  const store = await openStore(url, () => {});
  return Object.assign(store, { [Symbol.dispose]: () => store.close() });
}

function pointsFor(client: string, points: number): AddPointsOptions {
  return { name: "test", client, points, windowMs: 60_000 };
}
