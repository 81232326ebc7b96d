import { assertEquals } from "@std/assert";
import { SharedStore } from "@/lib/state/shared_store.ts";
import { FakeStore } from "./fake_store.ts";

function shareStore(store: FakeStore) {
  const time = { now: 0 };
  const open = () => Promise.resolve(store);
  return { time, shared: new SharedStore({ url: "redis://x", open, now: () => time.now, timeoutMs: 5 }) };
}

Deno.test("SharedStore.ask() opens the store on the first call", async () => {
  const { shared } = shareStore(new FakeStore());
  assertEquals(shared.isUp, false);
  assertEquals(await shared.ask((store) => store.loadBans()), []);
  assertEquals(shared.isUp, true);
});

Deno.test("SharedStore.ask() returns undefined on an error, starts an epoch, and does not try again at once", async () => {
  const store = new FakeStore();
  const { shared, time } = shareStore(store);
  store.isDown = true;
  const { epoch } = shared;
  assertEquals(await shared.ask((store) => store.loadBans()), undefined);
  assertEquals(shared.epoch, epoch + 1);
  store.isDown = false;
  assertEquals(await shared.ask((store) => store.loadBans()), undefined);
  assertEquals([store.calls, shared.isUp], [1, false]);
  time.now += 500;
  assertEquals(await shared.ask((store) => store.loadBans()), []);
});

Deno.test("SharedStore.ask() does not wait for a hanging store", async () => {
  const store = new FakeStore();
  store.isHanging = true;
  const { shared } = shareStore(store);
  assertEquals(await shared.ask((store) => store.loadBans()), undefined);
});

Deno.test("SharedStore.ask() does not wait for an store that takes too long to open", async () => {
  const open = () => new Promise<never>(() => {});
  const shared = new SharedStore({ url: "redis://x", open, timeoutMs: 5 });
  assertEquals(await shared.ask((store) => store.loadBans()), undefined);
});

Deno.test("SharedStore.ask() tries again to open an store that could not be opened", async () => {
  let attempts = 0;
  const time = { now: 0 };
  const open = () =>
    ++attempts === 1 ? Promise.reject(new TypeError("not attached")) : Promise.resolve(new FakeStore());
  const shared = new SharedStore({ url: "kv:", open, now: () => time.now });
  assertEquals(await shared.ask((store) => store.loadBans()), undefined);
  assertEquals(await shared.ask((store) => store.loadBans()), []);
});

Deno.test("SharedStore.ask() makes at most 4,000 calls at once, and each further one starts an epoch", async () => {
  const shared = new SharedStore({ url: "redis://x", open: () => Promise.resolve(new FakeStore()) });
  await shared.ask((store) => store.loadBans());
  const waiting = Promise.withResolvers<number>();
  const calls = Array.from({ length: 4_001 }, () => shared.ask(() => waiting.promise));
  assertEquals([shared.isUp, shared.epoch], [false, 1]);
  waiting.resolve(1);
  const replies = await Promise.all(calls);
  assertEquals([replies.filter((reply) => reply === 1).length, replies.at(-1), shared.isUp], [4_000, undefined, true]);
});
