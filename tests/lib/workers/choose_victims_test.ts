import { assertEquals } from "@std/assert";
import { chooseVictims, type MemoryRequest } from "@/lib/workers/choose_victims.ts";
import type { JobWorkerKind } from "@/lib/workers/job.ts";

/** A reservation as `a30`: that of client a with 30 bytes. `!` means that its job runs, `>` that it is being sent. */
function hold(text: string) {
  const [, client = "", bytes = "", state] = /^(\w)(\d+)([!>]?)$/.exec(text)!;
  return { text, client, bytes: Number(bytes), isRunning: state === "!", isSending: state === ">" };
}

/** Returns who loses something if b asks for bytes. */
function choose(held: string, request: Pick<MemoryRequest<never>, "bytes" | "missing"> & { worker?: JobWorkerKind }) {
  const others = held.split(" ").map(hold);
  return chooseVictims({ client: "b", worker: undefined, others, ...request })?.map(({ text }) => text).join(" ");
}

Deno.test("chooseVictims() takes the largest reservation of the client that holds most, again and again", () => {
  const held = "a20 a30 c25 c15 b5";
  assertEquals(choose(held, { bytes: 10, missing: 10 }), "a30");
  assertEquals(choose(held, { bytes: 10, missing: 40 }), "a30 c25");
});

Deno.test("chooseVictims() takes nothing for a client that would then hold as much as the others", () => {
  assertEquals(choose("a40 b5", { bytes: 34, missing: 1 }), "a40");
  assertEquals(choose("a40 b5", { bytes: 35, missing: 1 }), undefined);
  // After a30, nobody holds more.
  assertEquals(choose("a30 a20", { bytes: 25, missing: 31 }), undefined);
});

Deno.test("chooseVictims() takes what waits before what is sent, the newest of equal ones, and never a running job", () => {
  assertEquals(choose("a90! a40> a10 a20", { bytes: 1, missing: 60 }), "a20 a10 a40>");
  assertEquals(choose("a90!", { bytes: 1, missing: 1 }), undefined);
  const twins = ["first", "second"].map((text) => ({ ...hold("a10"), text }));
  const [victim] = chooseVictims({ client: "b", bytes: 1, missing: 1, worker: undefined, others: twins })!;
  assertEquals(victim!.text, "second");
});

Deno.test("chooseVictims() takes from a client with more than eight times as much if those with most have only running jobs", () => {
  assertEquals(choose("a90! d80! c10 c31 e20", { bytes: 5, missing: 35 }), undefined);
  assertEquals(choose("a90! d80! c10 c31 e20", { bytes: 5, missing: 31 }), "c31");
  assertEquals(choose("a90! c40", { bytes: 4, missing: 1 }), "c40");
  assertEquals(choose("a90! c40", { bytes: 5, missing: 1 }), undefined);
  assertEquals(choose("a90! c40 b1", { bytes: 4, missing: 1 }), undefined);
});

Deno.test("chooseVictims() takes from anyone for a job while none runs", () => {
  assertEquals(choose("a10 c20", { bytes: 70, missing: 25, worker: "ordinary" }), "c20 a10");
  assertEquals(choose("a10 c20!", { bytes: 70, missing: 5, worker: "ordinary" }), undefined);
  assertEquals(choose("a10 c20", { bytes: 70, missing: 31, worker: "ordinary" }), undefined);
});

Deno.test("chooseVictims() takes from anyone for the worker for short jobs, also while long jobs run", () => {
  assertEquals(choose("a900! c10 c20 d5", { bytes: 70, missing: 25, worker: "short" }), "c20 c10");
  assertEquals(choose("a900! c10 c20 d5", { bytes: 70, missing: 35, worker: "short" }), "c20 c10 d5");
  assertEquals(choose("a900! c10 c20 d5", { bytes: 70, missing: 36, worker: "short" }), undefined);
});
