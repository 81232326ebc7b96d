import { Redis } from "ioredis";
import { assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { CountExchange } from "@/lib/access/exchange.ts";
import { Limiter } from "@/lib/access/limiter.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { openKv, openKvStore } from "@/lib/store/kv_store.ts";
import { openStore, SharedStore } from "@/lib/store/shared_store.ts";
import { type Count, RefusedError, type Store, WINDOWS_MS } from "@/lib/store/store.ts";
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

  Deno.test(named(`openStore() adds to counters in ${name} and returns their sums and the time`), async () => {
    await using database = await start();
    using store = await open(database.url);
    assertEquals((await store.add([countOf("a", 3)])).points, [3]);
    const { points, now } = await store.add([countOf("b", 1), countOf("a", 4), {
      ...countOf("a", 2),
      window: WINDOW + 1,
    }]);
    assertEquals(points, [1, 7, 2]);
    assertAlmostEquals(now, Date.now(), 60_000);
  });

  Deno.test(named(`openStore() adds to 500 counters in ${name} at once`), async () => {
    await using database = await start();
    using store = await open(database.url);
    const counts = Array.from({ length: 500 }, (_, i) => countOf(`2001:db8:0:${i.toString(16)}::/64`, 1 + i));
    await store.add(counts);
    assertEquals((await store.add(counts)).points, counts.map(({ points }) => 2 * points));
  });

  Deno.test(named(`openStore() loses no point in ${name} when two instances add at once`), async () => {
    await using database = await start();
    using first = await open(database.url);
    using second = await open(database.url);
    const add = (store: Store, client: number) => store.add([countOf(`client${client}`, 1)]);
    await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? first : second, i % 8)));
    const sums = await Promise.all(Array.from({ length: 8 }, (_, i) => add(first, i)));
    assertEquals(sums.flatMap(({ points }) => points), Array(8).fill(6));
  });

  Deno.test(named(`openStore() stores bans in ${name} and omits those that ended`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.writeBan({ client: "2001:db8:0:1::/64", leftMs: 60_000 });
    await store.writeBan({ client: "192.0.2.1", leftMs: 1 });
    using reopened = await open(database.url);
    while ((await reopened.readBans()).bans.length > 1) await sleep(1);
    const { bans, now } = await reopened.readBans();
    assertAlmostEquals(now, Date.now(), 60_000);
    assertEquals(bans.map(({ client, leftMs }) => [client, Math.ceil(leftMs / 60_000)]), [["2001:db8:0:1::/64", 1]]);
  });

  Deno.test(named(`openStore() deletes a ban in ${name} and the wrong tokens of its client`), async () => {
    await using database = await start();
    using store = await open(database.url);
    for (const client of ["a", "b"]) await store.writeBan({ client, leftMs: 60_000 });
    // The end of the window may be between the two, so that there are attempts in both.
    const window = Math.floor(Date.now() / WINDOWS_MS.failures);
    const attempts = ["a", "b"].map((client) => ({ name: "failures" as const, window, client, points: 3 }));
    await store.add(attempts);
    await store.writeBan({ client: "a", leftMs: 0 });
    assertEquals((await store.readBans()).bans.map(({ client }) => client), ["b"]);
    if (Math.floor(Date.now() / WINDOWS_MS.failures) === window) {
      assertEquals((await store.add(attempts)).points, [3, 6]);
    }
  });

  Deno.test(named(`Limiter and Bans share one limit and one ban over two instances on ${name}`), async () => {
    await using database = await start();
    const instances = [createInstance(database.url), createInstance(database.url)];
    for (const { limiter, exchange } of instances) {
      limiter.take("a", 200);
      await exchange.run();
    }
    assertEquals(instances.map(({ limiter }) => limiter.take("a", 0).remaining), [200, 0]);
    for (const { bans, exchange } of instances) {
      for (let i = 0; i < 5; i++) bans.countWrongToken("a");
      await exchange.run();
    }
    for (const { bans } of instances.toReversed()) await bans.refresh();
    assertEquals(instances.map(({ bans }) => bans.isBanned("a")), [true, true]);
    const [first, second] = instances;
    first!.bans.lift("a");
    await first!.bans.refresh();
    await second!.bans.refresh();
    assertEquals(second!.bans.list(), []);
    for (const { shared } of instances) await shared.close();
  });
}

Deno.test("openStore() deletes counters of Deno KV that are older than two windows, once a minute", async () => {
  await using database = await startKv();
  const kv = await openKv(database.url);
  const time = { now: 100 * WINDOWS_MS.limit };
  const store = await openKvStore(database.url, () => time.now);
  const read = async () => (await Array.fromAsync(kv.list({ prefix: ["pawkit", "limit"] }))).map(({ key }) => key[2]);
  for (const window of [98, 99, 100, 101]) await store.add([{ ...countOf("a", 1), window }]);
  assertEquals(await read(), [98, 99, 100, 101]);
  time.now += WINDOWS_MS.limit;
  await store.add([{ ...countOf("a", 1), window: 101 }]);
  assertEquals(await read(), [99, 100, 101]);
  store.close();
  kv.close();
});

Deno.test(
  ifInstalled("redis-server", "instances continue from memory while Redis is killed, and its bans are lost with it"),
  async () => {
    await using redis = await startRedis();
    const { bans, limiter, exchange, shared } = createInstance(redis.url);
    limiter.take("b", 100);
    for (let i = 0; i < 10; i++) bans.countWrongToken("a");
    await exchange.run();
    await bans.refresh();
    await redis.kill();
    limiter.take("b", 100);
    await exchange.run();
    await bans.refresh();
    assertEquals([limiter.take("b", 0).remaining, bans.isBanned("a"), shared.isUp], [200, true, false]);
    await redis.start();
    while (!shared.isUp) {
      await sleep(10);
      await exchange.run();
      await bans.refresh();
    }
    assertEquals([limiter.take("b", 0).remaining, bans.list()], [200, []]);
    await shared.close();
  },
);

Deno.test(
  ifInstalled("redis-server", "writeBan() leaves at most 100,000 bans in Redis, those that end last"),
  async () => {
    await using redis = await startRedis();
    using store = await open(redis.url);
    await store.writeBan({ client: "c0", leftMs: 1_000_000 });
    // Redis adds the others itself, because sending them takes a second.
    const redisClient = new Redis(redis.url);
    const [key = ""] = await redisClient.keys("*");
    const script = `for i = 1, 100000 do redis.call("ZADD", KEYS[1], ARGV[1] + i, "c" .. i) end`;
    await redisClient.eval(script, 1, key, Date.now() + 2_000_000);
    await store.writeBan({ client: "last", leftMs: 10_000_000 });
    const left = await Promise.all(["c0", "c1", "c2", "last"].map((client) => redisClient.zscore(key, client)));
    assertEquals([await redisClient.zcard(key), left.map((score) => score !== null)], [
      100_000,
      [false, false, true, true],
    ]);
    redisClient.disconnect();
  },
);

Deno.test(ifInstalled("redis-server", "a full Redis refuses counts and bans, and both stay in memory"), async () => {
  await using redis = await startRedis("--maxmemory", "1");
  using store = await open(redis.url);
  await assertRejects(() => store.writeBan({ client: "a", leftMs: 60_000 }), RefusedError, "OOM");
  await assertRejects(() => store.add([countOf("a", 1)]), RefusedError, "OOM");
  const { bans, limiter, exchange, shared } = createInstance(redis.url);
  limiter.take("b", 100);
  for (let i = 0; i < 10; i++) bans.countWrongToken("a");
  await exchange.run();
  await bans.refresh();
  assertEquals([shared.isUp, bans.isBanned("a"), limiter.takeUnsent().length], [false, true, 1]);
  await shared.close();
});

Deno.test(ifInstalled("redis-server", "openStore() uses the database of the URL, and keys under pawkit:"), async () => {
  await using redis = await startRedis();
  const totals: number[] = [];
  for (const path of ["", "/0", "/1"]) {
    using store = await open(`${redis.url}${path}`);
    totals.push(...(await store.add([countOf("a", 1)])).points);
    await store.writeBan({ client: "b", leftMs: 60_000 });
  }
  assertEquals(totals, [1, 2, 1]);
  for (const db of [0, 1]) {
    const redisClient = new Redis(redis.url, { db });
    assertEquals((await redisClient.keys("*")).toSorted(), ["pawkit:bans", `pawkit:limit:${WINDOW}:a`]);
    redisClient.disconnect();
  }
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
  };
  for (const [url, reason] of Object.entries(cases)) {
    using store = await open(url);
    const error = await assertRejects(() => store.add([countOf("a", 1)]), RefusedError, reason);
    assertEquals(/right|wrong@/.test(error.message), false);
  }
  using store = await open(`redis://:right@${address}/15`);
  assertEquals((await store.add([countOf("a", 1)])).points, [1]);
});

async function open(url: string): Promise<Store & Disposable> {
  const store = await openStore(url);
  return Object.assign(store, { [Symbol.dispose]: () => store.close() });
}

/** A minute in the future, so that it neither ends during a test nor is old enough to be deleted. */
const WINDOW = 100_000_000;

function countOf(client: string, points: number): Count {
  return { name: "limit", window: WINDOW, client, points };
}

/** Creates what an instance of the service has, without its timers. */
function createInstance(url: string) {
  const shared = new SharedStore({ url });
  const clock = () => WINDOW * WINDOWS_MS.limit;
  const bans = new Bans({ store: shared, windowClock: clock });
  const limiter = new Limiter({ limit: 400, name: "limit", clock });
  const exchange = new CountExchange({ store: shared, limiters: [limiter, bans.wrongTokens], onStoreTime: () => {} });
  return { shared, bans, limiter, exchange };
}
