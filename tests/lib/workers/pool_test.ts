import { assertEquals, assertRejects } from "@std/assert";
import type { EndedJob } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { Work } from "@/lib/workers/work.ts";
import { CancelledError, ImageError } from "@pawkit/images";
import { LIMIT_MS, PoolHarness, RESULT } from "./pool_harness.ts";

const MINUTE_MS = 60_000;

Deno.test("Pool.run() starts workers when jobs arrive, one more than FILTER_WORKERS, and reuses them", async () => {
  const test = new PoolHarness();
  assertEquals([test.created, test.pool.status.workers], [0, 3]);
  await test.run("a1", { isShort: true });
  assertEquals([test.created, test.workerOf("a1")], [1, 0]);
  await test.finish("a1");
  await test.run("a2 b1 c1 d1", { isShort: true });
  assertEquals([test.running, test.created], ["a2 b1 c1", 3]);
  const { busy, waiting, stuck } = test.pool.status;
  assertEquals({ busy, waiting, stuck }, { busy: 3, waiting: 1, stuck: 0 });
  await test.finish("b1");
  for (const name of ["a2", "c1", "d1"]) await test.finish(name);
  assertEquals([test.ended, test.created, test.closed, test.timers], [["a1", "b1", "a2", "c1", "d1"], 3, [], 0]);
  assertEquals(test.memory.used, 0);
});

Deno.test("Pool.startSpare() starts the worker of the first job, whatever its length", async () => {
  for (const isShort of [true, false]) {
    const test = new PoolHarness();
    test.pool.startSpare();
    assertEquals(test.created, 1);
    await test.run("a1", { isShort });
    assertEquals([test.created, test.workerOf("a1")], [1, 0]);
    await test.run("b1");
    assertEquals([test.created, test.workerOf("b1")], [2, 1]);
  }
});

Deno.test("Pool.startSpare() leaves its error to the first job, and the next one starts another worker", async () => {
  const test = new PoolHarness();
  test.startError = new Error("no threads");
  test.pool.startSpare();
  test.startError = undefined;
  await test.run("a1");
  assertEquals([test.ended, test.created, test.pool.status.failures], [["a1 no threads"], 0, 1]);
  await test.run("a2");
  assertEquals([test.running, test.created], ["a2", 1]);
});

Deno.test("Pool.startSpare() loads nothing into the main thread if FILTER_WORKERS is 0", () => {
  const test = new PoolHarness({ filterWorkers: 0 });
  test.pool.startSpare();
  assertEquals(test.created, 0);
});

for (const filterWorkers of [1, 2]) {
  Deno.test(`Pool.run() leaves one worker to short jobs, with ${filterWorkers} for all jobs`, async () => {
    const test = new PoolHarness({ filterWorkers });
    await test.run("a1 a2 a3 b1");
    const long = filterWorkers === 1 ? "a1" : "a1 a2";
    assertEquals(test.running, long);
    await test.run("c1 c2", { isShort: true });
    assertEquals(test.running, `${long} c1`);
    await test.finish("c1", 300);
    assertEquals(test.running, `${long} c2`);
  });
}

Deno.test("Pool.run() uses the main thread for everything if FILTER_WORKERS is 0", async () => {
  const test = new PoolHarness({ filterWorkers: 0 });
  await test.run("a1");
  await test.run("b1", { isShort: true });
  assertEquals([test.running, test.created, test.pool.status.workers], ["a1", 1, 1]);
  await test.finish("a1");
  assertEquals([test.running, test.created], ["b1", 1]);
});

Deno.test("Pool.run() lets one client use every worker while nobody else waits, then takes turns", async () => {
  const test = new PoolHarness({ filterWorkers: 3 });
  await test.run("a1 a2 a3 a4 a5 a6");
  assertEquals(test.running, "a1 a2 a3");
  await test.run("b1 b2");
  await test.finish("a1", 1000);
  assertEquals(test.running, "a2 a3 b1");
  await test.finish("a2");
  await test.finish("a3");
  // With one running job each, it is the turn of b: the last turn was that of a.
  assertEquals(test.started.slice(3), ["b1", "b2", "a4"]);
});

Deno.test("Pool.run() reports how long a job has waited, for its slot and for a worker", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  await test.run("a1");
  await test.run("a2 b1", { slotWaitMs: 30 });
  for (const [name, ms] of [["a1", 700], ["b1", 20], ["a2", 1]] as const) await test.finish(name, ms);
  assertEquals(test.queueMs, [0, 730, 750]);
});

Deno.test("Pool.run() runs no job whose result another client has stored when its turn comes", async () => {
  const stored = new Set<string>();
  const test = new PoolHarness({ filterWorkers: 1, stored });
  await test.run("a1 b1 c1 c2");
  assertEquals(test.running, "a1");
  stored.add("b1").add("c1");
  await test.finish("a1");
  assertEquals([test.ended, test.running, test.started], [["a1", "b1 cached", "c1 cached"], "c2", ["a1", "c2"]]);
  await test.finish("c2");
  assertEquals([test.memory.used, test.timers, test.pool.status.waiting], [0, 0, 0]);
});

Deno.test("Pool.run() lets its caller store a result before the next turn", async () => {
  const stored = new Set<string>();
  const test = new PoolHarness({ filterWorkers: 1, stored, storesAs: (name) => name === "a1" ? "b1" : name });
  await test.run("a1 b1");
  await test.finish("a1");
  assertEquals([test.ended.toSorted(), test.started], [["a1", "b1 cached"], ["a1"]]);
});

Deno.test("Pool.run() does not count the start of a worker as time of its job", async () => {
  const { promise: workerStarted, resolve: startWorker } = Promise.withResolvers<void>();
  const finished: (() => void)[] = [];
  const order: string[] = [];
  const test = new PoolHarness({
    filterWorkers: 1,
    filterTimeoutMs: 10_000,
    startWorker: async () => {
      await workerStarted;
      const end = (resolve: (ended: EndedJob) => void) => resolve({ result: RESULT, cpuMs: 1000 });
      const run = () => new Promise<EndedJob>((resolve) => finished.push(() => end(resolve)));
      return { run, cancel() {}, close() {} };
    },
  });
  await test.run("a1 a2 b1 b2");
  await test.advance(15_000);
  startWorker();
  await test.advance(0);
  for (let job = 0; job < 4; job++) {
    await test.advance(1000);
    finished[job]!();
    await test.advance(0);
    order.push(test.ended.at(-1)!);
  }
  // With the 15 s, a2 would come last, and a1 would have timed out.
  assertEquals(order, ["a1", "b1", "a2", "b2"]);
});

Deno.test("Pool.run() throws overloaded with retry-after when a job has waited too long", async () => {
  const test = new PoolHarness({ filterWorkers: 1, filterTimeoutMs: 500 });
  await test.run("a1 b1");
  await test.advance(999);
  assertEquals([test.running, test.ended], ["a1", ["a1 filter_timeout"]]);
  await test.advance(1);
  assertEquals(test.ended, ["a1 filter_timeout", "b1 overloaded"]);
  assertEquals([test.pool.status.waiting, test.timers], [0, 0]);
});

Deno.test("Pool.run() rejects the newest job of the client with most waiting ones, when too many wait", async () => {
  const test = new PoolHarness({ filterWorkers: 1, maxWaiting: 3 });
  await test.run("a1 a2 a3 b1");
  assertEquals([test.ended, test.pool.status.waiting], [[], 3]);
  await test.run("c1");
  assertEquals(test.ended, ["a3 overloaded"]);
  // Of clients with as many, the newest one.
  await test.run("d1");
  assertEquals(test.ended, ["a3 overloaded", "d1 overloaded"]);
  const reservation = test.reserve("d2");
  const job = { svg: "", width: 8, format: "png" } as const;
  const request = {
    job,
    cost: { cpuMs: 1, isShort: false, bytes: 1 },
    work: new Work({ reservation }),
    findResult: () => undefined,
  };
  const error = await assertRejects(() => test.pool.run(request), ApiError);
  assertEquals([error.status, error.headers], [503, { "retry-after": "2" }]);
});

Deno.test("Pool.run() starts a job when its memory is free, and starts no later one instead of it", async () => {
  const test = new PoolHarness({ filterWorkers: 3, limit: 100 });
  await test.run("a1", { bytes: 60 });
  await test.run("b1", { bytes: 50 });
  await test.run("c1", { bytes: 10 });
  assertEquals([test.running, test.memory.used], ["a1", 60]);
  // Only a short job overtakes it.
  await test.run("d1", { bytes: 40, isShort: true });
  assertEquals([test.running, test.memory.used], ["a1 d1", 100]);
  await test.finish("d1");
  assertEquals(test.running, "a1");
  await test.finish("a1");
  assertEquals([test.running, test.memory.used], ["b1 c1", 60]);
});

Deno.test("Pool.run() leaves a part of the memory to transfers and short jobs", async () => {
  const test = new PoolHarness({ filterWorkers: 2, limit: 100, maxJobBytes: 60 });
  await test.run("a1", { bytes: 40 });
  await test.run("b1", { bytes: 30 });
  assertEquals([test.running, test.memory.used], ["a1", 40]);
  await test.run("c1", { bytes: 50, isShort: true });
  assertEquals([test.running, test.memory.used], ["a1 c1", 90]);
  await test.finish("a1");
  assertEquals(test.running, "c1 b1");
});

Deno.test("Pool.run() starts the next job when one that waits for memory leaves", async () => {
  const test = new PoolHarness({ limit: 100 });
  const caller = new AbortController();
  await test.run("a1", { bytes: 60 });
  await test.run("b1", { bytes: 50, signal: caller.signal });
  await test.run("c1", { bytes: 10 });
  caller.abort(new Error("gone"));
  await test.advance(0);
  assertEquals([test.running, test.ended], ["a1 c1", ["b1 gone"]]);
});

Deno.test("Pool.run() can run a job that needs all of the memory, of which its source is a part", async () => {
  const test = new PoolHarness({ limit: 100 });
  await test.run("a1", { bytes: 100, size: 30 });
  assertEquals([test.running, test.memory.used], ["a1", 100]);
  await test.finish("a1");
  assertEquals(test.memory.used, 0);
});

Deno.test("Pool.run() leaves the bytes of the result to its request, and none of a job that fails", async () => {
  for (const end of ["finish", "fail"] as const) {
    const test = new PoolHarness({ limit: 100 });
    using reservation = test.reserve("a1");
    await test.run("a1", { bytes: 60, size: 30, reservation });
    assertEquals([reservation.bytes, reservation.worker], [60, "ordinary"]);
    await (end === "fail" ? test.fail("a1", new ImageError("broken_image", "broken")) : test.finish("a1"));
    const expected = end === "fail" ? 0 : RESULT.bytes.length;
    assertEquals([reservation.bytes, reservation.worker, test.memory.used], [expected, undefined, expected]);
  }
});

Deno.test("Pool.run() takes memory away from waiting sources of the client that has most", async () => {
  const test = new PoolHarness({ filterWorkers: 1, limit: 100 });
  await test.run("a1", { bytes: 30, size: 1 });
  await test.run("b1 b2", { bytes: 40, size: 30 });
  assertEquals([test.pool.status.waiting, test.memory.used], [2, 90]);
  await test.run("c1", { bytes: 20, size: 20 });
  assertEquals([test.ended, test.memory.used], [["b2 overloaded"], 80]);
  await test.run("d1", { size: 60 });
  assertEquals(test.ended, ["b2 overloaded", "d1 overloaded"]);
  // Running jobs lose nothing.
  await test.finish("a1");
  assertEquals(test.ended.at(-1), "a1");
});

Deno.test("Pool.run() is not blocked by waiting sources that fill the memory: one job always runs", async () => {
  const test = new PoolHarness({ filterWorkers: 1, limit: 100 });
  using other = test.reserve("z1");
  other.growTo(60);
  await test.run("a1", { bytes: 90, size: 5 });
  assertEquals([test.running, other.signal.aborted], ["a1", true]);
  // Each of these clients has less than a job needs.
  await test.run("b1 c1 d1", { bytes: 90, size: 3 });
  await test.finish("a1");
  assertEquals([test.running, test.pool.status.waiting], ["b1", 2]);
  await test.finish("b1");
  await test.finish("c1");
  await test.finish("d1");
  assertEquals([test.ended, test.memory.used], [["a1", "b1", "c1", "d1"], 0]);
});

Deno.test("Pool.run() starts a job once when it takes away the memory of a waiting one", async () => {
  const MB = 1_000_000;
  const test = new PoolHarness({ filterWorkers: 1, limit: 360 * MB });
  await test.run("a1", { bytes: 60 * MB });
  await test.run("b1 b2", { bytes: 120 * MB, size: 120 * MB });
  await test.run("c1 c2", { bytes: 75 * MB, size: 3 * MB, isShort: true });
  assertEquals([test.ended, test.started, test.running], [["b2 overloaded"], ["a1", "c1"], "a1 c1"]);
  for (const name of ["c1", "c2", "a1", "b1"]) await test.finish(name);
  assertEquals([test.ended, test.memory.used], [["b2 overloaded", "c1", "c2", "a1", "b1"], 0]);
});

Deno.test("Pool.run() answers 504 after the time limit, and holds memory and worker until the job has ended", async () => {
  const test = new PoolHarness({ filterWorkers: 1, limit: 100 });
  await test.run("a1", { bytes: 70 });
  await test.advance(LIMIT_MS - 1);
  assertEquals([test.ended, test.cancelsOf("a1")], [[], 0]);
  await test.advance(1);
  assertEquals([test.ended, test.cancelsOf("a1")], [["a1 filter_timeout"], 1]);
  const { busy, stuck, memory } = test.pool.status;
  assertEquals({ busy, stuck, memory }, { busy: 1, stuck: 1, memory: { used: 70, limit: 100 } });
  await test.run("b1", { bytes: 40 });
  assertEquals([test.running, test.pool.status.waiting], ["a1", 1]);
  await test.fail("a1", new CancelledError());
  assertEquals([test.running, test.pool.status.stuck, test.memory.used], ["b1", 0, 40]);
  // A worker that gave up is as good as new.
  assertEquals([test.created, test.closed], [1, []]);
});

Deno.test("Pool.run() starts no job of a client while one of its jobs is past its time, and those of all others", async () => {
  const test = new PoolHarness();
  await test.run("a1");
  await test.advance(LIMIT_MS);
  await test.run("a2 A3 b1");
  assertEquals([test.ended, test.running], [["a1 filter_timeout"], "a1 b1"]);
  await test.finish("b1");
  assertEquals([test.running, test.pool.status.waiting], ["a1", 2]);
  await test.fail("a1", new CancelledError());
  assertEquals(test.running, "a2 A3");
});

Deno.test("Pool.run() answers 503 to a job that waited too long for another one of its client", async () => {
  const test = new PoolHarness();
  await test.run("a1");
  await test.advance(LIMIT_MS);
  await test.run("a2");
  await test.advance(2 * LIMIT_MS);
  assertEquals(test.ended, ["a1 filter_timeout", "a2 overloaded"]);
});

Deno.test("Pool.run() charges the time of each job that has run once, when it has really ended", async () => {
  const test = new PoolHarness({ filterWorkers: 1, stored: new Set(["g1"]) });
  const caller = new AbortController();
  await test.run("a1");
  await test.run("b1", { signal: caller.signal });
  await test.run("c1 d1");
  caller.abort(new Error("gone"));
  await test.advance(2 * LIMIT_MS);
  assertEquals([test.ended.length, test.charged], [4, []]);
  await test.advance(500);
  await test.fail("a1", new CancelledError());
  assertEquals(test.charged, [`a1 ${2 * LIMIT_MS + 500}`]);
  await test.run("f1");
  await test.advance(70);
  await test.crash("f1");
  await test.run("g1");
  assertEquals(test.charged.slice(1), ["f1 70"]);
});

Deno.test("Pool.run() tells a running job to give up when its caller leaves, and holds its memory until it has", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  const caller = new AbortController();
  await test.run("a1", { signal: caller.signal, bytes: 9 });
  await test.run("b1");
  caller.abort(new Error("gone"));
  await test.advance(0);
  assertEquals([test.ended, test.cancelsOf("a1"), test.running], [["a1 gone"], 1, "a1"]);
  assertEquals(test.memory.used, 9);
  // A client that left is not one that waited too long.
  await test.run("a2");
  assertEquals(test.ended, ["a1 gone"]);
  await test.advance(100);
  await test.fail("a1", new CancelledError());
  assertEquals([test.running, test.closed], ["b1", []]);
});

Deno.test("Pool.run() removes a waiting job, and starts none, for a caller that has left", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  const caller = new AbortController();
  await test.run("a1");
  await test.run("b1", { signal: caller.signal, size: 7 });
  caller.abort(new Error("gone"));
  await test.run("b2", { signal: caller.signal });
  assertEquals([test.ended.toSorted(), test.pool.status.waiting], [["b1 gone", "b2 gone"], 0]);
  await test.finish("a1");
  assertEquals([test.started, test.memory.used, test.timers], [["a1"], 0, 0]);
});

Deno.test("Pool.run() does not run a job whose caller left while its worker was starting", async () => {
  const test = new PoolHarness();
  const caller = new AbortController();
  const started = test.run("a1", { signal: caller.signal });
  caller.abort(new Error("gone"));
  await started;
  assertEquals([test.ended, test.started, test.pool.status.busy, test.memory.used], [["a1 gone"], [], 0, 0]);
});

Deno.test("Pool.run() rejects only the job whose worker cannot be started, and tries again with the next", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  test.startError = new Error("no worker");
  await test.run("a1");
  assertEquals([test.ended, test.memory.used, test.pool.status.busy], [["a1 no worker"], 0, 0]);
  test.startError = undefined;
  await test.run("a2");
  await test.finish("a2");
  assertEquals([test.ended, test.pool.status.failures], [["a1 no worker", "a2"], 1]);
});

Deno.test("Pool.run() replaces a worker after an unknown error, and reuses it after a broken image", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  await test.run("a1");
  await test.fail("a1", new ImageError("broken_image", "broken"));
  assertEquals([test.ended, test.created, test.closed, test.pool.status.failures], [["a1 broken"], 1, [], 0]);
  await test.run("a2");
  await test.fail("a2", new TypeError("unknown"));
  assertEquals([test.ended[1], test.created, test.closed, test.pool.status.failures], ["a2 unknown", 1, [0], 1]);
  await test.run("a3");
  assertEquals(test.workerOf("a3"), 1);
});

Deno.test("Pool.run() replaces a worker that has ended between two jobs, and its next job fails for nobody", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  await test.run("a1");
  await test.finish("a1");
  test.endedWorkers.add(0);
  await test.run("a2");
  assertEquals([test.workerOf("a2"), test.closed, test.pool.status.failures], [1, [0], 1]);
  await test.finish("a2");
  assertEquals(test.ended, ["a1", "a2"]);
});

Deno.test("Pool.isStalled is true when there was work for a minute and none has ended", async () => {
  const test = new PoolHarness();
  await test.advance(10 * MINUTE_MS);
  await test.run("a1 b1 c1");
  await test.advance(MINUTE_MS);
  assertEquals(test.pool.isStalled, false);
  await test.advance(1);
  assertEquals([test.pool.isStalled, test.pool.status.isStalled], [true, true]);
  await test.fail("a1", new CancelledError());
  assertEquals(test.pool.isStalled, false);
  await test.run("d1");
  await test.advance(MINUTE_MS + 1);
  assertEquals(test.pool.isStalled, true);
  await test.finish("b1");
  await test.advance(MINUTE_MS + 1);
  assertEquals(test.pool.isStalled, false);
});

Deno.test("Pool.isStalled is false while another worker is free, and true if there is no memory for it", async () => {
  const test = new PoolHarness({ limit: 100 });
  await test.run("a1", { bytes: 60 });
  await test.advance(2 * MINUTE_MS);
  // No other job of its client starts, but jobs of others would.
  await test.run("a2");
  assertEquals([test.running, test.pool.isStalled], ["a1", false]);
  await test.advance(MINUTE_MS);
  const isStalled: boolean[] = [];
  for (const name of ["b1", "b2", "b3", "b4", "b5"]) {
    await test.run(name, { bytes: 60 });
    isStalled.push(test.pool.isStalled);
    await test.advance(LIMIT_MS * 1.9);
  }
  assertEquals([test.running, isStalled], ["a1", [false, false, false, false, true]]);
});

Deno.test("Pool.isStalled is true when no worker could be started for a minute, but not after a single failure", async () => {
  const test = new PoolHarness();
  test.startError = new Error("no worker");
  await test.run("a1");
  await test.advance(MINUTE_MS + 1);
  assertEquals(test.pool.isStalled, false);
  await test.run("a2");
  assertEquals(test.pool.isStalled, true);
  test.startError = undefined;
  await test.run("a3");
  await test.finish("a3");
  assertEquals(test.pool.isStalled, false);
});

Deno.test("Pool.isStalled is false for a job that starts minutes after a failure", async () => {
  const test = new PoolHarness();
  test.startError = new Error("no worker");
  await test.run("a1");
  await test.advance(3 * MINUTE_MS);
  test.startError = undefined;
  await test.run("a2");
  assertEquals([test.running, test.pool.isStalled], ["a2", false]);
});

Deno.test("Pool.isStalled is false in the quiet minutes after an error of ours", async () => {
  const test = new PoolHarness();
  await test.run("a1");
  await test.fail("a1", new TypeError("unknown"));
  await test.advance(2 * MINUTE_MS);
  assertEquals(test.pool.isStalled, false);
});

Deno.test("Pool.isStalled is false while a job takes as long as FILTER_TIMEOUT_MS allows", async () => {
  const test = new PoolHarness({ filterTimeoutMs: 2 * MINUTE_MS });
  await test.run("a1");
  await test.advance(MINUTE_MS + 1);
  assertEquals(test.pool.isStalled, false);
});

Deno.test("Pool.close() rejects waiting and later jobs, and closes a busy worker after its job", async () => {
  const test = new PoolHarness({ filterWorkers: 1 });
  await test.run("a1", { isShort: true });
  await test.finish("a1");
  await test.run("b1 b2 c1", { bytes: 400_000 });
  test.pool.close();
  assertEquals(test.closed, [0]);
  await test.run("d1");
  assertEquals(test.ended.toSorted(), ["a1", "b2 overloaded", "c1 overloaded", "d1 overloaded"]);
  await test.finish("b1");
  assertEquals([test.ended.at(-1), test.closed, test.memory.used, test.timers], ["b1", [0, 1], 0, 0]);
});

Deno.test("Pool.close() closes a worker that has had no job", async () => {
  const test = new PoolHarness();
  test.pool.startSpare();
  test.pool.close();
  await test.advance(0);
  assertEquals(test.closed, [0]);
});

Deno.test("Pool.close() starts no waiting job, however small, and ends a worker whose job has timed out", async () => {
  const test = new PoolHarness({ limit: 100 });
  await test.run("a1", { bytes: 60 });
  await test.advance(LIMIT_MS);
  await test.run("b1", { bytes: 60 });
  await test.run("c1", { bytes: 10 });
  test.pool.close();
  await test.advance(0);
  assertEquals([test.started, test.closed], [["a1"], [0]]);
  assertEquals(test.ended, ["a1 filter_timeout", "b1 overloaded", "c1 overloaded"]);
});
