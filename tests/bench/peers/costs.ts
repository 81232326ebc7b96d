// deno-lint-ignore-file no-console -- its output is read by the benchmark
// Runs one filter repeatedly in a thread of the service, in its own process, so that its memory can be measured:
// deno run peers/costs.ts <file> <chain> <query>. Prints what the job took.
import process from "node:process";
import { parseOperation, toPlanInput } from "@/lib/filters/request.ts";
import { startWorker } from "@/lib/workers/start_worker.ts";
import { planPipeline } from "@pawkit/images";
import { readHeader } from "@pawkit/images/probe";
import { modules } from "@pawkit/images/wasm";

const [file = "", chain = "", query = ""] = Deno.args;
const bytes = Deno.readFileSync(file);
const worker = await startWorker(modules, false);
const plan = planPipeline(toPlanInput(readHeader(bytes), parseOperation(chain, new URLSearchParams(query))));
// A small picture first, so that the memory of the program and its codecs is not counted.
const before = Deno.memoryUsage().rss;
const runs: { cpuMs: number; [stage: string]: number }[] = [];
let peak = 0;
const start = performance.now();
// The first run compiles, which is nothing beside a run of seconds.
while (runs.length < (performance.now() - start > 3000 ? 1 : 4)) {
  const usage = process.cpuUsage();
  const ended = await worker.run({ source: bytes.slice(), plan });
  if ("error" in ended) throw ended.error;
  const { user, system } = process.cpuUsage(usage);
  runs.push({ cpuMs: (user + system) / 1000, ...ended.result.timings });
  if (runs.length === 1) peak = readPeak();
}
const warm = runs.slice(runs.length > 1 ? 1 : 0).sort((a, b) => a.cpuMs - b.cpuMs);
console.log(JSON.stringify({ ...warm[warm.length >> 1], bytes: peak - before }));
Deno.exit(0);

function readPeak(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status")) ?? [];
  return Number(kilobytes) * 1024;
}
