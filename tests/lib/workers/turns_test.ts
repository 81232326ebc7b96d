import { assertEquals } from "@std/assert";
import { Turns } from "@/lib/workers/turns.ts";

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
