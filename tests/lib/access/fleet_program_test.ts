import { assertEquals } from "@std/assert";
import { askRedis, startRedis } from "@/tests/load/redis_server.ts";
import { ifInstalled } from "@/tests/programs.ts";
import { startInstance, testFleet } from "./fleet_tests.ts";

testFleet({
  name: "Redis",
  async start() {
    const redis = await startRedis();
    const clear = async () => void await askRedis(redis, "FLUSHALL");
    return { ...redis, clear };
  },
  named: (title) => ifInstalled("redis-server", title),
});

Deno.test(ifInstalled("redis-server", "a Redis that hangs delays no request, and charges nothing"), async () => {
  await using redis = await startRedis();
  const instance = await startInstance(redis.url);
  await instance.exchange();
  assertEquals(await askRedis(redis, "CLIENT", "PAUSE", "1000000", "ALL"), "OK");
  assertEquals(instance.spend(10), 90);
  instance.beginExchange();
  // Each of them would fail if a request returned a promise.
  for (let left = 89; left >= 0; left--) assertEquals(instance.spend(1), left);
  await instance.access.close();
});
