import { type Load, load } from "./load.ts";
import { toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

const DRAW = "/api/v2/random/animal/cat";
const SOURCE = "/images/animals/cat/k3v09x2a.png";
const KEPT = "/api/v2/filter/invert?image=/images/animals/cat/k3v09x2a.webp";
const LOAD = { connections: 4, seconds: 4 };

/** Callers of filters that were never asked for before. */
const FILTERERS = 8;

/** Shows that draws keep being answered while every thread filters, and what a kept picture costs beside a draw. */
export async function benchSaturation(): Promise<string> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", LOG_LEVEL: "error", LOG_FORMAT: "json" };
  const server = await startServer({ name: "Pawkit", args: ["--allow-all", "main.ts"], env, isFree: true });
  try {
    const measure = (path: string) => load(`${server.base}${path}`, LOAD);
    await measure(DRAW);
    await fetch(`${server.base}${KEPT}`).then((response) => response.bytes());
    const idle = await measure(DRAW);
    const kept = await measure(KEPT);
    const busy = await saturate(server, () => measure(DRAW));
    return toTable([
      ["one client, all cores", "answers a second", "of idle", "median ms", "p99 ms", "p99 of idle"],
      toRow("draws, idle", idle, idle),
      toRow("draws, every thread filtering", busy, idle),
      toRow("the same filtered picture again", kept, idle),
    ]);
  } finally {
    await server.stop();
  }
}

function toRow(name: string, { rate, p50, p99 }: Load, idle: Load): string[] {
  const rates = [Math.round(rate).toLocaleString("en"), (rate / idle.rate).toFixed(2)];
  return [name, ...rates, p50.toFixed(2), p99.toFixed(2), (p99 / idle.p99).toFixed(1)];
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
