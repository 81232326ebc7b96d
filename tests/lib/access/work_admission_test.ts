import { setImmediate } from "node:timers/promises";
import { assert, assertEquals, assertInstanceOf, assertRejects, fail } from "@std/assert";
import { Points } from "@/lib/access/points.ts";
import { WorkAdmission, type WorkAdmissionOptions } from "@/lib/access/work_admission.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { TRANSFER_BYTES, Work, type WorkRequest } from "@/lib/workers/work.ts";
import { createContext } from "../http/context.ts";
import { createMemory } from "../workers/working.ts";

const LIMIT = 100;

/** Two slots for each client, 100 points that do not come back, and timers that the test calls. */
function createAdmission(options: Partial<WorkAdmissionOptions> = {}) {
  const points = new Points({ limit: LIMIT, clock: () => 0 });
  const timers = new Set<() => void>();
  const room = new WaitingRoom({
    setTimer(_ms, work) {
      timers.add(work);
      return () => void timers.delete(work);
    },
  });
  const memory = createMemory(1000);
  const admission = new WorkAdmission({
    clientJobs: 2,
    rateLimit: LIMIT,
    filterTimeoutMs: 10_000,
    points,
    memory,
    room,
    turns: { enter: () => {}, enterLater: () => Promise.resolve() },
    ...options,
  });
  const left = () => Number(/r=(\d+)/.exec(points.headerOf("127.0.0.1"))?.[1]);
  const start = (request: Partial<WorkRequest<string>> = {}, ctx = createRequest()) => {
    const started = admission.start<string>(ctx, { kind: "filter", findResult: () => undefined, ...request });
    started.catch(() => {});
    return started;
  };
  const startNow = async (ctx?: HttpContext) => {
    const work = await start({}, ctx);
    assertInstanceOf(work, Work);
    return work;
  };
  return { admission, points, memory, room, timers, left, start, startNow };
}

function createRequest(init: RequestInit = {}): HttpContext {
  return createContext(new Request("http://paw.example/", init));
}

Deno.test("WorkAdmission.start() takes five points with the slot, and charges the time of the job beyond 100 ms", async () => {
  const { left, startNow } = createAdmission();
  using work = await startNow();
  assertEquals(left(), LIMIT - 5);
  work.chargeTime(119.9);
  assertEquals(left(), LIMIT - 5);
  work.chargeTime(160);
  assertEquals(left(), LIMIT - 5 - 3);
});

Deno.test("WorkAdmission.start() lets work take the turn of its client", async () => {
  const entered: string[] = [];
  const { startNow } = createAdmission({
    turns: { enter: (client) => void entered.push(client), enterLater: () => Promise.resolve() },
  });
  using work = await startNow();
  await work.takeTurn();
  assertEquals(entered, ["127.0.0.1"]);
});

Deno.test("WorkAdmission.start() lets those that waited for a result, or in vain, take turns to respond", async () => {
  const turn = Promise.withResolvers<void>();
  const { points, start, startNow } = createAdmission({ turns: { enter: () => {}, enterLater: () => turn.promise } });
  const works = [await startNow(), await startNow()];
  let ended = 0;
  const waiting = [start({ findResult: () => "found" }), start()];
  for (const each of waiting) each.finally(() => ended++).catch(() => {});
  points.charge("127.0.0.1", 2 * LIMIT);
  works[0]![Symbol.dispose]();
  await setImmediate();
  assertEquals(ended, 0);
  turn.resolve();
  assertEquals(await waiting[0], "found");
  assertEquals((await assertRejects(() => waiting[1]!, ApiError)).code, "rate_limited");
});

Deno.test("WorkAdmission.start() refuses work at once if too many requests wait", async () => {
  const enterLater = () => fail("it must not wait for a turn");
  const room = new WaitingRoom({ maxWaiting: 0 });
  const { start } = createAdmission({ room, clientJobs: 0, turns: { enter: () => {}, enterLater } });
  assertEquals((await assertRejects(() => start(), ApiError)).code, "overloaded");
});

Deno.test("WorkAdmission.start() lets the work of one client wait, and takes nothing from it meanwhile", async () => {
  const { left, room, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  const waiting = start();
  using _other = await startNow(createContext(new Request("http://paw.example/"), { client: "other" }));
  await setImmediate();
  assertEquals([room.size, left()], [1, LIMIT - 10]);
  works[0]![Symbol.dispose]();
  assertInstanceOf(await waiting, Work);
  assertEquals([room.size, left()], [0, LIMIT - 15]);
});

Deno.test("WorkAdmission.start() measures how long work has waited for its slot", async () => {
  let time = 0;
  const { start, startNow } = createAdmission({ now: () => time });
  const works = [await startNow(), await startNow()];
  const waiting = start();
  time = 70;
  works[0]![Symbol.dispose]();
  const work = await waiting;
  assertInstanceOf(work, Work);
  assertEquals([works[1]!.waitedMs, work.waitedMs], [0, 70]);
});

Deno.test("WorkAdmission.start() takes no slot and no points for a result that is found when its turn comes", async () => {
  const { left, memory, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  const waiting = start({ findResult: () => "found", waitingBytes: 100 });
  assertEquals(memory.used, 100);
  works[0]![Symbol.dispose]();
  assertEquals([await waiting, left(), memory.used], ["found", LIMIT - 10, 0]);
  assertInstanceOf(await start(), Work);
});

Deno.test("WorkAdmission.start() refuses work without a point when its turn comes, but a found result needs none", async () => {
  const { points, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  const found = start({ findResult: () => "found" });
  const refused = start();
  points.charge("127.0.0.1", 2 * LIMIT);
  works[0]![Symbol.dispose]();
  assertEquals(await found, "found");
  const error = await assertRejects(() => refused, ApiError);
  assertEquals([error.status, error.details], [429, { unit: "points", limit: LIMIT, got: 2 * LIMIT }]);
  // What gets its slot at once has paid its point already.
  assertInstanceOf(await start(), Work);
});

Deno.test("WorkAdmission.start() answers 429 with the unit when the wait for a slot was too long", async () => {
  const { timers, memory, start, startNow } = createAdmission();
  await startNow();
  await startNow();
  const waiting = start({ waitingBytes: 100 }, createRequest({ method: "POST", body: "a" }));
  [...timers][0]!();
  const error = await assertRejects(() => waiting, ApiError);
  assertEquals([error.status, error.details], [429, { unit: "slots", limit: 2 }]);
  const { "retry-after": retryAfter, "ratelimit-policy": policy } = error.headers ?? {};
  assertEquals([retryAfter, policy, memory.used], ["2", `"default";q=${LIMIT};w=60`, 0]);
});

Deno.test("WorkAdmission.start() limits slots also without points, and states no policy then", async () => {
  const { timers, start, startNow } = createAdmission({ points: undefined, rateLimit: undefined });
  await startNow();
  await startNow();
  const waiting = start();
  [...timers][0]!();
  const error = await assertRejects(() => waiting, ApiError);
  assertEquals(error.headers, { "retry-after": "2" });
});

Deno.test("WorkAdmission.start() keeps the slot of a job that still runs when its request has ended", async () => {
  const { room, start, startNow } = createAdmission();
  const [running, other] = [await startNow(), await startNow()];
  running.reservation.tryStartJob(10, "ordinary");
  running[Symbol.dispose]();
  const waiting = start();
  await setImmediate();
  assertEquals(room.size, 1);
  running.reservation.releaseJob(0);
  assertInstanceOf(await waiting, Work);
  other[Symbol.dispose]();
});

Deno.test("WorkAdmission.start() gives back slot and points, once, and keeps the memory", async () => {
  const { left, memory, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  works[0]!.reservation.growTo(100);
  works[0]!.giveBack();
  assertEquals([left(), memory.used], [LIMIT - 5, 100]);
  assertInstanceOf(await start(), Work);
  works[0]![Symbol.dispose]();
  assertEquals(memory.used, 0);
  const waiting = start();
  await setImmediate();
  works[1]![Symbol.dispose]();
  assertInstanceOf(await waiting, Work);
});

Deno.test("WorkAdmission.start() frees everything when the caller leaves while it waits, or its memory is taken away", async () => {
  const { memory, room, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  const caller = new AbortController();
  const left = start({ waitingBytes: 100 }, createRequest({ signal: caller.signal }));
  caller.abort(new RangeError("gone"));
  await assertRejects(() => left, RangeError, "gone");
  const robbed = start({ waitingBytes: 900 });
  memory.reserve({ client: "other", createError: () => new Error() }).growTo(500);
  const error = await assertRejects(() => robbed, ApiError);
  assertEquals([error.code, room.size, memory.used], ["overloaded", 0, 500]);
  for (const work of works) work[Symbol.dispose]();
});

Deno.test("WorkAdmission.start() counts what arrives for the request, and lets two names be looked up at once", async () => {
  const memory = createMemory(2 * TRANSFER_BYTES);
  const { startNow } = createAdmission({ memory });
  const ctx = createRequest();
  using work = await startNow(ctx);
  work.receive(30);
  work.receive(40);
  assertEquals([ctx.state.receivedBytes, memory.used], [70, TRANSFER_BYTES + 70]);
  const lookups = [await work.acquireLookup(work.signal), await work.acquireLookup(work.signal)];
  let isThird = false;
  const third = work.acquireLookup(work.signal).then(() => isThird = true);
  await setImmediate();
  assert(!isThird);
  lookups[0]![Symbol.dispose]();
  assert(await third);
});

Deno.test("WorkAdmission.start() loses no slot if its memory is taken away in the moment in which it gets one", async () => {
  const { memory, room, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  // Both reservations of the client are taken at once: the end of the first one gives its slot to the second.
  works[0]!.reservation.growTo(500);
  const waiting = start({ waitingBytes: 400 });
  memory.reserve({ client: "other", createError: () => new Error() }).growTo(300);
  memory.reserve({ client: "third", createError: () => new Error() }).growTo(350);
  await assertRejects(() => waiting, ApiError);
  works[1]![Symbol.dispose]();
  for (let i = 0; i < 2; i++) assertInstanceOf(await start(), Work);
  assertEquals(room.size, 0);
});

Deno.test("WorkAdmission.start() loses no slot if one newcomer takes the memory of several", async () => {
  const { memory, room, start, startNow } = createAdmission();
  const works = [await startNow(), await startNow()];
  works[0]!.reservation.growTo(500);
  const waiting = start({ waitingBytes: 450 });
  const job = memory.reserve({ client: "other", createError: () => new Error() });
  assertEquals(job.tryStartJob(900, "ordinary"), true);
  await assertRejects(() => waiting, ApiError);
  works[1]![Symbol.dispose]();
  for (let i = 0; i < 2; i++) assertInstanceOf(await start(), Work);
  assertEquals(room.size, 0);
});
