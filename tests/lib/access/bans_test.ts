import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Bans } from "@/lib/access/bans.ts";
import { FakeStore, shareFake } from "../state/fake_store.ts";

const START = 1_000;
const DAY_MS = 86_400_000;

function bansOver(store?: FakeStore) {
  const time = { now: START };
  const clock = () => time.now;
  const { shared, check } = store ? shareFake(store, { clock }) : {};
  const bans = new Bans({ store: shared, clock });
  const later = async () => {
    time.now += 10_000;
    await check?.();
    await bans.refresh();
  };
  return { time, later, bans };
}

async function fail(bans: Bans, client: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await bans.countFailure(client);
}

function isBanned(bans: Bans, client: string): boolean {
  return bans.list().some((ban) => ban.client === client);
}

Deno.test("Bans.assertNotBanned() rejects a client after ten failures and states until when", async () => {
  const { bans } = bansOver();
  await fail(bans, "a", 9);
  bans.assertNotBanned("a");
  await fail(bans, "a", 1);
  const error = assertThrows(() => bans.assertNotBanned("a"), ApiError);
  assertEquals(error.code, "banned");
  const { until } = error.details as { until: string };
  assertAlmostEquals(Date.parse(until) - Date.now(), DAY_MS, 60_000);
  bans.assertNotBanned("b");
});

Deno.test("Bans.countFailure() forgets failures after ten minutes", async () => {
  const { bans, time } = bansOver();
  await fail(bans, "a", 9);
  time.now += 10 * 60_000;
  await fail(bans, "a", 9);
  bans.assertNotBanned("a");
});

Deno.test("Bans.assertNotBanned() accepts a client again after 24 hours", async () => {
  const { bans, time } = bansOver();
  await fail(bans, "a", 10);
  time.now += DAY_MS - 1;
  assertThrows(() => bans.assertNotBanned("a"), ApiError);
  time.now += 1;
  bans.assertNotBanned("a");
  assertEquals(bans.list(), []);
});

Deno.test("Bans.countFailure() adds up the failures at two instances", async () => {
  const store = new FakeStore();
  const [first, second] = [bansOver(store).bans, bansOver(store).bans];
  await fail(first, "a", 5);
  await fail(second, "a", 5);
  assertThrows(() => second.assertNotBanned("a"), ApiError);
  await first.refresh();
  assertThrows(() => first.assertNotBanned("a"), ApiError);
});

Deno.test("Bans.refresh() restores bans after a restart of the service", async () => {
  const store = new FakeStore();
  await fail(bansOver(store).bans, "a", 10);
  const { bans } = bansOver(store);
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), store.bans.get("a")], [true, DAY_MS]);
});

Deno.test("Bans.refresh() lifts a ban that the operator deleted in the store", async () => {
  const store = new FakeStore();
  const { bans, later } = bansOver(store);
  await bans.refresh();
  await fail(bans, "a", 10);
  store.bans.set("a", DAY_MS - 10_000);
  await later();
  store.bans.delete("a");
  await bans.refresh();
  assertEquals(isBanned(bans, "a"), false);
});

Deno.test("Bans.refresh() saves its bans again in a store that came back empty", async () => {
  const store = new FakeStore();
  const { bans, later } = bansOver(store);
  await bans.refresh();
  await fail(bans, "a", 10);
  store.isDown = true;
  await later();
  store.bans.clear();
  store.isDown = false;
  await later();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [true, true]);
});

Deno.test("Bans.refresh() keeps a ban that a full store refuses, adds those of others, and saves it later", async () => {
  const store = new FakeStore();
  const { bans, later } = bansOver(store);
  await bans.refresh();
  store.isFull = true;
  await fail(bans, "a", 10);
  store.bans.set("b", DAY_MS);
  for (let i = 0; i < 3; i++) await later();
  assertEquals([isBanned(bans, "a"), isBanned(bans, "b"), store.bans.has("a")], [true, true, false]);
  store.isFull = false;
  await later();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [true, true]);
});

Deno.test("Bans.countFailure() bans from memory while the store is down and saves the ban later", async () => {
  const store = new FakeStore();
  const { bans, later } = bansOver(store);
  store.isDown = true;
  await fail(bans, "a", 10);
  assertThrows(() => bans.assertNotBanned("a"), ApiError);
  store.isDown = false;
  await later();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [true, true]);
});

Deno.test("Bans.lift() ends a ban and forgets the failures, here and in the store", async () => {
  for (const store of [undefined, new FakeStore()]) {
    const { bans } = bansOver(store);
    await bans.refresh();
    await fail(bans, "a", 10);
    await bans.lift("a");
    await fail(bans, "a", 9);
    bans.assertNotBanned("a");
    assertEquals([bans.list(), store?.bans.size ?? 0], [[], 0]);
  }
});

Deno.test("Bans.lift() holds while the store is down and reaches it later", async () => {
  const store = new FakeStore();
  const { bans, later } = bansOver(store);
  await bans.refresh();
  await fail(bans, "a", 10);
  store.isDown = true;
  await bans.lift("a");
  store.isDown = false;
  await later();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [false, false]);
  await fail(bans, "a", 10);
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [true, true]);
});

Deno.test("Bans.lift() is not undone by a refresh that read the ban before", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  await fail(bans, "a", 10);
  const loading = Promise.withResolvers<void>();
  const stored = await store.loadBans();
  store.loadBans = () => loading.promise.then(() => stored);
  const refreshing = bans.refresh();
  await bans.lift("a");
  loading.resolve();
  await refreshing;
  assertEquals(isBanned(bans, "a"), false);
});

Deno.test("Bans.refresh() does not lift a ban that the store is still saving", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  await bans.refresh();
  const saving = Promise.withResolvers<void>();
  store.saveBans = () => saving.promise;
  const failing = fail(bans, "a", 10);
  while (!isBanned(bans, "a")) await Promise.resolve();
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), store.bans.has("a")], [true, false]);
  saving.resolve();
  await failing;
});

Deno.test("Bans.refresh() does not lift a ban that was issued while it saves the missing ones", async () => {
  const store = new FakeStore();
  const { bans } = bansOver(store);
  const saving = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  store.saveBans = () => {
    hasBegun.resolve();
    return saving.promise;
  };
  const refreshing = bans.refresh();
  await hasBegun.promise;
  const failing = fail(bans, "a", 10);
  while (!isBanned(bans, "a")) await Promise.resolve();
  saving.resolve();
  await Promise.all([refreshing, failing]);
  assertEquals(isBanned(bans, "a"), true);
});

Deno.test("Bans.refresh() holds at most 100,000 bans and drops the one that ends first", async () => {
  const store = new FakeStore();
  const stored = Array.from({ length: 100_001 }, (_, index) => ({ client: `c${index}`, leftMs: 1 + index }));
  await store.saveBans(stored);
  const { bans } = bansOver(store);
  await bans.refresh();
  assertEquals([bans.list().length, bans.isBanned("c0"), bans.isBanned("c1")], [100_000, false, true]);
});
