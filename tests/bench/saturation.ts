import { toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

const DRAW = "/api/v2/random/animal/cat";
const SOURCE = "/images/animals/cat/k3v09x2a.png";
const KEPT = "/api/v2/filter/invert?image=/images/animals/cat/k3v09x2a.webp";
const SECONDS = 4;

/** Callers of the measured path, and of filters that were never asked for before. */
const CALLERS = 4;
const FILTERERS = 8;

/** Shows that draws keep being answered while every thread filters, and what a kept picture costs beside a draw. */
export async function benchSaturation(): Promise<string> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", LOG_LEVEL: "error", LOG_FORMAT: "json" };
  const server = await startServer({ name: "Pawkit", args: ["--allow-all", "main.ts"], env, isFree: true });
  try {
    await measure(server, DRAW);
    const idle = await measure(server, DRAW);
    const kept = await measure(server, KEPT);
    const busy = await saturate(server, () => measure(server, DRAW));
    return toTable([
      ["one client, all cores", "answers a second", "median ms", "p99 ms", "p99 of idle"],
      toRow("draws, idle", idle, idle),
      toRow("draws, every thread filtering", busy, idle),
      toRow("the same filtered picture again", kept, idle),
    ]);
  } finally {
    await server.stop();
  }
}

function toRow(name: string, times: readonly number[], idle: readonly number[]): string[] {
  const rate = Math.round(times.length / SECONDS).toLocaleString("en");
  const p99 = percentile(times, 0.99);
  return [name, rate, percentile(times, 0.5).toFixed(2), p99.toFixed(2), (p99 / percentile(idle, 0.99)).toFixed(1)];
}

/** Asks for a path again and again; returns the milliseconds of each answer. */
async function measure({ base }: Server, path: string): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const call = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await (await fetch(`${base}${path}`)).bytes();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return times;
}

async function saturate<T>({ base }: Server, work: () => Promise<T>): Promise<T> {
  let isOver = false, count = 0;
  const call = async () => {
    while (!isOver) {
      // No two are alike, so that none is kept; the source is, as drawing is not what is measured.
      const strength = 0.5 + count++ / 1_000_000;
      await (await fetch(`${base}/api/v2/filter/contrast?image=${SOURCE}&strength=${strength}`)).bytes();
    }
  };
  const callers = Array.from({ length: FILTERERS }, call);
  const result = await work();
  isOver = true;
  await Promise.all(callers);
  return result;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? NaN;
}
