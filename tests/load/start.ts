import { median } from "@/tests/bench/machine.ts";
import { readMemoryMb } from "./service.ts";

/** Milliseconds from the start of a process to its first answer, and the MB that it then holds. */
export interface StartReport {
  readonly firstAnswerMs: number;
  /** One start in ten takes longer. */
  readonly slowAnswerMs: number;
  readonly memoryMb: number;
  /** The first start on a machine, when nothing is compiled yet. */
  readonly firstEverMs: number;
}

interface Start {
  readonly ms: number;
  readonly memoryMb: number;
}

/** Starts the service again and again. */
export async function measureColdStart(rounds: number): Promise<StartReport> {
  const dir = await Deno.makeTempDir();
  const firstEver = await startOnce(dir, { DENO_DIR: await makeEmptyCache(dir) });
  await startOnce(dir);
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(dir));
  await Deno.remove(dir, { recursive: true });
  const times = starts.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    firstAnswerMs: Math.round(median(times)),
    slowAnswerMs: Math.round(times[Math.floor(times.length * 0.9)]!),
    memoryMb: Math.round(median(starts.map(({ memoryMb }) => memoryMb))),
    firstEverMs: Math.round(firstEver.ms),
  };
}

/** Knocks until it is answered: the line that says where it listens waits for others before it is written. */
async function startOnce(dir: string, cache: Record<string, string> = {}): Promise<Start> {
  const port = findFreePort();
  const main = new URL("../../main.ts", import.meta.url).pathname;
  const env = { ...cache, PORT: String(port), HOST: "127.0.0.1", LOGS_DIR: dir, LOG_FORMAT: "json" };
  const args = ["run", "--no-prompt", "--allow-all", main];
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "null" }).spawn();
  while (!await isAnswered(port)) await new Promise((resolve) => setTimeout(resolve, 2));
  const start = { ms: performance.now() - startedAt, memoryMb: readMemoryMb(child.pid) };
  child.kill("SIGTERM");
  await child.status;
  return start;
}

function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/uptime`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // Not yet.
  }
}

/** A cache with the packages and without anything compiled, as a first start finds it. */
async function makeEmptyCache(dir: string): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { readonly npmCache: string };
  const cache = `${dir}/cache`;
  await Deno.mkdir(cache);
  await Deno.symlink(npmCache, `${cache}/npm`);
  return cache;
}
