import { sleep } from "@/lib/async/deadline.ts";
import { median } from "@/tests/bench/machine.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { readMemoryMb } from "./service.ts";

/** The time from the start of a process to its first response, and its memory at that moment. */
export interface StartReport {
  readonly firstResponseMs: number;
  /** The 90th percentile. */
  readonly p90Ms: number;
  readonly memoryMb: number;
  /** The first start on a machine, before anything is compiled. */
  readonly firstEverMs: number;
}

interface Start {
  readonly ms: number;
  readonly memoryMb: number;
}

/** Starts the service repeatedly. */
export async function measureColdStart(rounds: number): Promise<StartReport> {
  const dir = await Deno.makeTempDir();
  const firstEver = await startOnce(dir, { DENO_DIR: await makeEmptyCache(dir) });
  await startOnce(dir);
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(dir));
  await Deno.remove(dir, { recursive: true });
  const times = starts.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    firstResponseMs: Math.round(median(times)),
    p90Ms: Math.round(times[Math.floor(times.length * 0.9)]!),
    memoryMb: Math.round(median(starts.map(({ memoryMb }) => memoryMb))),
    firstEverMs: Math.round(firstEver.ms),
  };
}

/** Sends requests until one is answered: the line with the address is printed later, after other work. */
async function startOnce(dir: string, cache: Record<string, string> = {}): Promise<Start> {
  const port = findFreePort();
  const env = { ...cache, PORT: String(port), HOST: "127.0.0.1", LOGS_DIR: dir, LOG_FORMAT: "json" };
  const args = ["run", "--no-prompt", "--allow-all", "main.ts", "--run"];
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "null" }).spawn();
  while (!await isAnswering(port)) await sleep(2);
  const start = { ms: performance.now() - startedAt, memoryMb: readMemoryMb(child.pid) };
  child.kill("SIGTERM");
  await child.status;
  return start;
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/uptime`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // Not yet.
  }
}

/** Creates a cache that contains packages but no compiled code, as on a first start. */
async function makeEmptyCache(dir: string): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { readonly npmCache: string };
  const cache = `${dir}/cache`;
  await Deno.mkdir(cache);
  await Deno.symlink(npmCache, `${cache}/npm`);
  return cache;
}
