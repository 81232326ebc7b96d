import { assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { SharedStore } from "@/lib/state/shared_store.ts";
import { FakeStore, shareFake } from "../state/fake_store.ts";

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

Deno.test("SharedLimiter.take() grants without the store what was left when it last replied, and counts this", async () => {
  const store = new FakeStore();
  const { shared, check } = shareFake(store);
  await shared.ask((store) => store.loadBans());
  const limiter = new SharedLimiter(1200, shared);
  const other = (await twoInstances(store, 1200))[0]!;
  assertEquals(await countGranted([other], 700), 700);
  assertEquals(await countGranted([limiter], 300), 300);
  store.isDown = true;
  const left = 1200 - store.totals.get("limit:client")!.points;
  const granted = await countGranted([limiter], 1200);
  assertEquals([granted >= left, granted <= left + 6, shared.fallbacks > 900], [true, true, true]);
  assertEquals(await countGranted([limiter], 100), 0);
  store.isDown = false;
  await check();
  // The store learns of these points, so the other instance does not grant them again.
  assertEquals(await countGranted([limiter], 100), 0);
  assertLessOrEqual(await countGranted([other], 100), 6);
});

Deno.test("SharedLimiter.take() uses replies of a late store, and no client gets more than its limit", async () => {
  const store = new FakeStore();
  const late: (() => void)[] = [];
  const time = { now: 0 };
  const { shared, check } = shareFake(store, { timeoutMs: 1 });
  await shared.ask((store) => store.loadBans());
  const limiter = new SharedLimiter(20, shared, () => time.now);
  assertEquals(await countGranted([limiter], 15), 15);
  const addPoints = store.addPoints.bind(store);
  store.addPoints = async (options) => {
    const total = await addPoints(options);
    await new Promise<void>((resolve) => late.push(resolve));
    return total;
  };
  // The 16th waits in vain; it and the others are granted from what was left.
  assertEquals([await countGranted([limiter], 15), shared.fallbacks], [5, 15]);
  time.now = 59_000;
  store.addPoints = addPoints;
  for (const resolve of late) resolve();
  await check();
  assertEquals([await countGranted([limiter], 15), shared.isUp], [0, true]);
  time.now = 200_000;
  store.totals.clear();
  assertEquals(await countGranted([limiter], 30), 20);
});

Deno.test("SharedLimiter.take() never states more than a window until the points are restored", async () => {
  const { shared } = shareFake(new FakeStore());
  const limiter = new SharedLimiter(20, shared, () => time++ / 3);
  let time = 1_000_000_000;
  for (let i = 0; i < 30; i++) assertLessOrEqual((await limiter.take(`client${i % 2}`, 1)).resetMs, 60_000);
});
