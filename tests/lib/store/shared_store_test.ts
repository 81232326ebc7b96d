import { configure, type LogRecord, reset } from "@logtape/logtape";
import { assertEquals } from "@std/assert";
import type { SharedStore } from "@/lib/store/shared_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { FakeStore, shareFake } from "./fake_store.ts";

const read = (shared: SharedStore) => shared.use("readBans", (store) => store.readBans());
const write = (shared: SharedStore) => shared.use("add", (store) => store.add("points", []));

Deno.test("SharedStore.use() opens the store on the first call", async () => {
  const shared = shareFake(new FakeStore());
  assertEquals(shared.isUp, false);
  assertEquals(await read(shared), []);
  assertEquals(shared.isUp, true);
});

Deno.test("SharedStore is lost from the first error until the operation that failed succeeds", async () => {
  const store = new FakeStore();
  const shared = shareFake(store);
  await read(shared);
  store.isFull = true;
  assertEquals([await write(shared), shared.isUp], [undefined, false]);
  // A store that is full, or a replica, can still be read.
  assertEquals([await read(shared), shared.isUp], [[], false]);
  store.isFull = false;
  assertEquals([await write(shared), shared.isUp], [[], true]);
});

Deno.test("SharedStore is lost until the bans are read again, even if an operation has nothing to write", async () => {
  const store = new FakeStore();
  const shared = shareFake(store);
  await read(shared);
  store.isDown = true;
  await write(shared);
  await shared.use("add", () => Promise.resolve());
  assertEquals(shared.isUp, false);
});

Deno.test("SharedStore is not up before the bans have been read", async () => {
  const shared = shareFake(new FakeStore());
  await write(shared);
  assertEquals(shared.isUp, false);
});

/** Collects the messages that the work logs. */
async function collectMessages(work: () => Promise<void>): Promise<string[]> {
  const records: LogRecord[] = [];
  await configure({
    sinks: { memory: (record) => records.push(record) },
    loggers: [{ category: "pawkit", sinks: ["memory"] }, { category: ["logtape", "meta"], lowestLevel: "error" }],
  });
  await work();
  await reset();
  return records.map(({ message }) => message.join(""));
}

const LOST = "Cannot use the store redis: limits and bans continue from memory (Connection is closed)";

Deno.test("SharedStore logs a loss with its cause and the return, once each, and not every loss of a flapping store", async () => {
  const store = new FakeStore();
  const time = { now: 0 };
  const shared = shareFake(store, { clock: () => time.now });
  await read(shared);
  const messages = await collectMessages(async () => {
    for (let i = 0; i < 5; i++) {
      store.isDown = true;
      for (let j = 0; j < 5; j++) await read(shared);
      time.now += 2_500;
      store.isDown = false;
      await read(shared);
    }
  });
  const back = "The store redis is back after 3 s";
  assertEquals(messages, [LOST, back, LOST, back]);
});

Deno.test("SharedStore logs a loss soon after another one if it lasts", async () => {
  const store = new FakeStore();
  const time = { now: 0 };
  const shared = shareFake(store, { clock: () => time.now });
  const messages = await collectMessages(async () => {
    for (const [isDown, now] of [[true, 0], [false, 1_000], [true, 2_000], [true, 9_000], [true, 10_000]] as const) {
      Object.assign(time, { now });
      store.isDown = isDown;
      await read(shared);
    }
  });
  assertEquals(messages, [LOST, "The store redis is back after 1 s", LOST]);
});

Deno.test("SharedStore logs another cause of the same loss, and each once", async () => {
  const store = new FakeStore();
  const time = { now: 0 };
  const shared = shareFake(store, { clock: () => time.now });
  const messages = await collectMessages(async () => {
    for (
      const [isDown, isFull] of [[true, false], [false, true], [true, true], [false, true], [false, false]] as const
    ) {
      Object.assign(store, { isDown, isFull });
      await write(shared);
      time.now += 10_000;
    }
    await read(shared);
  });
  const full = LOST.replace("Connection is closed", "OOM command not allowed");
  assertEquals(messages, [LOST, full, "The store redis is back after 50 s"]);
});

Deno.test("SharedStore.use() gives up on a store that hangs or cannot be opened in time", async () => {
  const hanging = () => new Promise<never>(() => {});
  const shared = shareFake(new FakeStore(), { timeoutMs: 1 });
  await read(shared);
  assertEquals([await shared.use("readBans", hanging), shared.isUp], [undefined, false]);
  const unopened = shareFake(new FakeStore(), { open: hanging, timeoutMs: 1 });
  assertEquals(await read(unopened), undefined);
  await unopened.close();
});

Deno.test("SharedStore opens a store again that could not be opened", async () => {
  let attempts = 0;
  const open = (): Promise<Store> =>
    ++attempts === 1 ? Promise.reject(new TypeError("not attached")) : Promise.resolve(new FakeStore());
  const shared = shareFake(new FakeStore(), { open });
  assertEquals(await read(shared), undefined);
  assertEquals([await read(shared), attempts], [[], 2]);
});

Deno.test("SharedStore.use() does nothing once it is closed", async () => {
  const store = new FakeStore();
  const shared = shareFake(store);
  await read(shared);
  await shared.close();
  assertEquals([await read(shared), shared.isUp, store.calls], [undefined, false, 1]);
});
