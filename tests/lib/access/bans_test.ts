import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Bans } from "@/lib/access/bans.ts";
import { SharedState } from "@/lib/state/shared_state.ts";
import { FakeEngine } from "../state/fake_engine.ts";

const START = Date.UTC(2026, 10, 15);
const DAY_MS = 86_400_000;

function bansOver(engine?: FakeEngine) {
  const time = { now: START };
  const clock = () => time.now;
  const state = engine && new SharedState({ url: "redis://x", open: () => Promise.resolve(engine), clock });
  return { time, state, bans: new Bans({ state, clock }) };
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
  assertEquals([error.code, error.details], ["banned", { until: "2026-11-16T00:00:00.000Z" }]);
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
  const engine = new FakeEngine();
  const [first, second] = [bansOver(engine).bans, bansOver(engine).bans];
  await fail(first, "a", 5);
  await fail(second, "a", 5);
  assertThrows(() => second.assertNotBanned("a"), ApiError);
  await first.refresh();
  assertThrows(() => first.assertNotBanned("a"), ApiError);
});

Deno.test("Bans.refresh() restores bans after a restart of the service", async () => {
  const engine = new FakeEngine();
  await fail(bansOver(engine).bans, "a", 10);
  const { bans } = bansOver(engine);
  await bans.refresh();
  assertEquals(bans.list(), [{ client: "a", until: START + DAY_MS }]);
});

Deno.test("Bans.refresh() lifts a ban that the operator deleted in the store", async () => {
  const engine = new FakeEngine();
  const { bans, time } = bansOver(engine);
  await bans.refresh();
  await fail(bans, "a", 10);
  time.now += 10_000;
  await bans.refresh();
  engine.bans.delete("a");
  await bans.refresh();
  assertEquals(isBanned(bans, "a"), false);
});

Deno.test("Bans.refresh() saves its bans again in a store that came back empty", async () => {
  const engine = new FakeEngine();
  const { bans, time } = bansOver(engine);
  await bans.refresh();
  await fail(bans, "a", 10);
  engine.isDown = true;
  time.now += 10_000;
  await bans.refresh();
  engine.bans.clear();
  engine.isDown = false;
  time.now += 10_000;
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), engine.bans.has("a")], [true, true]);
});

Deno.test("Bans.countFailure() bans from memory while the store is down and saves the ban later", async () => {
  const engine = new FakeEngine();
  const { bans, time } = bansOver(engine);
  engine.isDown = true;
  await fail(bans, "a", 10);
  assertThrows(() => bans.assertNotBanned("a"), ApiError);
  engine.isDown = false;
  time.now += 10_000;
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), engine.bans.has("a")], [true, true]);
});

Deno.test("Bans.lift() ends a ban and forgets the failures, here and in the store", async () => {
  for (const engine of [undefined, new FakeEngine()]) {
    const { bans } = bansOver(engine);
    await bans.refresh();
    await fail(bans, "a", 10);
    await bans.lift("a");
    await fail(bans, "a", 9);
    bans.assertNotBanned("a");
    assertEquals([bans.list(), engine?.bans.size ?? 0], [[], 0]);
  }
});

Deno.test("Bans.lift() holds while the store is down and reaches it later", async () => {
  const engine = new FakeEngine();
  const { bans, time } = bansOver(engine);
  await bans.refresh();
  await fail(bans, "a", 10);
  engine.isDown = true;
  await bans.lift("a");
  engine.isDown = false;
  time.now += 10_000;
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), engine.bans.has("a")], [false, false]);
  await fail(bans, "a", 10);
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), engine.bans.has("a")], [true, true]);
});

Deno.test("Bans.lift() is not undone by a refresh that read the ban before", async () => {
  const engine = new FakeEngine();
  const { bans } = bansOver(engine);
  await fail(bans, "a", 10);
  const loading = Promise.withResolvers<void>();
  const stored = await engine.loadBans();
  engine.loadBans = () => loading.promise.then(() => stored);
  const refreshing = bans.refresh();
  await bans.lift("a");
  loading.resolve();
  await refreshing;
  assertEquals(isBanned(bans, "a"), false);
});

Deno.test("Bans.refresh() does not lift a ban that the store is still saving", async () => {
  const engine = new FakeEngine();
  const { bans } = bansOver(engine);
  await bans.refresh();
  const saving = Promise.withResolvers<void>();
  engine.saveBans = () => saving.promise;
  const failing = fail(bans, "a", 10);
  while (!isBanned(bans, "a")) await Promise.resolve();
  await bans.refresh();
  assertEquals([isBanned(bans, "a"), engine.bans.has("a")], [true, false]);
  saving.resolve();
  await failing;
});

Deno.test("Bans.refresh() holds at most 100,000 bans and drops the one that ends first", async () => {
  const engine = new FakeEngine();
  const stored = Array.from({ length: 100_001 }, (_, index) => ({ client: `c${index}`, until: START + 1 + index }));
  await engine.saveBans(stored);
  const { bans } = bansOver(engine);
  await bans.refresh();
  assertEquals([bans.list().length, bans.isBanned("c0"), bans.isBanned("c1")], [100_000, false, true]);
});
