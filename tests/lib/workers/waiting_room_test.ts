import { assertEquals, assertRejects } from "@std/assert";
import { WaitingRoom, type WaitOptions } from "@/lib/workers/waiting_room.ts";

/** A room whose timers are called by the test. */
function createRoom(maxWaiting?: number) {
  const timers = new Map<() => void, number>();
  const ended: string[] = [];
  const room = new WaitingRoom({
    ...(maxWaiting !== undefined && { maxWaiting }),
    setTimer(ms, work) {
      timers.set(work, ms);
      return () => void timers.delete(work);
    },
  });
  const enter = (name: string, options: Partial<WaitOptions> = {}) => {
    const waiter = room.enter<string>({
      client: name.charAt(0),
      signal: new AbortController().signal,
      waitMs: 500,
      timeoutError: () => new Error(`${name} timed out`),
      overloadedError: () => new Error(`${name} left`),
      onEnd: () => ended.push(name),
      ...options,
    });
    waiter.called.catch(() => {});
    return waiter;
  };
  return { room, timers, ended, enter };
}

Deno.test("WaitingRoom lets a request wait until it is called, once", async () => {
  const { room, timers, ended, enter } = createRoom();
  const waiter = enter("a1");
  assertEquals([room.size, [...timers.values()]], [1, [500]]);
  waiter.call("first");
  waiter.call("second");
  waiter.dismiss(new Error("too late"));
  assertEquals([await waiter.called, room.size, timers.size, ended], ["first", 0, 0, ["a1"]]);
});

Deno.test("WaitingRoom dismisses a request whose time is up, or whose caller leaves", async () => {
  const { room, timers, ended, enter } = createRoom();
  const late = enter("a1");
  [...timers.keys()][0]!();
  await assertRejects(() => late.called, Error, "a1 timed out");
  const caller = new AbortController();
  const left = enter("a2", { signal: caller.signal });
  caller.abort(new RangeError("gone"));
  await assertRejects(() => left.called, RangeError, "gone");
  assertEquals([room.size, timers.size, ended], [0, 0, ["a1", "a2"]]);
});

Deno.test("WaitingRoom dismisses the newest request of the client with most when there are too many", async () => {
  const { room, ended, enter } = createRoom(4);
  for (const name of ["a1", "a2", "b1", "c1"]) enter(name);
  const last = enter("d1");
  assertEquals([ended, room.size], [["a2"], 4]);
  // All have one: the newest leaves, which is the next one.
  const next = enter("e1");
  await assertRejects(() => next.called, Error, "e1 left");
  assertEquals([ended, room.size], [["a2", "e1"], 4]);
  last.call("served");
  assertEquals(await last.called, "served");
});

Deno.test("WaitingRoom has place for 2,000 requests", () => {
  const { room, ended, enter } = createRoom();
  for (let i = 0; i < 2_000; i++) enter(`${String.fromCharCode(97 + i % 10)}${i}`);
  assertEquals([room.size, ended], [2_000, []]);
  enter("z1");
  assertEquals([room.size, ended], [2_000, ["j1999"]]);
});

Deno.test("WaitingRoom.close() lets everybody leave", async () => {
  const { room, timers, enter } = createRoom();
  const waiters = ["a1", "a2", "b1"].map((name) => enter(name));
  room.close();
  for (const waiter of waiters) await assertRejects(() => waiter.called, Error, "left");
  assertEquals([room.size, timers.size], [0, 0]);
});
