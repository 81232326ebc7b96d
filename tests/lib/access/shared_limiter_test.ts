import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { SharedStore } from "@/lib/state/shared_store.ts";
import { FakeStore } from "../state/fake_store.ts";

async function twoInstances(store: FakeStore, limit: number): Promise<SharedLimiter[]> {
  const states = [0, 1].map(() => new SharedStore({ url: "redis://x", open: () => Promise.resolve(store) }));
  await Promise.all(states.map((state) => state.ask((store) => store.loadBans())));
  return states.map((state) => new SharedLimiter(limit, state));
}

async function countGranted(limiters: SharedLimiter[], requests: number, points = 1): Promise<number> {
  let granted = 0;
  for (let i = 0; i < requests; i++) {
    const { allowed } = await limiters[i % limiters.length]!.take("client", points);
    if (allowed) granted += points;
  }
  return granted;
}

Deno.test("SharedLimiter.take() grants a small limit exactly over two instances", async () => {
  assertEquals(await countGranted(await twoInstances(new FakeStore(), 20), 60), 20);
});

Deno.test("SharedLimiter.take() grants a usual limit within 1 % over two instances", async () => {
  const granted = await countGranted(await twoInstances(new FakeStore(), 1200), 3000);
  assertEquals(Math.abs(granted - 1200) <= 12, true, `granted ${granted}`);
});

Deno.test("SharedLimiter.take() leaves under 1 % unused when one of two instances stops sending", async () => {
  const [busy, quiet] = await twoInstances(new FakeStore(), 1200);
  const granted = await countGranted([quiet!], 7) + await countGranted([busy!], 1300);
  assertGreaterOrEqual(granted, 1188);
});

Deno.test("SharedLimiter.take() grants expensive requests within 1 % over two instances", async () => {
  const granted = await countGranted(await twoInstances(new FakeStore(), 1200), 300, 10);
  assertEquals(Math.abs(granted - 1200) <= 12, true, `granted ${granted}`);
});

Deno.test("SharedLimiter.take() returns the remaining points from the first request on", async () => {
  const [limiter] = await twoInstances(new FakeStore(), 1200);
  const left: number[] = [];
  for (let i = 0; i < 30; i++) left.push((await limiter!.take("client", 1)).remaining);
  assertEquals(left, Array.from({ length: 30 }, (_, i) => 1199 - i));
});

Deno.test("SharedLimiter.take() contacts the store once for several requests", async () => {
  const store = new FakeStore();
  const [limiter] = await twoInstances(store, 1200);
  await countGranted([limiter!], 600);
  assertEquals(store.calls < 150, true, `${store.calls} calls`);
});

Deno.test("SharedLimiter.take() does not contact the store again for a client that has no points left", async () => {
  const store = new FakeStore();
  const limiters = await twoInstances(store, 20);
  await countGranted(limiters, 60);
  const before = store.calls;
  assertEquals(await countGranted(limiters, 100), 0);
  assertEquals(store.calls, before);
});

Deno.test("SharedLimiter.take() counts in memory while the store is down", async () => {
  const store = new FakeStore();
  const [limiter] = await twoInstances(store, 20);
  store.isDown = true;
  assertEquals(await countGranted([limiter!], 60), 20);
});
