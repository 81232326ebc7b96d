import { assertEquals, assertMatch } from "@std/assert";
import { createLaneOpener } from "@/lib/filters/job_runner.ts";
import { probe } from "@/lib/images/probe.ts";
import { fromFile, LIMITS, paintPhoto, toDistance, toPng } from "@/tests/lib/images/pictures.ts";

/** A thread that runs but takes no orders, and counts its end. */
function startBroken(ended: { count: number }): Worker {
  const worker = new Worker("data:text/javascript,", { type: "module" });
  const terminate = () => {
    ended.count++;
    Worker.prototype.terminate.call(worker);
  };
  const postMessage = () => {
    throw new Error("No room");
  };
  return Object.assign(worker, { postMessage, terminate });
}

Deno.test("createLaneOpener() works here when threads fail, ends them, and tells so once", async () => {
  const ended = { count: 0 }, told: string[] = [];
  const open = createLaneOpener({ warn: (message) => told.push(message), startWorker: () => startBroken(ended) });
  const lane = await open();
  await open();
  assertEquals([ended.count, told.length], [2, 1]);
  assertMatch(told[0]!, /^Cannot filter in other threads.*No room/);
  const pixels = paintPhoto(20, 10);
  const bytes = await toPng(pixels);
  const header = probe(bytes, LIMITS);
  const result = await lane.run({ filter: "contrast", strength: 0, format: "auto", bytes, header });
  assertEquals(toDistance(await fromFile(result.bytes), pixels), 0);
});

Deno.test("createLaneOpener() works here where there are no threads at all", async () => {
  const told: string[] = [];
  const startWorker = () => {
    throw new TypeError("Worker is not a constructor");
  };
  const lane = await createLaneOpener({ warn: (message) => told.push(message), startWorker })();
  assertEquals([typeof lane.run, told.length], ["function", 1]);
});

Deno.test("createLaneOpener() opens a thread that stands back for the one that answers", async () => {
  if (Deno.build.os !== "linux") return;
  const lane = await createLaneOpener({})();
  assertEquals([countStepped() > 0, readNiceness(`self/task/${Deno.pid}`) < 19], [true, true]);
  lane.close();
});

/** Threads of this process that let every other go first. */
function countStepped(): number {
  return Array.from(Deno.readDirSync("/proc/self/task"), ({ name }) => readNiceness(`self/task/${name}`))
    .filter((niceness) => niceness === 19).length;
}

// The 19th field; the name before it may hold spaces.
function readNiceness(thread: string): number {
  try {
    const stat = Deno.readTextFileSync(`/proc/${thread}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  } catch {
    return NaN; // It has ended meanwhile: other tests have threads, too.
  }
}
