import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Gate } from "@/lib/work/gate.ts";
import { Threads } from "@/lib/work/threads.ts";
import { request, settle, TestClock } from "./clock.ts";

/** Threads whose jobs end when the test says so, and what has happened to them. */
function createThreads(places = 1) {
  const clock = new TestClock();
  const gate = new Gate({ action: "Cannot work", places, perClient: places, clock });
  const jobs = new Map<string, PromiseWithResolvers<string>>();
  const events: string[] = [];
  const start = () => {
    const name = `thread ${events.filter((event) => event.startsWith("start")).length}`;
    events.push(`start ${name}`);
    return Promise.resolve({
      run(job: string) {
        events.push(`${job} in ${name}`);
        jobs.set(job, Promise.withResolvers());
        return jobs.get(job)!.promise;
      },
      close: () => void events.push(`close ${name}`),
    });
  };
  const onStuck = () => void events.push("stuck");
  const threads = new Threads<string, string>({ gate, action: "Cannot work", start, onStuck, clock });
  return { clock, gate, events, threads, end: (job: string) => jobs.get(job)!.resolve("done"), jobs };
}

Deno.test("Threads.run() starts threads when they are needed, and uses them again", async () => {
  const { threads, gate, events, end } = createThreads(2);
  const [one, two] = ["one", "two"].map((job) => threads.run("a", request(), { createJob: () => job }));
  await settle();
  const three = threads.run("a", request(), { createJob: () => "three" });
  end("two");
  assertEquals(await two, "done");
  await settle();
  end("three");
  end("one");
  await Promise.all([one, three]);
  assertEquals(events, ["start thread 0", "start thread 1", "one in thread 0", "two in thread 1", "three in thread 1"]);
  assertEquals(gate.status, { places: 2, used: 0, waiting: 0 });
});

Deno.test("Threads.run() throws filter_timeout after ten seconds, and the job keeps its place until it ends", async () => {
  const { threads, gate, clock, events, end } = createThreads();
  const late = threads.run("a", request(), { createJob: () => "late" });
  await settle();
  clock.pass(9999);
  const next = threads.run("b", request(), { createJob: () => "next" });
  clock.pass(1);
  const { code } = await assertRejects(() => late, ApiError, "Cannot work: must take at most 10 s");
  assertEquals([code, gate.status.used, gate.status.waiting], ["filter_timeout", 1, 1]);
  end("late");
  await settle();
  assertEquals(gate.status.waiting, 0);
  end("next");
  assertEquals(await next, "done");
  assertEquals([events, clock.timers], [["start thread 0", "late in thread 0", "next in thread 0"], 0]);
});

Deno.test("Threads.run() reports a job that has not ended a minute after its time", async () => {
  const { threads, clock, events, end } = createThreads();
  const stuck = threads.run("a", request(), { createJob: () => "stuck" });
  await settle();
  clock.pass(69_999);
  await assertRejects(() => stuck, ApiError);
  assertEquals(events.at(-1), "stuck in thread 0");
  clock.pass(1);
  assertEquals(events.at(-1), "stuck");
  end("stuck");
});

Deno.test("Threads.run() ends with its request, and the job keeps its place until it ends", async () => {
  const { threads, gate, end } = createThreads();
  const controller = new AbortController();
  const left = threads.run("a", controller.signal, { createJob: () => "left" });
  await settle();
  controller.abort(new Error("The caller has left"));
  await assertRejects(() => left, Error, "The caller has left");
  assertEquals(gate.status.used, 1);
  end("left");
  await settle();
  assertEquals(gate.status.used, 0);
});

Deno.test("Threads.run() runs no job if its request ends, or if its result is found, while it waits", async () => {
  const { threads, gate, events, end } = createThreads();
  const first = threads.run("a", request(), { createJob: () => "first" });
  await settle();
  const found = threads.run("b", request(), { createJob: () => "found", find: () => "from the cache" });
  const broken = threads.run("b", request(), {
    createJob: () => "broken",
    find() {
      throw new Error("The cache is broken");
    },
  });
  const controller = new AbortController();
  const left = threads.run("b", controller.signal, { createJob: () => "left" });
  end("first");
  // The place is given to each of them in turn, and the last one aborts when it has it.
  void broken.catch(() => controller.abort(new Error("The caller has left")));
  assertEquals([await first, await found], ["done", "from the cache"]);
  await assertRejects(() => broken, Error, "The cache is broken");
  await assertRejects(() => left, Error, "The caller has left");
  assertEquals([gate.status.used, events.slice(1)], [0, ["first in thread 0"]]);
});

Deno.test("Threads.run() closes a thread after an unexpected error, and keeps it after that of a picture", async () => {
  const { threads, gate, events, jobs, end } = createThreads();
  const run = async (job: string, error?: Error) => {
    const result = threads.run("a", request(), { createJob: () => job });
    await settle();
    if (error === undefined) end(job);
    else jobs.get(job)!.reject(error);
    return await result.catch((reason) => reason);
  };
  const damaged = new ApiError("broken_image", "Cannot read the image"), crash = new Error("out of memory");
  assertEquals([await run("one", damaged), await run("two", crash), await run("three")], [damaged, crash, "done"]);
  const expected = ["start thread 0", "one in thread 0", "two in thread 0", "close thread 0"];
  assertEquals(events, [...expected, "start thread 1", "three in thread 1"]);
  assertEquals(gate.status.used, 0);
});

Deno.test("Threads.run() gives the place back if no thread starts", async () => {
  const gate = new Gate({ action: "Cannot work", places: 1, perClient: 1 });
  const start = () => Promise.reject(new Error("No thread"));
  const threads = new Threads<string, string>({ gate, action: "Cannot work", start, onStuck() {} });
  await assertRejects(() => threads.run("a", request(), { createJob: () => "one" }), Error, "No thread");
  assertEquals(gate.status.used, 0);
});

Deno.test("Threads.close() closes idle threads at once, and the others after their job", async () => {
  const { threads, events, end } = createThreads(2);
  const all = ["one", "two"].map((job) => threads.run("a", request(), { createJob: () => job }));
  await settle();
  end("one");
  await settle();
  threads.close();
  assertEquals(events.slice(4), ["close thread 0"]);
  end("two");
  await Promise.all(all);
  assertEquals(events.slice(4), ["close thread 0", "close thread 1"]);
});
