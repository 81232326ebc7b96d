import { assertEquals } from "@std/assert";
import { FairQueue, type FairQueueOptions, type QueuedJob } from "@/lib/filters/fair_queue.ts";

interface NamedJob extends QueuedJob {
  readonly name: string;
}

const ANY = () => true;
const MANY = { running: 99, waiting: 99 };

function createQueue(options: Partial<FairQueueOptions> = {}) {
  const capacity = { filter: 99, drawing: 99 };
  return new FairQueue<NamedJob>({
    shares: { filter: MANY, drawing: MANY },
    capacity,
    maxWaitingBytes: 99,
    ...options,
  });
}

/** Creates a job named `a1`: the first of client `a`. A name in upper case is a drawing. */
function toJob(name: string, bytes = 1, work = 1): NamedJob {
  const client = name.charAt(0).toLowerCase();
  return { client, name, bytes, work, kind: client === name.charAt(0) ? "filter" : "drawing" };
}

function addAll(queue: FairQueue<NamedJob>, names: string): NamedJob[] {
  const jobs = names.split(" ").map((name) => toJob(name));
  jobs.forEach((job) => queue.add(job));
  return jobs;
}

Deno.test("FairQueue.take() lets clients take turns, and each client's jobs run in order", () => {
  const queue = createQueue();
  addAll(queue, "a1 a2 a3 b1 b2 c1");
  const order = Array.from({ length: 6 }, () => queue.take(ANY)?.name);
  assertEquals(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
});

Deno.test("FairQueue.take() prefers a newcomer to a client whose job has just ended", () => {
  const queue = createQueue();
  const [a1] = addAll(queue, "a1 a2");
  assertEquals(queue.take(ANY), a1);
  addAll(queue, "b1");
  queue.end(a1!);
  assertEquals([queue.take(ANY)?.name, queue.take(ANY)?.name], ["b1", "a2"]);
});

Deno.test("FairQueue.take() gives a client with small jobs more turns, and a large job its turn nevertheless", () => {
  const queue = createQueue();
  const add = (name: string, work: number) => queue.add(toJob(name, 1, work));
  for (const name of ["a1", "a2", "b1"]) add(name, 5);
  add("c1", 1);
  // A small job of a new client arrives before each start.
  const order = ["d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1"].map((name) => {
    add(name, 2);
    const job = queue.take(ANY)!;
    queue.end(job);
    return job.name;
  });
  assertEquals(order, ["c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "a1", "b1"]);
});

Deno.test("FairQueue.take() runs no more jobs of a client and kind than its share", () => {
  const queue = createQueue({ shares: { filter: { running: 1, waiting: 9 }, drawing: { running: 2, waiting: 9 } } });
  const [a1] = addAll(queue, "a1 a2 A3 A4 A5 b1");
  const order = Array.from({ length: 6 }, () => queue.take(ANY)?.name);
  assertEquals(order, ["a1", "b1", "A3", "A4", undefined, undefined]);
  queue.end(a1!);
  assertEquals([queue.take(ANY)?.name, queue.take(ANY)], ["a2", undefined]);
});

Deno.test("FairQueue.take() skips a job that cannot start, also of the same client", () => {
  const queue = createQueue();
  addAll(queue, "a1 a2 b1");
  const isSecond = ({ name }: NamedJob) => name !== "a1";
  assertEquals([queue.take(isSecond)?.name, queue.take(isSecond)?.name, queue.take(isSecond)], ["b1", "a2", undefined]);
  assertEquals(queue.take(ANY)?.name, "a1");
});

Deno.test("FairQueue.exceedsShare() counts the waiting jobs of one client and kind", () => {
  const queue = createQueue({ shares: { filter: { running: 1, waiting: 2 }, drawing: { running: 1, waiting: 1 } } });
  addAll(queue, "a1 a2 b1 A1");
  assertEquals(["a0", "A0", "b0", "c0"].map((name) => queue.exceedsShare(toJob(name))), [false, false, false, false]);
  addAll(queue, "a3 B1 B2");
  assertEquals(["a0", "A0", "b0", "B0"].map((name) => queue.exceedsShare(toJob(name))), [true, false, false, true]);
});

Deno.test("FairQueue.findOverflow() names the newest job of the client with the most, unless that is no fairer", () => {
  const queue = createQueue({ capacity: { filter: 5, drawing: 1 } });
  addAll(queue, "a1 a2 a3 b1 b2 A9");
  const add = (name: string) => {
    const [job] = addAll(queue, name);
    const overflow = queue.findOverflow(job!);
    if (overflow !== undefined) queue.remove(overflow);
    return overflow?.name;
  };
  assertEquals(["c1", "a4", "c2", "d1", "b3"].map(add), ["a3", "a4", "c2", "a2", "b3"]);
  assertEquals([add("A8"), queue.waiting.map(({ name }) => name)], ["A8", ["a1", "A9", "b1", "b2", "c1", "d1"]]);
});

Deno.test("FairQueue.findOverflow() limits the bytes of all waiting jobs, but a larger job may wait alone", () => {
  const queue = createQueue({ maxWaitingBytes: 10 });
  const add = (name: string, bytes: number) => {
    const job = toJob(name, bytes);
    queue.add(job);
    return queue.findOverflow(job)?.name;
  };
  assertEquals([add("a1", 12), queue.remove(queue.waiting[0]!)], [undefined, true]);
  assertEquals([add("a1", 5), add("a2", 4), add("b1", 1), add("b2", 4)], [undefined, undefined, undefined, "a2"]);
  assertEquals(add("b3", 9), "b3");
});

Deno.test("FairQueue remembers no client without a waiting or running job", () => {
  const queue = createQueue();
  for (let client = 0; client < 1000; client++) queue.add({ ...toJob("a"), client: `${client}` });
  const taken = Array.from({ length: 500 }, () => queue.take(ANY)!);
  assertEquals(queue.clients, 1000);
  taken.forEach((job) => queue.end(job));
  queue.waiting.forEach((job) => assertEquals([queue.remove(job), queue.isWaiting(job)], [true, false]));
  assertEquals([queue.clients, queue.remove(taken[0]!)], [0, false]);
});
