import { sleep } from "@/lib/async/deadline.ts";
import { type Latency, load, pace } from "./load.ts";
import { toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

const DRAW = "/api/v2/random/animal/cat";
const CACHED = "/api/v2/filter/invert?image=/images/animals/cat/k3v09x2a.webp";
const LOAD = { connections: 4, seconds: 4 };

/** The time until all threads of the pool have started and are busy. */
const WARM_UP_MS = 1500;

interface Figures extends Latency {
  readonly requestsPerSecond: number;
}

/** Measures random draws while every thread filters, and a cached picture compared with a random draw. */
export async function benchSaturation(): Promise<string> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", LOG_LEVEL: "error", LOG_FORMAT: "json" };
  const server = await startServer({
    name: "Pawkit",
    args: ["--allow-all", "main.ts", "--run"],
    env,
    usesAllCores: true,
  });
  try {
    const measure = async (path: string): Promise<Figures> => {
      const url = `${server.base}${path}`;
      const { requestsPerSecond } = await load(url, LOAD);
      return { requestsPerSecond, ...await pace(url, LOAD.seconds) };
    };
    await measure(DRAW);
    await fetch(`${server.base}${CACHED}`).then((response) => response.bytes());
    const idle = await measure(DRAW);
    const cached = await measure(CACHED);
    const busy = await saturate(server, () => measure(DRAW));
    return toTable([
      [
        "one client, all cores",
        "requests a second",
        "of idle",
        "at 1,000 a second: median ms",
        "p99 ms",
        "p99 of idle",
      ],
      toRow("draws, idle", idle, idle),
      toRow("draws, every thread filtering", busy, idle),
      toRow("the same filtered picture again", cached, idle),
    ]);
  } finally {
    await server.stop();
  }
}

function toRow(name: string, { requestsPerSecond, p50, p99 }: Figures, idle: Figures): string[] {
  const rate = Math.round(requestsPerSecond).toLocaleString("en");
  const ratio = (requestsPerSecond / idle.requestsPerSecond).toFixed(2);
  return [name, rate, ratio, p50.toFixed(2), p99.toFixed(2), (p99 / idle.p99).toFixed(1)];
}

// The clients run in their own process with low priority, because their cost must not be part of the measurement.
async function saturate<T>({ base }: Server, work: () => Promise<T>): Promise<T> {
  const script = new URL("./peers/filterers.ts", import.meta.url).href;
  const args = ["-n", "19", Deno.execPath(), "run", "--allow-net", script, base];
  const clients = new Deno.Command("nice", { args }).spawn();
  try {
    await sleep(WARM_UP_MS);
    return await work();
  } finally {
    clients.kill();
    await clients.status;
  }
}
