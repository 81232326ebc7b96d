import { assertEquals, assertRejects } from "@std/assert";
import { createWorkerRunner } from "@/lib/filters/worker_runner.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { startBrokenWorker } from "./broken_worker.ts";

Deno.test("createWorkerRunner() throws and ends the thread if it accepts no messages", async () => {
  const ended = { count: 0 };
  await assertRejects(() => createWorkerRunner(modules, () => startBrokenWorker(ended)), Error, "No room");
  assertEquals(ended.count, 1);
});

Deno.test("createWorkerRunner() starts a thread with a lower priority than the main thread", async () => {
  if (Deno.build.os !== "linux") return;
  const runner = await createWorkerRunner(modules);
  assertEquals([countLowered() > 0, readNiceness(`self/task/${Deno.pid}`) < 19], [true, true]);
  runner.close();
});

/** Returns the number of threads of this process with the lowest priority. */
function countLowered(): number {
  return Array.from(Deno.readDirSync("/proc/self/task"), ({ name }) => readNiceness(`self/task/${name}`))
    .filter((niceness) => niceness === 19).length;
}

// Field 19 of the line. The name of the thread, field 2, may contain spaces.
function readNiceness(thread: string): number {
  try {
    const stat = Deno.readTextFileSync(`/proc/${thread}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  } catch {
    return NaN; // It has ended meanwhile: other tests have threads, too.
  }
}
