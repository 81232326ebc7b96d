import { assertEquals, assertRejects } from "@std/assert";
import { Turns, WaitingRoom, type WaitOptions } from "@/lib/workers/turns.ts";

interface TestJob {
  readonly client: string;
  readonly name: string;
}

/** Adds jobs, named `a1`: the first one of client a. */
function add(turns: Turns<TestJob>, names: string): void {
  for (const name of names.split(" ")) turns.add({ name, client: name.charAt(0) });
}

/** Starts the next job, and ends it unless it goes on. */
function start(turns: Turns<TestJob>, isEnded = true): TestJob {
  const job = turns.peek(() => true)!;
  turns.start(job);
  if (isEnded) turns.end(job);
  return job;
}

function startAll(turns: Turns<TestJob>): string {
  const started: string[] = [];
  while (turns.peek(() => true)) started.push(start(turns).name);
  return started.join(" ");
}

Deno.test("Turns lets clients take turns, however many jobs each has", () => {
  const turns = new Turns<TestJob>();
  add(turns, "a1 a2 a3 a4 b1 b2 c1");
  assertEquals(startAll(turns), "a1 b1 c1 a2 b2 a3 a4");
});

Deno.test("Turns gives the next turn to a newcomer before the second one of those who had theirs", () => {
  const turns = new Turns<TestJob>();
  add(turns, "a1 a2");
  const running = start(turns, false);
  add(turns, "b1");
  turns.end(running);
  assertEquals(startAll(turns), "b1 a2");
});

Deno.test("Turns prefers the client with the fewest running jobs", () => {
  const turns = new Turns<TestJob>();
  add(turns, "a1 a2 a3");
  const running = [start(turns, false), start(turns, false)];
  add(turns, "b1 b2 c1");
  assertEquals([start(turns, false), start(turns, false), start(turns, false)].map(({ name }) => name), [
    "b1",
    "c1",
    "b2",
  ]);
  for (const job of running) turns.end(job);
  assertEquals(turns.peek(() => true)?.name, "a3");
});

Deno.test("Turns passes over jobs that may not start, and forgets those that leave", () => {
  const turns = new Turns<TestJob>();
  add(turns, "a1 a2 b1");
  assertEquals(turns.peek(({ name }) => name !== "a1" && name !== "b1")?.name, "a2");
  const first = turns.peek(() => true)!;
  turns.remove(first);
  turns.remove(first);
  assertEquals(startAll(turns), "a2 b1");
  assertEquals(turns.peek(() => true), undefined);
});

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
