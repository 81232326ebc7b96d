import { assertEquals, assertRejects } from "@std/assert";
import { createHeader } from "@/lib/images/formats/header.ts";
import type { Job, JobResult, JobRunner } from "@/lib/filters/job.ts";
import { Pool, type PoolLimits } from "@/lib/filters/pool.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/** A caller that waits forever. */
const NEVER = { signal: new AbortController().signal };

function createJob(side = 1, frames = 1): Job {
  const totalPixels = side ** 2 * frames;
  const header = createHeader({ format: "gif", width: side, height: side, frames, totalPixels });
  return { filter: "invert", strength: 0, format: "auto", bytes: new Uint8Array(), header };
}

const RESULT: JobResult = {
  bytes: new Uint8Array([1]),
  format: "png",
  etag: '"x"',
  isTruncated: false,
  timings: { decode: 0, filter: 0, encode: 0 },
};

const UNLIMITED = { running: Infinity, waiting: Infinity };

/** Creates a pool whose jobs and timers end when the test ends them. */
function createPool(limits: Partial<PoolLimits> = {}) {
  const running: { finish(): void; fail(error: unknown): void }[] = [];
  const runners = { created: 0, closed: 0 };
  const createRunner = (): Promise<JobRunner> => {
    runners.created++;
    return Promise.resolve({
      run: () => {
        const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
        running.push({ finish: () => resolve(RESULT), fail: reject });
        return promise;
      },
      close: () => void runners.closed++,
    });
  };
  const timers = new Set<() => void>();
  const startTimer = (work: () => void) => {
    timers.add(work);
    return () => void timers.delete(work);
  };
  /** Ends a timer, by default the oldest. */
  const expire = (index = 0) => {
    const work = [...timers].at(index)!;
    timers.delete(work);
    work();
  };
  const shares = { filter: UNLIMITED, drawing: UNLIMITED };
  const all = { filterWorkers: 2, filterQueue: 2, filterTimeoutMs: 60_000, maxPixels: 100, shares, ...limits };
  return { pool: new Pool(all, createRunner, startTimer), running, runners, expire };
}

/** Lets the reactions of settled promises run. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, ApiError)).code;
}

Deno.test("Pool.run() creates runners when jobs arrive, up to the limit, and reuses them", async () => {
  const { pool, running, runners } = createPool();
  assertEquals(runners.created, 0);
  const jobs = [1, 2, 3].map(() => pool.run(createJob(), NEVER));
  await settle();
  assertEquals([runners.created, pool.status], [2, { workers: 2, busy: 2, waiting: 1, stuck: 0 }]);
  running[0]!.finish();
  await settle();
  assertEquals([runners.created, running.length, pool.status.waiting], [2, 3, 0]);
  running.forEach(({ finish }) => finish());
  assertEquals(await Promise.all(jobs), [RESULT, RESULT, RESULT]);
  pool.close();
  assertEquals(runners.closed, 2);
});

Deno.test("Pool.run() throws overloaded with retry-after when the queue is full", async () => {
  const { pool, running } = createPool();
  const jobs = [1, 2, 3, 4].map(() => pool.run(createJob(), NEVER));
  await settle();
  const error = await assertRejects(() => pool.run(createJob(), NEVER), ApiError);
  assertEquals([error.code, error.status, error.headers], ["overloaded", 503, { "retry-after": "2" }]);
  while (running.length < 4) {
    running.forEach(({ finish }) => finish());
    await settle();
  }
  running.forEach(({ finish }) => finish());
  await Promise.all(jobs);
  pool.close();
});

Deno.test("Pool.run() removes a waiting job from the queue when its signal aborts", async () => {
  const { pool, running } = createPool({ filterWorkers: 1, filterQueue: 1 });
  const first = pool.run(createJob(), NEVER);
  const caller = new AbortController();
  const left = pool.run(createJob(), caller);
  caller.abort(new Error("gone"));
  await assertRejects(() => left, Error, "gone");
  assertEquals(pool.status.waiting, 0);
  const second = pool.run(createJob(), NEVER);
  await settle();
  running[0]!.finish();
  await settle();
  running[1]!.finish();
  assertEquals(await Promise.all([first, second]), [RESULT, RESULT]);
  assertEquals(running.length, 2);
  pool.close();
});

Deno.test("Pool.run() never runs more pixels at once than the limit of one image", async () => {
  const { pool, running } = createPool({ filterWorkers: 4, filterQueue: 9 });
  const jobs = [8, 8, 5].map((side) => pool.run(createJob(side), NEVER));
  await settle();
  assertEquals([running.length, pool.status.busy], [1, 1]);
  running[0]!.finish();
  await settle();
  assertEquals([running.length, pool.status.busy], [3, 2]);
  running.forEach(({ finish }) => finish());
  await Promise.all(jobs);
  pool.close();
});

Deno.test("Pool.run() counts all frames, so that two long animations leave a worker to a small image", async () => {
  const { pool, running } = createPool({ filterWorkers: 2, filterQueue: 9 });
  const jobs = [createJob(5, 3), createJob(5, 3), createJob(2)].map((job) => pool.run(job, NEVER));
  await settle();
  assertEquals([running.length, pool.status], [2, { workers: 2, busy: 2, waiting: 1, stuck: 0 }]);
  running[1]!.finish();
  assertEquals(await jobs[2], RESULT);
  running[0]!.finish();
  await settle();
  running[2]!.finish();
  await Promise.all(jobs);
  pool.close();
});

Deno.test("Pool.run() reuses a runner after a broken image and closes one that failed", async () => {
  const { pool, running, runners } = createPool({ filterWorkers: 1 });
  const broken = pool.run(createJob(), NEVER);
  await settle();
  running[0]!.fail(new ImageError("broken_image", "Cannot"));
  await assertRejects(() => broken, ImageError);
  await settle();
  assertEquals([runners.created, runners.closed], [1, 0]);
  const failed = pool.run(createJob(), NEVER);
  await settle();
  running[1]!.fail(new Error("out of memory"));
  await assertRejects(() => failed, Error, "out of memory");
  assertEquals([runners.created, runners.closed], [1, 1]);
  const good = pool.run(createJob(), NEVER);
  await settle();
  running[2]!.finish();
  assertEquals([await good, runners.created], [RESULT, 2]);
  pool.close();
});

Deno.test("Pool.run() closes a runner after a large image, which frees its memory", async () => {
  const { pool, running, runners } = createPool({ filterWorkers: 1, maxPixels: 25_000_000 });
  for (const [side, closed] of [[1900, 0], [2100, 1]] as const) {
    const job = pool.run(createJob(side), NEVER);
    await settle();
    running.at(-1)!.finish();
    await job;
    await settle();
    assertEquals([runners.created, runners.closed], [1, closed]);
  }
  pool.close();
});

Deno.test("Pool.run() leaves an idle runner to small images while large ones run", async () => {
  const { pool, running, runners } = createPool({ maxPixels: 25_000_000 });
  const created: number[] = [];
  for (const side of [1, 5000, 1, 5000, 1]) {
    const job = pool.run(createJob(side), NEVER);
    await settle();
    created.push(runners.created);
    running.at(-1)!.finish();
    await job;
    await settle();
  }
  assertEquals([created, runners.closed], [[1, 2, 2, 3, 3], 2]);
  pool.close();
});

Deno.test("Pool.run() throws filter_timeout, replaces the stuck runner, and closes it when its job ends", async () => {
  const { pool, running, runners, expire } = createPool({ filterWorkers: 1 });
  for (const stuck of [1, 2]) {
    const code = codeOf(pool.run(createJob(), NEVER));
    await settle();
    expire();
    assertEquals(await code, "filter_timeout");
    assertEquals([runners.created, pool.status.stuck, pool.isExhausted], [stuck, stuck, stuck === 2]);
  }
  assertEquals(await codeOf(pool.run(createJob(), NEVER)), "overloaded");
  running.forEach(({ finish }) => finish());
  await settle();
  assertEquals([runners.closed, pool.status.stuck, pool.isExhausted], [2, 0, false]);
  pool.close();
});

Deno.test("Pool starts no waiting job while it is exhausted, and starts it when a stuck job ends", async () => {
  const { pool, running, expire } = createPool({ filterWorkers: 1 });
  const first = codeOf(pool.run(createJob(), NEVER));
  await settle();
  expire();
  assertEquals(await first, "filter_timeout");
  const second = codeOf(pool.run(createJob(), NEVER));
  await settle();
  const third = pool.run(createJob(), NEVER);
  expire();
  assertEquals(await second, "filter_timeout");
  await settle();
  assertEquals([running.length, pool.status.waiting, pool.isExhausted], [2, 1, true]);
  running[0]!.finish();
  await settle();
  assertEquals([running.length, pool.status.waiting], [3, 0]);
  running.forEach(({ finish }) => finish());
  assertEquals(await third, RESULT);
  pool.close();
});

Deno.test("Pool.run() throws overloaded when a job has waited too long", async () => {
  const { pool, running, expire } = createPool({ filterWorkers: 1 });
  const first = pool.run(createJob(), NEVER);
  await settle();
  const second = codeOf(pool.run(createJob(), NEVER));
  expire(-1);
  assertEquals(await second, "overloaded");
  running[0]!.finish();
  assertEquals(await first, RESULT);
  pool.close();
});

Deno.test("Pool.close() rejects waiting and later jobs, and closes a busy runner after its job", async () => {
  const { pool, running, runners } = createPool({ filterWorkers: 1 });
  const first = pool.run(createJob(), NEVER);
  const second = codeOf(pool.run(createJob(), NEVER));
  await settle();
  pool.close();
  assertEquals(runners, { created: 1, closed: 0 });
  assertEquals([await second, await codeOf(pool.run(createJob(), NEVER))], ["overloaded", "overloaded"]);
  running[0]!.finish();
  assertEquals(await first, RESULT);
  assertEquals(runners, { created: 1, closed: 1 });
});

Deno.test("Pool.close() starts no waiting job, however small", async () => {
  const { pool, running, runners } = createPool();
  const first = pool.run(createJob(5), NEVER);
  const waiting = [10, 8].map((side) => codeOf(pool.run(createJob(side), NEVER)));
  await settle();
  pool.close();
  await settle();
  assertEquals([await Promise.all(waiting), running.length, runners.created], [["overloaded", "overloaded"], 1, 1]);
  running[0]!.finish();
  await first;
});

const SHARE = { running: 1, waiting: 2 };
const SHARES = { filter: SHARE, drawing: SHARE };

/** Creates a pool with one share for each client, and collects the names of the results in the order of their end. */
function createFairPool(limits: Partial<PoolLimits> = {}) {
  const { pool, running } = createPool({ shares: SHARES, ...limits });
  const ended: string[] = [];
  const run = (client: string, side = 1) => {
    const result = pool.run(createJob(side), { ...NEVER, client });
    return result.then(() => ended.push(client), ({ code }) => ended.push(`${client} ${code}`));
  };
  /** Ends the running jobs, one after the other, until none is left. */
  const finish = async () => {
    for (let index = 0; index < running.length; index++) {
      running[index]!.finish();
      await settle();
    }
  };
  return { pool, running, ended, run, finish };
}

Deno.test("Pool.run() leaves runners to other clients", async () => {
  const { pool, running, ended, run, finish } = createFairPool({ filterWorkers: 2, filterQueue: 9 });
  for (const client of ["a", "a", "a"]) run(client);
  await settle();
  assertEquals([running.length, pool.status], [1, { workers: 2, busy: 1, waiting: 2, stuck: 0 }]);
  run("b");
  await settle();
  running[1]!.finish();
  await settle();
  assertEquals([ended, running.length], [["b"], 2]);
  await finish();
  pool.close();
});

Deno.test("Pool.run() throws rate_limited when too many jobs of a client are waiting, overloaded for a full queue", async () => {
  const { pool, ended, run, finish } = createFairPool({ filterWorkers: 2, filterQueue: 5 });
  for (const client of ["a", "a", "a", "a", "b", "b", "b", "c", "c"]) run(client);
  await settle();
  assertEquals(ended, ["a rate_limited", "c overloaded"]);
  assertEquals(pool.status.waiting, 5);
  await finish();
  pool.close();
});

Deno.test("Pool.run() starts waiting jobs by turns of their clients, and the newest of who has most gives way in a full queue", async () => {
  const shares = { filter: { running: 1, waiting: 4 }, drawing: SHARE };
  const { pool, ended, run, finish } = createFairPool({ filterWorkers: 1, filterQueue: 4, shares });
  for (const client of ["a", "a", "a", "a", "a", "b"]) run(client);
  await settle();
  assertEquals(ended, ["a overloaded"]);
  await finish();
  assertEquals(ended, ["a overloaded", "a", "b", "a", "a", "a"]);
  pool.close();
});

Deno.test("Pool.run() runs small jobs of others next to a large one, and the large ones one after the other", async () => {
  const { pool, running, ended, run, finish } = createFairPool({ filterWorkers: 3, filterQueue: 9, maxPixels: 400 });
  for (const [client, side] of [["a", 20], ["b", 20], ["c", 10], ["d", 4]] as const) run(client, side);
  await settle();
  assertEquals([running.length, pool.status.waiting], [2, 2]);
  running[1]!.finish();
  await settle();
  assertEquals([ended, running.length], [["d"], 2]);
  await finish();
  assertEquals(ended, ["d", "a", "c", "b"]);
  pool.close();
});

Deno.test("Pool.run() limits the bytes of waiting images, so that many large ones cannot exhaust memory", async () => {
  const { pool, running } = createPool({ filterWorkers: 1, filterQueue: 9 });
  const bytes = new Uint8Array(30 * 1024 * 1024);
  const run = (client: string, size = bytes) => pool.run({ ...createJob(), bytes: size }, { ...NEVER, client });
  const jobs = [run("a"), run("a"), run("a")];
  assertEquals([await codeOf(run("a")), pool.status.waiting], ["overloaded", 2]);
  jobs.push(run("b"));
  assertEquals([await codeOf(jobs[2]!), pool.status.waiting], ["overloaded", 2]);
  for (let index = 0; index < 3; index++) {
    await settle();
    running[index]!.finish();
  }
  assertEquals(await Promise.all([jobs[0], jobs[1], jobs[3]]), [RESULT, RESULT, RESULT]);
  pool.close();
});
