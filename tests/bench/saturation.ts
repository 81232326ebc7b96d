import { type Latency, load, pace } from "./load.ts";
import { toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

const DRAW = "/api/v2/random/animal/cat";
const KEPT = "/api/v2/filter/invert?image=/images/animals/cat/k3v09x2a.webp";
const LOAD = { connections: 4, seconds: 4 };

/** Until all threads of the pool are started and busy. */
const WARM_UP_MS = 1500;

interface Figures extends Latency {
  readonly rate: number;
}

/** Shows that draws keep being answered while every thread filters, and what a kept picture costs beside a draw. */
export async function benchSaturation(): Promise<string> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", LOG_LEVEL: "error", LOG_FORMAT: "json" };
  const server = await startServer({ name: "Pawkit", args: ["--allow-all", "main.ts"], env, isFree: true });
  try {
    const measure = async (path: string): Promise<Figures> => {
      const url = `${server.base}${path}`;
      return { rate: await load(url, LOAD), ...await pace(url, LOAD.seconds) };
    };
    await measure(DRAW);
    await fetch(`${server.base}${KEPT}`).then((response) => response.bytes());
    const idle = await measure(DRAW);
    const kept = await measure(KEPT);
    const busy = await saturate(server, () => measure(DRAW));
    return toTable([
      ["one client, all cores", "answers a second", "of idle", "at 1,000 a second: median ms", "p99 ms", "p99 of idle"],
      toRow("draws, idle", idle, idle),
      toRow("draws, every thread filtering", busy, idle),
      toRow("the same filtered picture again", kept, idle),
    ]);
  } finally {
    await server.stop();
  }
}

function toRow(name: string, { rate, p50, p99 }: Figures, idle: Figures): string[] {
  const rates = [Math.round(rate).toLocaleString("en"), (rate / idle.rate).toFixed(2)];
  return [name, ...rates, p50.toFixed(2), p99.toFixed(2), (p99 / idle.p99).toFixed(1)];
}

// In a process of its own that steps back: what its callers cost this machine is not what is measured.
async function saturate<T>({ base }: Server, work: () => Promise<T>): Promise<T> {
  const filterers = new URL("./peers/filterers.ts", import.meta.url).href;
  const args = ["-n", "19", Deno.execPath(), "run", "--allow-net", filterers, base];
  const callers = new Deno.Command("nice", { args }).spawn();
  try {
    await delay(WARM_UP_MS);
    return await work();
  } finally {
    callers.kill();
    await callers.status;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
