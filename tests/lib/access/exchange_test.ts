import { assertEquals } from "@std/assert";
import { PointsExchange } from "@/lib/access/exchange.ts";
import { Points } from "@/lib/access/points.ts";
import { sleep } from "@/lib/async/deadline.ts";
import type { SharedStoreOptions } from "@/lib/store/shared_store.ts";
import { FakeStore, shareFake } from "../store/fake_store.ts";

/** Creates an instance with its own buckets of 100 points, on a store that it may share with others. */
function createInstance(store: FakeStore, options: Partial<SharedStoreOptions> = {}) {
  const time = { now: 0 };
  const points = new Points({ limit: 100, clock: () => time.now, isShared: true });
  const shared = shareFake(store, options);
  let work = () => Promise.resolve();
  let isStopped = false;
  let pauseMs = 0;
  const exchange = new PointsExchange({
    store: shared,
    points,
    repeat: (ms, repeated) => {
      pauseMs = ms;
      work = repeated;
      return () => isStopped = true;
    },
  });
  return {
    time,
    points,
    shared,
    exchange,
    /** Returns the points of client `a`, also if they are negative. */
    left: () => 100 - Number(/t=(\d+)/.exec(points.headerOf("a"))?.[1]) / 0.6,
    /** Lets client `a` spend points, and exchanges them. */
    spend: async (spent: number) => {
      points.charge("a", spent);
      await exchange.run();
    },
    tick: () => work(),
    isStopped: () => isStopped,
    pause: () => pauseMs,
  };
}

Deno.test("PointsExchange.run() makes three instances share one limit, one of which is new", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  for (const { spend } of [first, second]) await spend(3);
  // The first sum is only a starting point, so each has charged its own points only.
  assertEquals([first.left(), second.left()], [97, 97].map(rounded));
  await first.spend(12);
  await second.spend(3);
  // The first one has learnt 3 of the second, and the second 12 of the first.
  assertEquals([first.left(), second.left()], [82, 82].map(rounded));
  const third = createInstance(store);
  await third.spend(6);
  await first.spend(6);
  await third.spend(3);
  await first.spend(3);
  // The new one has learnt 6 of the first; the first 3 of the second and 9 of the third.
  assertEquals([third.left(), first.left()], [85, 61].map(rounded));
});

/** Returns what `left()` returns for a number of points: the header states whole seconds. */
function rounded(points: number): number {
  return 100 - Math.ceil((100 - points) * 0.6) / 0.6;
}

Deno.test("PointsExchange.run() empties a bucket to the negative limit at most", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  await first.spend(1);
  await second.spend(1_000_000);
  await first.spend(1);
  assertEquals(first.left(), -100);
});

Deno.test("PointsExchange.run() charges nothing that came back elsewhere while the own bucket was full", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  await first.spend(5);
  await second.spend(5);
  // Within the limit, for ten minutes, but almost only at the second instance.
  for (let i = 0; i < 200; i++) {
    for (const { time } of [first, second]) time.now += 3_000;
    await second.spend(5);
  }
  await first.spend(5);
  // 1,005 points of the second one, less the 995 that did not fit into the bucket of the first.
  assertEquals([first.left(), second.left()], [85, 95].map(rounded));
  await second.spend(60);
  await first.spend(5);
  assertEquals(first.left(), rounded(20));
});

Deno.test("PointsExchange.run() asks only about clients that have spent something since the last one", async () => {
  const store = new FakeStore();
  const { exchange, spend } = createInstance(store);
  await spend(1);
  await exchange.run();
  assertEquals(store.calls, 1);
});

Deno.test("PointsExchange.run() charges nothing when the store has lost its data, and continues from there", async () => {
  const store = new FakeStore();
  const [first, second] = [createInstance(store), createInstance(store)];
  await first.spend(10);
  await second.spend(30);
  store.counters.clear();
  await second.spend(1);
  await first.spend(2);
  assertEquals(first.left(), rounded(88));
  await second.spend(6);
  await first.spend(3);
  assertEquals(first.left(), rounded(79));
});

Deno.test("PointsExchange.run() drops what it sent if the store fails, and charges nobody twice", async () => {
  for (const error of ["isDown", "isFull", "isSilent"] as const) {
    const store = new FakeStore();
    const [first, second] = [createInstance(store), createInstance(store)];
    for (const { spend } of [first, second]) await spend(1);
    store[error] = true;
    await first.spend(9);
    store[error] = false;
    await first.exchange.run();
    assertEquals(store.counters.get("points a"), error === "isSilent" ? 11 : 2, error);
    // With a starting point, the nine points of a lost reply would be taken for those of others.
    await second.spend(10);
    await first.spend(10);
    assertEquals(first.left(), rounded(80), error);
    await second.spend(3);
    await first.spend(3);
    assertEquals([first.left(), first.shared.isUp], [rounded(74), false], error);
  }
});

Deno.test("PointsExchange.run() sends 1,200 clients in three parts, and drops those that follow a failing one", async () => {
  const store = new FakeStore();
  const { exchange, points } = createInstance(store);
  const spend = () => {
    for (let i = 0; i < 1_200; i++) points.take(`client${i}`);
  };
  spend();
  await exchange.run();
  assertEquals([store.calls, store.counters.size], [3, 1_200]);
  const add = store.add.bind(store);
  store.add = (...args) => {
    store.isDown = store.calls === 4;
    return add(...args);
  };
  spend();
  await exchange.run();
  store.isDown = false;
  await exchange.run();
  const sums = [...store.counters.values()];
  assertEquals([store.calls, sums.filter((sum) => sum === 2).length], [5, 500]);
});

/** Lets the test decide when the store replies. */
function holdAdd(store: FakeStore) {
  const reply = Promise.withResolvers<readonly number[]>();
  const hasBegun = Promise.withResolvers<void>();
  const add = store.add.bind(store);
  const held = { reply, hasBegun, calls: 0, release: () => store.add = add };
  store.add = () => {
    held.calls++;
    hasBegun.resolve();
    return reply.promise;
  };
  return held;
}

Deno.test("PointsExchange.run() begins when the last one has ended", async () => {
  const store = new FakeStore();
  const { exchange, points } = createInstance(store);
  const { hasBegun, reply, release } = holdAdd(store);
  points.charge("a", 1);
  const first = exchange.run();
  const second = exchange.run();
  await hasBegun.promise;
  points.charge("a", 2);
  release();
  reply.resolve([1]);
  await first;
  assertEquals(store.calls, 0);
  await second;
  assertEquals([store.calls, [...store.counters.values()]], [1, [2]]);
});

Deno.test("PointsExchange.run() sends nothing while the store hangs, and then all of it, without charging it twice", async () => {
  const store = new FakeStore();
  const { exchange, points, left, spend } = createInstance(store, { timeoutMs: 1 });
  await spend(1);
  const held = holdAdd(store);
  for (let i = 0; i < 3; i++) await spend(2);
  assertEquals(held.calls, 1);
  // Another instance has spent 30.
  held.release();
  store.counters.set("points a", 33);
  held.reply.resolve([33]);
  await sleep(0);
  assertEquals(left(), rounded(63));
  await exchange.run();
  assertEquals([store.counters.get("points a"), left()], [37, rounded(63)]);
  assertEquals(points.takeSpent(), []);
});

Deno.test("PointsExchange.start() exchanges once a second, and PointsExchange.close() once more", async () => {
  const store = new FakeStore();
  const { exchange, points, tick, isStopped, pause } = createInstance(store);
  exchange.start();
  assertEquals(pause(), 1_000);
  points.take("a");
  await tick();
  assertEquals([...store.counters.values()], [1]);
  points.charge("a", 2);
  await exchange.close();
  assertEquals([[...store.counters.values()], isStopped()], [[3], true]);
});
