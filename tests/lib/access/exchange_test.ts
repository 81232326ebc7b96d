import { assertEquals } from "@std/assert";
import { CountExchange } from "@/lib/access/exchange.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { Limiter } from "@/lib/access/limiter.ts";
import { FakeStore, shareFake } from "../store/fake_store.ts";

const MINUTE_MS = 60_000;

/** Creates an instance with its own limiter, on a store that it may share with others. */
function createInstance(store: FakeStore, limit = 100) {
  const time = { now: 100 * MINUTE_MS };
  const limiter = new Limiter({ limit, name: "limit", clock: () => time.now });
  const shared = shareFake(store);
  const times: number[] = [];
  let work = () => Promise.resolve();
  let isStopped = false;
  let pauseMs = 0;
  const exchange = new CountExchange({
    store: shared,
    limiters: [limiter],
    onStoreTime: (now) => times.push(now),
    repeat: (ms, repeated) => {
      pauseMs = ms;
      work = repeated;
      return () => isStopped = true;
    },
  });
  const left = (client = "a") => limiter.take(client, 0).remaining;
  return {
    time,
    limiter,
    shared,
    times,
    exchange,
    left,
    tick: () => work(),
    isStopped: () => isStopped,
    pause: () => pauseMs,
  };
}

Deno.test("CountExchange.run() makes two instances share one limit", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  first.limiter.take("a", 60);
  second.limiter.take("a", 30);
  // Each decides alone until the exchange.
  assertEquals([first.left(), second.left()], [40, 70]);
  await first.exchange.run();
  await second.exchange.run();
  assertEquals([first.left(), second.left()], [40, 10]);
  first.limiter.take("a", 1);
  await first.exchange.run();
  assertEquals([first.left(), second.limiter.take("a", 11).allowed], [9, false]);
});

Deno.test("CountExchange.run() asks only about clients that were counted since the last one", async () => {
  const store = new FakeStore();
  const { exchange, limiter } = createInstance(store);
  limiter.take("a", 1);
  await exchange.run();
  limiter.take("a", 1000);
  await exchange.run();
  assertEquals(store.calls, 1);
});

Deno.test("CountExchange.run() carries a debt to the next minute of all instances", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  first.limiter.charge("a", 130);
  await first.exchange.run();
  for (const { time } of [first, second]) time.now += MINUTE_MS;
  second.limiter.take("a", 1);
  await second.exchange.run();
  assertEquals([first.left(), second.left()], [70, 69]);
});

Deno.test("CountExchange.run() repeats what was refused, and without the store the counts go on alone", async () => {
  for (const fault of ["isDown", "isFull"] as const) {
    const store = new FakeStore();
    const { exchange, limiter, left } = createInstance(store);
    store[fault] = true;
    limiter.take("a", 10);
    await exchange.run();
    limiter.take("a", 5);
    await exchange.run();
    assertEquals([left(), limiter.take("a", 86).allowed, store.counters.size], [85, false, 0]);
    store[fault] = false;
    await exchange.run();
    assertEquals([...store.counters], [["limit 100 a", 15]]);
  }
});

Deno.test("CountExchange.run() counts an add without a reply as done", async () => {
  const store = new FakeStore();
  const { exchange, limiter, left, shared } = createInstance(store);
  limiter.take("a", 10);
  store.isSilent = true;
  await exchange.run();
  store.isSilent = false;
  await exchange.run();
  assertEquals([[...store.counters], left(), shared.isUp], [[["limit 100 a", 10]], 90, false]);
});

Deno.test("CountExchange.run() sends 1,200 counters in three parts, and stops at one that fails", async () => {
  const store = new FakeStore();
  const { exchange, limiter } = createInstance(store);
  for (let i = 0; i < 1_200; i++) limiter.take(`client${i}`, 1);
  store.isDown = true;
  await exchange.run();
  assertEquals(store.calls, 1);
  store.isDown = false;
  await exchange.run();
  assertEquals([store.calls, store.counters.size], [4, 1_200]);
});

Deno.test("CountExchange.run() reports the time of the store", async () => {
  const store = new FakeStore();
  const { exchange, limiter, times } = createInstance(store);
  store.now = 123;
  limiter.take("a", 1);
  await exchange.run();
  assertEquals(times, [123]);
});

Deno.test("CountExchange.run() begins when the last one has ended", async () => {
  const store = new FakeStore();
  const { exchange, limiter } = createInstance(store);
  const reply = Promise.withResolvers<{ now: number; points: number[] }>();
  const hasBegun = Promise.withResolvers<void>();
  const add = store.add.bind(store);
  store.add = () => {
    hasBegun.resolve();
    return reply.promise;
  };
  limiter.take("a", 1);
  const first = exchange.run();
  const second = exchange.run();
  await hasBegun.promise;
  limiter.take("a", 2);
  store.add = add;
  reply.resolve({ now: 0, points: [1] });
  await first;
  assertEquals(store.calls, 0);
  await second;
  assertEquals([store.calls, [...store.counters.values()]], [1, [2]]);
});

Deno.test("CountExchange.run() sends nothing while an earlier one goes on that the store did not end in time", async () => {
  const store = new FakeStore();
  const reply = Promise.withResolvers<{ now: number; points: number[] }>();
  let calls = 0;
  store.add = () => {
    calls++;
    return reply.promise;
  };
  const limiter = new Limiter({ limit: 100, name: "limit", clock: () => 0 });
  const exchange = new CountExchange({
    store: shareFake(store, { timeoutMs: 1 }),
    limiters: [limiter],
    onStoreTime: () => {},
  });
  for (let i = 0; i < 3; i++) {
    limiter.take("a", 1);
    await exchange.run();
  }
  assertEquals(calls, 1);
  reply.resolve({ now: 0, points: [1] });
  await sleep(0);
  await exchange.run();
  assertEquals(calls, 2);
});

Deno.test("CountExchange.start() exchanges once a second, and CountExchange.close() once more", async () => {
  const store = new FakeStore();
  const { exchange, limiter, tick, isStopped, pause } = createInstance(store);
  exchange.start();
  assertEquals(pause(), 1_000);
  limiter.take("a", 1);
  await tick();
  assertEquals([...store.counters.values()], [1]);
  limiter.take("a", 2);
  await exchange.close();
  assertEquals([[...store.counters.values()], isStopped()], [[3], true]);
});
