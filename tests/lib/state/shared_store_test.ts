import { configure, type LogRecord, reset } from "@logtape/logtape";
import { assertEquals } from "@std/assert";
import type { Store } from "@/lib/state/store.ts";
import { FakeStore, shareFake } from "./fake_store.ts";

const load = (store: Store) => store.loadBans();

Deno.test("SharedStore.ask() opens the store on the first call", async () => {
  const { shared } = shareFake(new FakeStore());
  assertEquals(shared.isUp, false);
  assertEquals(await shared.ask(load), []);
  assertEquals(shared.isUp, true);
});

Deno.test("SharedStore is lost from the first error until a check succeeds, and makes no call meanwhile", async () => {
  const store = new FakeStore();
  const { shared, check } = shareFake(store);
  await shared.ask(load);
  const { epoch } = shared;
  store.isDown = true;
  assertEquals([await shared.ask(load), shared.isUp, shared.epoch], [undefined, false, epoch + 1]);
  const { calls } = store;
  for (let i = 0; i < 3; i++) await shared.ask(load);
  assertEquals([store.calls, shared.epoch], [calls, epoch + 4]);
  await check();
  assertEquals([store.calls, shared.isUp], [calls + 1, false]);
  store.isDown = false;
  assertEquals([await shared.ask(load), shared.isUp], [undefined, false]);
  await check();
  assertEquals([shared.isUp, await shared.ask(load)], [true, []]);
});

Deno.test("SharedStore stays lost while the store can be read but not written", async () => {
  const store = new FakeStore();
  store.addPoints = () => Promise.reject(new Error("READONLY You can't write against a read only replica"));
  const { shared, check } = shareFake(store);
  for (let i = 0; i < 3; i++) {
    assertEquals([await shared.ask(load), shared.isUp], [undefined, false]);
    await check();
  }
});

Deno.test("SharedStore logs a loss with its cause and the return, once each, and not every loss of a flapping store", async () => {
  const records: LogRecord[] = [];
  await configure({
    sinks: { memory: (record) => records.push(record) },
    loggers: [{ category: "pawkit", sinks: ["memory"] }, { category: ["logtape", "meta"], lowestLevel: "error" }],
  });
  const store = new FakeStore();
  const time = { now: 0 };
  const { shared, check } = shareFake(store, { clock: () => time.now });
  await shared.ask(load);
  const loseAndReturn = async () => {
    store.isDown = true;
    for (let i = 0; i < 5; i++) await shared.ask(load);
    time.now += 2_500;
    store.isDown = false;
    await check();
  };
  for (let i = 0; i < 5; i++) await loseAndReturn();
  await reset();
  const lost = "Cannot use the store redis: limits and bans continue from memory (Connection is closed)";
  const back = "The store redis is back after 3 s";
  assertEquals(records.map(({ message }) => message.join("")), [lost, back, lost, back]);
});

Deno.test("SharedStore.ask() does not wait for a hanging store, and its late reply still counts", async () => {
  const store = new FakeStore();
  const { shared } = shareFake(store, { timeoutMs: 5 });
  await shared.ask(load);
  const reply = Promise.withResolvers<string>();
  let received = "";
  assertEquals(await shared.ask(async () => received = await reply.promise), undefined);
  reply.resolve("late");
  await reply.promise;
  assertEquals([received, shared.isUp], ["late", false]);
});

Deno.test("SharedStore.ask() does not wait for a store that takes too long to open", async () => {
  const { shared } = shareFake(new FakeStore(), { open: () => new Promise<never>(() => {}), timeoutMs: 5 });
  assertEquals(await shared.ask(load), undefined);
});

Deno.test("SharedStore opens a store again that could not be opened", async () => {
  let attempts = 0;
  const open = () =>
    ++attempts === 1 ? Promise.reject(new TypeError("not attached")) : Promise.resolve(new FakeStore());
  const { shared, check } = shareFake(new FakeStore(), { open });
  assertEquals(await shared.ask(load), undefined);
  await check();
  assertEquals([await shared.ask(load), attempts], [[], 2]);
});
