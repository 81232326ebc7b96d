import { assert, assertEquals } from "@std/assert";
import { FairQueue, type QueuedJob } from "@/lib/workers/fair_queue.ts";

interface NamedJob extends QueuedJob {
  readonly name: string;
}

/** Creates a job named `a1`: the first of client `a`. */
function toJob(name: string, cpuMs = 100): NamedJob {
  return { client: name.charAt(0), name, cpuMs };
}

function addAll(queue: FairQueue<NamedJob>, names: string, cpuMs?: number): NamedJob[] {
  const jobs = names.split(" ").map((name) => toJob(name, cpuMs));
  jobs.forEach((job) => queue.add(job));
  return jobs;
}

/** Starts the next job, and ends it after the time that it really takes: by default as long as estimated. */
function runNext(queue: FairQueue<NamedJob>, takenMs?: number): string | undefined {
  const job = queue.peek(() => true);
  if (job === undefined) return undefined;
  queue.start(job);
  queue.end(job, takenMs ?? job.cpuMs);
  return job.name;
}

function runAll(queue: FairQueue<NamedJob>): string {
  const order: string[] = [];
  for (let name = runNext(queue); name !== undefined; name = runNext(queue)) order.push(name);
  return order.join(" ");
}

/** Lets jobs start that take at most this long. */
function upTo(maxCpuMs: number): (job: { cpuMs: number }) => boolean {
  return ({ cpuMs }) => cpuMs <= maxCpuMs;
}

Deno.test("FairQueue.peek() lets clients take turns, and each client's jobs run in order", () => {
  const queue = new FairQueue<NamedJob>();
  addAll(queue, "a1 a2 a3 b1 b2 c1");
  assertEquals(runAll(queue), "a1 b1 c1 a2 b2 a3");
});

Deno.test("FairQueue shares the time equally, whatever the length of the jobs", () => {
  const queue = new FairQueue<NamedJob>();
  const lengths = { a: 7, b: 50, c: 313 };
  for (const [client, cpuMs] of Object.entries(lengths)) {
    for (let n = 0; n < 2000 / cpuMs; n++) queue.add(toJob(`${client}${n}`, cpuMs));
  }
  const used: Record<string, number> = { a: 0, b: 0, c: 0 };
  while (queue.waiting.length > 0 && Object.values(used).every((ms) => ms < 1900)) {
    const client = runNext(queue)!.charAt(0) as keyof typeof lengths;
    used[client]! += lengths[client];
    const times = Object.values(used);
    // Nobody is further ahead than by one of the longest jobs.
    assert(Math.max(...times) - Math.min(...times) <= 313, JSON.stringify(used));
  }
});

Deno.test("FairQueue lets a newcomer start with the others: neither it nor they have to catch up", () => {
  const queue = new FairQueue<NamedJob>();
  addAll(queue, Array.from({ length: 40 }, (_, n) => `a${n}`).join(" "));
  for (let n = 0; n < 20; n++) runNext(queue);
  addAll(queue, "b0 b1 b2 b3 b4 b5");
  const turns = Array.from({ length: 8 }, () => runNext(queue)!.charAt(0)).join("");
  assertEquals([turns.replaceAll("a", "").length, /aaa|bbb/.test(turns)], [4, false], turns);
});

Deno.test("FairQueue gives a client that returns no credit for its absence, and forgives no debt", () => {
  const queue = new FairQueue<NamedJob>();
  addAll(queue, "a1 a2 a3 a4 b1 b2 b3 b4");
  // b1 takes ten times as long as estimated.
  assertEquals([runNext(queue), runNext(queue, 1000)], ["a1", "b1"]);
  for (const job of queue.waiting.filter(({ client }) => client === "b")) queue.remove(job);
  addAll(queue, "b5");
  assertEquals(runAll(queue), "a2 a3 a4 b5");
});

Deno.test("FairQueue.end() corrects the turns by the time that a job really took, in both directions", () => {
  for (const [takenMs, expected] of [[400, "b1 b2 b3 b4"], [10, "b1 a2 b2 a3"], [190, "b1 b2 a2 b3"]] as const) {
    const queue = new FairQueue<NamedJob>();
    addAll(queue, "a1 a2 a3 a4 b1 b2 b3 b4");
    runNext(queue, takenMs);
    const order = Array.from({ length: 4 }, () => runNext(queue)).join(" ");
    assertEquals(order, expected, `a1 took ${takenMs} ms`);
  }
});

Deno.test("FairQueue lets no newcomer wait for what a client had estimated too high", () => {
  const queue = new FairQueue<NamedJob>();
  const jobs = addAll(queue, "a1 a2 a3 a4 a5 a6 a7 a8", 5000);
  // Four threads, and each job takes a fiftieth of its estimate.
  for (const job of jobs.slice(0, 4)) queue.start(job);
  for (const job of jobs.slice(0, 4)) queue.end(job, 100);
  addAll(queue, "b1 b2", 5000);
  const order = Array.from({ length: 3 }, () => runNext(queue));
  assertEquals(order.filter((name) => name?.startsWith("b")).length > 0, true, order.join(" "));
});

Deno.test("FairQueue.peek() skips jobs that may not start, also those of the same client", () => {
  const queue = new FairQueue<NamedJob>();
  addAll(queue, "a1", 301);
  addAll(queue, "a2", 300);
  addAll(queue, "b1", 301);
  assertEquals([queue.peek(upTo(300))?.name, queue.peek(upTo(299)), queue.peek(upTo(301))?.name], [
    "a2",
    undefined,
    "a1",
  ]);
  queue.start(queue.peek(upTo(300))!);
  // The short job of a counts like any other.
  assertEquals([queue.peek(upTo(300)), queue.peek(() => true)?.name], [undefined, "b1"]);
});

Deno.test("FairQueue.remove() removes only a job that waits", () => {
  const queue = new FairQueue<NamedJob>();
  const [a1, a2] = addAll(queue, "a1 a2");
  queue.start(a1!);
  assertEquals([queue.remove(a1!), queue.remove(a2!), queue.remove(a2!), queue.waiting], [false, true, false, []]);
  assertEquals(queue.remove(toJob("z1")), false);
});

Deno.test("FairQueue.findOverflow() names the newest job of the client whose waiting jobs take longest", () => {
  const queue = new FairQueue<NamedJob>();
  addAll(queue, "a1 a2 a3", 10);
  addAll(queue, "b1", 29);
  assertEquals(queue.findOverflow(59), undefined);
  assertEquals(queue.findOverflow(58)?.name, "a3");
  // The number of jobs does not matter.
  addAll(queue, "b2", 2);
  assertEquals(queue.findOverflow(60)?.name, "b2");
  // A running job does not count.
  queue.start(queue.waiting.find(({ name }) => name === "b1")!);
  assertEquals(queue.findOverflow(31)?.name, "a3");
  // Of two equal clients it is the newer one.
  addAll(queue, "c1 c2 c3", 10);
  assertEquals(queue.findOverflow(1)?.name, "c3");
});

Deno.test("FairQueue forgets what a client had more than others once nobody has a job", () => {
  const queue = new FairQueue<NamedJob>();
  const [a1] = addAll(queue, "a1");
  const [b1] = addAll(queue, "b1");
  queue.start(a1!);
  queue.start(b1!);
  queue.end(a1!, 99_000);
  addAll(queue, "a2 b2");
  assertEquals(queue.peek(() => true)?.name, "b2");
  queue.waiting.forEach((job) => queue.remove(job));
  queue.end(b1!, 100);
  addAll(queue, "a3 b3 a4 b4");
  assertEquals(runAll(queue), "a3 b3 a4 b4");
});
