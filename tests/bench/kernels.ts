import { join } from "@std/path";
import { median, toTable } from "./machine.ts";

/** The jobs of all kinds before the measurement; after as many, a worker of the service has compiled everything. */
const MIXED_JOBS = 300;

/** How often fresh and used processes take turns: the machine's speed changes in between. */
const ROUNDS = 3;

/**
 * Compares every filter, and encoders that prepare pixels in TypeScript, after one job and after many others: V8
 * must not lose what it has compiled. The figures are nanoseconds of processor time for each pixel.
 *
 * With `against`, another checkout of the service is measured; with `only`, rows whose names contain it are shown.
 */
export async function benchKernels(against = ".", only = ""): Promise<string> {
  const fresh: Record<string, number>[] = [], mixed: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    fresh.push(await measure(against, 0));
    mixed.push(await measure(against, MIXED_JOBS));
  }
  const rows = Object.keys(fresh[0]!).filter((name) => name.includes(only)).map((name) => {
    const ratio = median(mixed.map((figures, round) => figures[name]! / fresh[round]![name]!));
    const cells = [fresh, mixed].map((rounds) => median(rounds.map((figures) => figures[name]!)).toFixed(1));
    return [name, ...cells, ratio.toFixed(2)];
  });
  return toTable([["ns a pixel", "after one job", `after ${MIXED_JOBS} mixed jobs`, "×"], ...rows]);
}

async function measure(checkout: string, jobs: number): Promise<Record<string, number>> {
  const script = join(checkout, "lib/images/tests/bench_kernels.ts");
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script, String(jobs)],
    stderr: "inherit",
  });
  const { stdout } = await command.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}
