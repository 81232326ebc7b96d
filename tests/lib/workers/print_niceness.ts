import { startWorker } from "@/lib/workers/start_worker.ts";
import { modules } from "@pawkit/images/wasm";

// A program that prints how many of its threads have the priority of workers, before and after it has started one, and
// whether its main thread has kept its own. In the process of the tests, other tests start workers too.

const main = readNiceness(`${Deno.pid}`);
const before = countLowThreads();
const worker = await startWorker(modules, true);
const report = { before, after: countLowThreads(), isMainUnchanged: readNiceness(`${Deno.pid}`) === main };
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
worker.close();

function countLowThreads(): number {
  return Array.from(Deno.readDirSync("/proc/self/task")).filter(({ name }) => readNiceness(name) >= 10).length;
}

// Field 19 of the line. The name of the thread, field 2, may contain spaces.
function readNiceness(thread: string): number {
  try {
    const stat = Deno.readTextFileSync(`/proc/self/task/${thread}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  } catch {
    return NaN; // It has ended meanwhile.
  }
}
