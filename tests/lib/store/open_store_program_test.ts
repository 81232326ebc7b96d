import { Redis } from "ioredis";
import { assertEquals, assertRejects } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { startRedis } from "@/tests/load/redis_server.ts";
import { ifInstalled } from "@/tests/programs.ts";
import { countOf, createInstance, open, testStore } from "./store_tests.ts";

testStore({ name: "Redis", start: startRedis, named: (title) => ifInstalled("redis-server", title) });

Deno.test(
  ifInstalled("redis-server", "instances continue from memory while Redis is killed, and its bans are lost with it"),
  async () => {
    await using redis = await startRedis();
    const { bans, points, exchange, shared } = createInstance(redis.url);
    points.charge("b", 100);
    for (let i = 0; i < 10; i++) bans.countWrongToken("a");
    await exchange.run();
    await bans.synchronize();
    await redis.kill();
    points.charge("b", 100);
    await exchange.run();
    await bans.synchronize();
    const left = '"default";r=200;t=30';
    assertEquals([points.headerOf("b"), bans.isBanned("a"), shared.isUp], [left, true, false]);
    await redis.start();
    while (!shared.isUp) {
      await sleep(10);
      points.charge("b", 1);
      await exchange.run();
      points.charge("b", -1);
      await bans.synchronize();
    }
    assertEquals([points.headerOf("b"), bans.list()], [left, []]);
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

Deno.test(ifInstalled("redis-server", "a full Redis refuses points and bans, and both stay in memory"), async () => {
  await using redis = await startRedis("--maxmemory", "1");
  using store = await open(redis.url);
  await assertRejects(() => store.writeBan({ client: "a", leftMs: 60_000 }), Error, "OOM");
  await assertRejects(() => store.add("points", [countOf("a", 1)]), Error, "OOM");
  const { bans, points, exchange, shared } = createInstance(redis.url);
  points.charge("b", 100);
  for (let i = 0; i < 10; i++) bans.countWrongToken("a");
  await exchange.run();
  await bans.synchronize();
  assertEquals([shared.isUp, bans.isBanned("a"), points.headerOf("b")], [false, true, '"default";r=300;t=15']);
  await shared.close();
});

Deno.test(ifInstalled("redis-server", "a key of another type or range in Redis has the sum 0"), async () => {
  await using redis = await startRedis();
  using store = await open(redis.url);
  const clients = ["text", "list", "most", "usual"];
  const counts = clients.map((client) => countOf(client, 2));
  await store.add("points", counts);
  const redisClient = new Redis(redis.url);
  const keys = await redisClient.keys("*");
  const [text = "", list = "", most = ""] = clients.map((client) => keys.find((key) => key.endsWith(client)));
  await redisClient.del(list);
  await redisClient.mset(text, "x", most, "9223372036854775807");
  await redisClient.lpush(list, "x");
  assertEquals(await store.add("points", counts), [0, 0, 0, 4]);
  redisClient.disconnect();
});

Deno.test(ifInstalled("redis-server", "openStore() uses the database of the URL, and keys under pawkit:"), async () => {
  await using redis = await startRedis();
  const sums: number[] = [];
  for (const path of ["", "/0", "/1"]) {
    using store = await open(`${redis.url}${path}`);
    sums.push(...await store.add("points", [countOf("a", 1)]), ...await store.add("failures", [countOf("a", 1)]));
    await store.writeBan({ client: "b", leftMs: 60_000 });
  }
  assertEquals(sums, [1, 1, 2, 2, 1, 1]);
  for (const db of [0, 1]) {
    const client = new Redis(redis.url, { db });
    assertEquals((await client.keys("*")).toSorted(), ["pawkit:bans", "pawkit:failures:a", "pawkit:points:a"]);
    client.disconnect();
  }
});

Deno.test(ifInstalled("redis-server", "add() in Redis is not stopped by a key that is no number"), async () => {
  await using redis = await startRedis();
  using store = await open(redis.url);
  const client = new Redis(redis.url);
  await client.rpush("pawkit:points:list", "x");
  await client.set("pawkit:points:text", "x");
  const add = () => store.add("points", ["a", "list", "text", "b"].map((name) => countOf(name, 5)));
  assertEquals([await add(), await add()], [[5, 0, 0, 5], [10, 0, 0, 10]]);
  client.disconnect();
});

Deno.test(
  ifInstalled("redis-server", "add() in Redis extends the time of points, but not of wrong tokens"),
  async () => {
    await using redis = await startRedis();
    using store = await open(redis.url);
    const client = new Redis(redis.url);
    const keys = ["pawkit:points:a", "pawkit:failures:a"];
    const add = async () => {
      for (const counter of ["points", "failures"] as const) await store.add(counter, [countOf("a", 1)]);
      // In hours, so that no pause of this machine matters.
      return await Promise.all(keys.map(async (key) => Math.ceil(await client.pttl(key) / 3_600_000)));
    };
    assertEquals(await add(), [1, 1]);
    assertEquals((await client.pttl(keys[0]!)) <= 120_000 && (await client.pttl(keys[1]!)) <= 600_000, true);
    for (const key of keys) await client.pexpire(key, 36_000_000);
    assertEquals(await add(), [1, 10]);
    client.disconnect();
  },
);

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
    const error = await assertRejects(() => store.add("points", [countOf("a", 1)]), Error, reason);
    assertEquals(/right|wrong@/.test(error.message), false);
  }
  using store = await open(`redis://:right@${address}/15`);
  assertEquals(await store.add("points", [countOf("a", 1)]), [1]);
});
