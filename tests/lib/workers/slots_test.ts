import { setImmediate } from "node:timers/promises";
import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { Slot, Slots } from "@/lib/workers/slots.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";

/** Two slots for each client, and timers that the test calls. */
function createSlots() {
  const timers = new Set<() => void>();
  const room = new WaitingRoom({
    setTimer(_ms, work) {
      timers.add(work);
      return () => void timers.delete(work);
    },
  });
  const slots = new Slots({ max: 2, waitMs: 500, room });
  const acquire = (client: string, findResult: () => string | undefined = () => undefined, signal = NEVER) => {
    const errors = { timeoutError: () => new Error("timed out"), overloadedError: () => new Error("overloaded") };
    const acquired = slots.acquire({ client, signal, findResult, ...errors });
    acquired.catch(() => {});
    return acquired;
  };
  const take = async (client: string) => {
    const slot = await acquire(client);
    assertInstanceOf(slot, Slot);
    return slot;
  };
  return { slots, room, timers, acquire, take };
}

const NEVER = new AbortController().signal;

Deno.test("Slots.acquire() gives each client its slots, and lets others wait in their order", async () => {
  const { slots, room, acquire, take } = createSlots();
  const [first, second] = [await take("a"), await take("a")];
  const order: string[] = [];
  const third = acquire("a").then((slot) => (order.push("third"), slot));
  const fourth = acquire("a").then((slot) => (order.push("fourth"), slot));
  const other = await take("b");
  await setImmediate();
  assertEquals([order, room.size, slots.size], [[], 2, 2]);
  first[Symbol.dispose]();
  // It is released only once.
  first[Symbol.dispose]();
  await setImmediate();
  assertEquals([order, room.size], [["third"], 1]);
  second[Symbol.dispose]();
  for (const slot of [await third, await fourth, other]) (slot as Slot)[Symbol.dispose]();
  assertEquals([order, room.size, slots.size], [["third", "fourth"], 0, 0]);
});

Deno.test("Slots.acquire() takes no slot for a request whose result is found when its turn comes", async () => {
  const { slots, acquire, take } = createSlots();
  const [first, second] = [await take("a"), await take("a")];
  let asked = 0;
  const found = acquire("a", () => {
    asked++;
    return "found";
  });
  const next = acquire("a");
  await setImmediate();
  assertEquals(asked, 0, "asked before its turn");
  first[Symbol.dispose]();
  assertEquals([await found, asked], ["found", 1]);
  const third = await next;
  assertInstanceOf(third, Slot);
  for (const slot of [second, third]) slot[Symbol.dispose]();
  assertEquals(slots.size, 0);
});

Deno.test("Slots.acquire() rejects a request that may not start when its turn comes, and asks the next one", async () => {
  const { slots, acquire, take } = createSlots();
  const [first, second] = [await take("a"), await take("a")];
  const assertMayStart = () => {
    throw new RangeError("no points");
  };
  const errors = { timeoutError: () => new Error("timed out"), overloadedError: () => new Error("overloaded") };
  const request = { client: "a", signal: NEVER, findResult: () => undefined, assertMayStart, ...errors };
  const refused = slots.acquire(request);
  refused.catch(() => {});
  const next = acquire("a");
  first[Symbol.dispose]();
  await assertRejects(() => refused, RangeError, "no points");
  for (const slot of [second, await next as Slot]) slot[Symbol.dispose]();
  assertEquals(slots.size, 0);
});

Deno.test("Slots.acquire() does not ask a request that gets its slot at once", async () => {
  const { acquire } = createSlots();
  const slot = await acquire("a", () => "found");
  assertInstanceOf(slot, Slot);
});

Deno.test("Slots.acquire() forgets a request whose caller leaves, or that has waited too long", async () => {
  const { room, timers, acquire, take } = createSlots();
  const slots = [await take("a"), await take("a")];
  const caller = new AbortController();
  const left = acquire("a", () => undefined, caller.signal);
  const late = acquire("a");
  const last = acquire("a");
  caller.abort(new RangeError("gone"));
  await assertRejects(() => left, RangeError, "gone");
  [...timers][0]!();
  await assertRejects(() => late, Error, "timed out");
  assertEquals([room.size, timers.size], [1, 1]);
  slots[0]![Symbol.dispose]();
  assertInstanceOf(await last, Slot);
  await assertRejects(() => acquire("a", () => undefined, caller.signal), RangeError, "gone");
});

Deno.test("Slots.acquire() lets what a client has in progress wait, and others pass it", async () => {
  const { room, slots } = createSlots();
  const errors = { timeoutError: () => new Error("timed out"), overloadedError: () => new Error("overloaded") };
  const acquire = (client: string, key?: string) =>
    slots.acquire({ client, key, signal: NEVER, findResult: () => undefined, ...errors });
  const first = await acquire("a", "cat");
  const same = [acquire("a", "cat"), acquire("a", "cat")];
  const others = [await acquire("a", "dog"), await acquire("b", "cat")];
  assertEquals(room.size, 2);
  // The slot of the dog is free, but the cat is still in progress.
  (others[0] as Slot)[Symbol.dispose]();
  await setImmediate();
  assertEquals(room.size, 2);
  // Without a result, the others make it, each for itself.
  (first as Slot)[Symbol.dispose]();
  for (const slot of await Promise.all(same)) {
    assertInstanceOf(slot, Slot);
    slot[Symbol.dispose]();
  }
  assertEquals(room.size, 0);
  (others[1] as Slot)[Symbol.dispose]();
  assertEquals(slots.size, 0);
});

Deno.test("Slot.finish() lets equal requests find the result before it is sent, and others wait on", async () => {
  const { room, slots, take } = createSlots();
  const errors = { timeoutError: () => new Error("timed out"), overloadedError: () => new Error("overloaded") };
  const results: string[] = [];
  const acquire = (key: string) =>
    slots.acquire({ client: "a", key, signal: NEVER, findResult: () => results[0], ...errors });
  const first = await acquire("cat");
  assertInstanceOf(first, Slot);
  const other = await take("a");
  const [same, waiting] = [acquire("cat"), acquire("dog")];
  results.push("found");
  first.finish();
  assertEquals([await same, room.size], ["found", 1]);
  // The result of the first one is still being sent.
  results.pop();
  first[Symbol.dispose]();
  const last = await waiting;
  assertInstanceOf(last, Slot);
  for (const slot of [other, last]) slot[Symbol.dispose]();
  assertEquals(slots.size, 0);
});
