import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Bans } from "@/lib/access/bans.ts";
import { sleep } from "@/lib/async/deadline.ts";
import type { Ban } from "@/lib/store/store.ts";
import { recordDelays } from "../async/recorded_delays.ts";
import { FakeStore, shareFake } from "../store/fake_store.ts";

const START = 600_000;
const DAY_MS = 86_400_000;

/** Creates an instance, on a store that it may share with others. */
function bansOver(store?: FakeStore) {
  const time = { now: START };
  const clock = () => time.now;
  const shared = store && shareFake(store, { clock });
  const issued: Ban[] = [];
  const lifted: string[] = [];
  const onLift = (client: string) => void lifted.push(client);
  const bans = new Bans({ store: shared, clock, onBan: (ban) => issued.push(ban), onLift });
  return { time, bans, issued, lifted };
}

/** Waits for what the fake store does in the background: it has no timers. */
const settle = () => sleep(0);

function fail(bans: Bans, client: string, times: number): void {
  for (let i = 0; i < times; i++) bans.countWrongToken(client);
}

/** Lets the test decide when the bans have been read, and what they are. */
function holdRead(store: FakeStore) {
  const reading = Promise.withResolvers<readonly Ban[]>();
  const hasBegun = Promise.withResolvers<void>();
  store.readBans = () => {
    hasBegun.resolve();
    return reading.promise;
  };
  return { reading, hasBegun };
}

Deno.test("Bans.assertNotBanned() rejects a client after ten wrong tokens and states the minute until when", () => {
  const { bans } = bansOver();
  fail(bans, "a", 9);
  bans.assertNotBanned("a");
  fail(bans, "a", 1);
  const { now } = Date;
  Date.now = () => Date.parse("2026-02-28T23:59:30Z");
  const error = assertThrows(() => bans.assertNotBanned("a"), ApiError);
  Date.now = now;
  assertEquals([error.code, error.details], ["banned", { until: "2026-03-02T00:00:00.000Z" }]);
  bans.assertNotBanned("b");
});

Deno.test("Bans.countWrongToken() returns how many are left, and reports a ban once", () => {
  const { bans, issued } = bansOver();
  assertEquals(Array.from({ length: 12 }, () => bans.countWrongToken("a")), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  assertEquals([issued, bans.issued], [[{ client: "a", leftMs: DAY_MS }], 1]);
});

Deno.test("Bans.countWrongToken() forgets wrong tokens ten minutes after the first", () => {
  const { bans, time } = bansOver();
  fail(bans, "a", 1);
  time.now += 599_999;
  assertEquals(bans.countWrongToken("a"), 8);
  time.now += 1;
  fail(bans, "a", 9);
  bans.assertNotBanned("a");
  fail(bans, "a", 1);
  assertThrows(() => bans.assertNotBanned("a"), ApiError);
});

Deno.test("Bans.countWrongToken() counts 10,000 clients, and forgets the one that began first", () => {
  const { bans } = bansOver();
  for (let i = 0; i < 10_000; i++) bans.countWrongToken(`c${i}`);
  assertEquals([bans.countWrongToken("c0"), bans.countWrongToken("late")], [8, 9]);
  assertEquals([bans.countWrongToken("c1"), bans.countWrongToken("c0")], [8, 9]);
});

Deno.test("Bans.countWrongToken() forgets the client whose ten minutes began first, also if they have begun again", () => {
  const { time, bans } = bansOver();
  fail(bans, "a", 1);
  for (let i = 1; i < 10_000; i++) fail(bans, `b${i}`, 1);
  time.now += 600_001;
  fail(bans, "a", 1);
  fail(bans, "c", 1);
  assertEquals([bans.countWrongToken("a"), bans.countWrongToken("b2")], [8, 9]);
});

Deno.test("Bans.lift() reports a ban that it ends, and nothing else", () => {
  const { bans, lifted } = bansOver();
  fail(bans, "a", 10);
  for (const client of ["a", "a", "b"]) bans.lift(client);
  assertEquals(lifted, ["a"]);
});

Deno.test("Bans.assertNotBanned() accepts a client again after 24 hours", () => {
  const { bans, time } = bansOver();
  fail(bans, "a", 10);
  time.now += DAY_MS - 1;
  assertThrows(() => bans.assertNotBanned("a"), ApiError);
  time.now += 1;
  bans.assertNotBanned("a");
  assertEquals(bans.list(), []);
});

Deno.test("Bans.countWrongToken() sends each wrong token at once, and bans when those of all instances are ten", async () => {
  const store = new FakeStore();
  const [first, second] = [bansOver(store), bansOver(store)];
  fail(first.bans, "a", 5);
  fail(second.bans, "a", 4);
  await settle();
  assertEquals([store.counters.get("failures a"), first.bans.isBanned("a"), second.bans.isBanned("a")], [
    9,
    false,
    false,
  ]);
  fail(second.bans, "a", 1);
  await settle();
  assertEquals([second.bans.isBanned("a"), second.issued.length, store.bans.get("a")], [true, 1, DAY_MS]);
  await first.bans.synchronize();
  assertEquals([first.bans.isBanned("a"), first.issued.length], [true, 0]);
});

Deno.test("Bans.start() reads the bans at once, and again every three seconds", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  const again = Promise.withResolvers<void>();
  const { readBans } = store;
  let reads = 0;
  store.readBans = () => {
    if (++reads === 3) again.resolve();
    return readBans.call(store);
  };
  using timers = recordDelays();
  const loading = bans.start();
  const [every] = timers.delays;
  await loading;
  assertEquals([every, bans.list()], [3_000, []]);
  await again.promise;
  await bans.close();
});

Deno.test("Bans.synchronize() restores bans after a restart of the service", async () => {
  const store = new FakeStore();
  const { bans: before } = bansOver(store);
  fail(before, "a", 10);
  await before.synchronize();
  const { bans } = bansOver(store);
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), store.bans.get("a")], [true, DAY_MS]);
});

Deno.test("Bans.synchronize() lifts a ban that vanished from the store, and forgets its wrong tokens", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  fail(bans, "a", 10);
  await bans.synchronize();
  store.bans.delete("a");
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), bans.countWrongToken("a")], [false, 9]);
});

Deno.test("Bans.synchronize() leaves the bans as they are while the store is down", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  store.bans.set("b", DAY_MS);
  await bans.synchronize();
  store.isDown = true;
  await bans.synchronize();
  assertEquals(bans.isBanned("b"), true);
});

Deno.test("Bans.synchronize() keeps a ban that a full store refuses, adds those of others, and writes it later", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  store.isFull = true;
  fail(bans, "a", 10);
  store.bans.set("b", DAY_MS);
  for (let i = 0; i < 3; i++) await bans.synchronize();
  assertEquals([bans.isBanned("a"), bans.isBanned("b"), store.bans.has("a")], [true, true, false]);
  store.isFull = false;
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), store.bans.has("a")], [true, true]);
});

Deno.test("Bans.countWrongToken() bans from memory while the store is down and writes the ban later", async () => {
  const store = new FakeStore();
  const { bans, time } = bansOver(store);
  store.isDown = true;
  fail(bans, "a", 10);
  assertEquals(bans.isBanned("a"), true);
  await bans.synchronize();
  store.isDown = false;
  time.now += 10_000;
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), store.bans.get("a")], [true, DAY_MS - 10_000]);
});

Deno.test("Bans.lift() ends a ban and forgets the wrong tokens, here and in the store", async () => {
  for (const store of [undefined, new FakeStore()]) {
    const { bans } = bansOver(store);
    fail(bans, "a", 10);
    await settle();
    bans.lift("a");
    await bans.synchronize();
    fail(bans, "a", 9);
    await settle();
    assertEquals([bans.list(), store?.bans.size ?? 0], [[], 0]);
  }
});

Deno.test("Bans.lift() holds while the store is down and reaches it later", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  fail(bans, "a", 10);
  await bans.synchronize();
  store.isDown = true;
  bans.lift("a");
  await bans.synchronize();
  store.isDown = false;
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), store.bans.has("a")], [false, false]);
});

Deno.test("Bans.lift() is not undone by a read that began before", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  fail(bans, "a", 10);
  await bans.synchronize();
  const readBans = store.readBans.bind(store);
  const { reading, hasBegun } = holdRead(store);
  const refreshing = bans.synchronize();
  await hasBegun.promise;
  bans.lift("a");
  reading.resolve([{ client: "a", leftMs: DAY_MS }]);
  await refreshing;
  assertEquals([bans.isBanned("a"), store.bans.has("a")], [false, true]);
  store.readBans = readBans;
  await bans.synchronize();
  assertEquals([bans.isBanned("a"), store.bans.has("a")], [false, false]);
});

Deno.test("Bans.lift() is not undone by the replies to wrong tokens that were sent before", async () => {
  const store = new FakeStore();
  const { bans, issued } = bansOver(store);
  const reply = Promise.withResolvers<readonly number[]>();
  store.add = () => reply.promise;
  store.isFull = true;
  fail(bans, "a", 10);
  bans.lift("a");
  reply.resolve([10]);
  await settle();
  assertEquals([bans.isBanned("a"), issued.length], [false, 1]);
});

Deno.test("Bans.synchronize() does not lift a ban that was issued while it reads", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  const { reading, hasBegun } = holdRead(store);
  const refreshing = bans.synchronize();
  await hasBegun.promise;
  fail(bans, "a", 10);
  reading.resolve([]);
  await refreshing;
  assertEquals([bans.isBanned("a"), store.bans.has("a")], [true, false]);
});

Deno.test("Bans.synchronize() does not lift a ban whose write was confirmed while it reads", async () => {
  const store = new FakeStore();
  const writing = Promise.withResolvers<void>();
  store.writeBan = () => writing.promise;
  const { reading, hasBegun } = holdRead(store);
  const bans = new Bans({ store: shareFake(store, { timeoutMs: 1 }) });
  fail(bans, "a", 10);
  const refreshing = bans.synchronize();
  await hasBegun.promise;
  writing.resolve();
  await writing.promise;
  reading.resolve([]);
  await refreshing;
  assertEquals(bans.isBanned("a"), true);
});

Deno.test("Bans.close() writes a ban that the store does not have yet", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  const refreshing = bans.synchronize();
  fail(bans, "a", 10);
  await bans.close();
  await refreshing;
  assertEquals(store.bans.has("a"), true);
});

Deno.test("Bans.synchronize() holds at most 100,000 bans and drops the one that ends first", async () => {
  const store = new FakeStore();
  for (let i = 0; i < 100_001; i++) store.bans.set(`c${i}`, 1 + i);
  const { bans } = bansOver(store);
  await bans.synchronize();
  assertEquals([bans.list().length, bans.isBanned("c0"), bans.isBanned("c1")], [100_000, false, true]);
});
