import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { SharedState } from "@/lib/state/shared_state.ts";
import { FakeEngine } from "../state/fake_engine.ts";

async function twoInstances(engine: FakeEngine, limit: number): Promise<SharedLimiter[]> {
  const states = [0, 1].map(() => new SharedState({ url: "redis://x", open: () => Promise.resolve(engine) }));
  await Promise.all(states.map((state) => state.ask((engine) => engine.loadBans())));
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
  assertEquals(await countGranted(await twoInstances(new FakeEngine(), 20), 60), 20);
});

Deno.test("SharedLimiter.take() grants a usual limit within 1 % over two instances", async () => {
  const granted = await countGranted(await twoInstances(new FakeEngine(), 1200), 3000);
  assertEquals(Math.abs(granted - 1200) <= 12, true, `granted ${granted}`);
});

Deno.test("SharedLimiter.take() leaves under 1 % unused when one of two instances stops sending", async () => {
  const [busy, quiet] = await twoInstances(new FakeEngine(), 1200);
  const granted = await countGranted([quiet!], 7) + await countGranted([busy!], 1300);
  assertGreaterOrEqual(granted, 1188);
});

Deno.test("SharedLimiter.take() grants expensive requests within 1 % over two instances", async () => {
  const granted = await countGranted(await twoInstances(new FakeEngine(), 1200), 300, 10);
  assertEquals(Math.abs(granted - 1200) <= 12, true, `granted ${granted}`);
});

Deno.test("SharedLimiter.take() returns the remaining points from the first request on", async () => {
  const [limiter] = await twoInstances(new FakeEngine(), 1200);
  const left: number[] = [];
  for (let i = 0; i < 30; i++) left.push((await limiter!.take("client", 1)).remaining);
  assertEquals(left, Array.from({ length: 30 }, (_, i) => 1199 - i));
});

Deno.test("SharedLimiter.take() contacts the store once for several requests", async () => {
  const engine = new FakeEngine();
  const [limiter] = await twoInstances(engine, 1200);
  await countGranted([limiter!], 600);
  assertEquals(engine.calls < 150, true, `${engine.calls} calls`);
});

Deno.test("SharedLimiter.take() does not contact the store again for a client that has no points left", async () => {
  const engine = new FakeEngine();
  const limiters = await twoInstances(engine, 20);
  await countGranted(limiters, 60);
  const before = engine.calls;
  assertEquals(await countGranted(limiters, 100), 0);
  assertEquals(engine.calls, before);
});

Deno.test("SharedLimiter.take() counts in memory while the store is down", async () => {
  const engine = new FakeEngine();
  const [limiter] = await twoInstances(engine, 20);
  engine.isDown = true;
  assertEquals(await countGranted([limiter!], 60), 20);
});
