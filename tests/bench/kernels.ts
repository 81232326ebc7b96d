import { join } from "@std/path";
import { FILTERS } from "@pawkit/images";
import { median, medianRatio, toTable } from "./machine.ts";

/** The jobs of all kinds before the measurement; after as many, a worker of the service has compiled everything. */
const MIXED_JOBS = 300;

/** How often fresh and used processes take turns: the machine's speed changes in between. */
const ROUNDS = 3;

/** What is measured: every filter, and encoders that prepare pixels in TypeScript. */
const KERNELS = [...FILTERS, "encode jpeg", "encode png", "encode gif"].flatMap((name) => [name, `${name}, alpha`]);

/**
 * Compares kernels after one job and after many others: V8 must not lose what it has compiled. The figures are
 * nanoseconds of processor time for each pixel, in this and in the other checkouts. Only rows whose names contain
 * `only` are shown; returns nothing if there are none.
 */
export async function compareKernels(checkouts: readonly string[], only: string): Promise<string | undefined> {
  const selected = KERNELS.filter((kernel) => toRowName(kernel).includes(only));
  if (selected.length === 0) return undefined;
  const columns = checkouts.map((checkout) => ({ checkout, fresh: [] as Figures[], mixed: [] as Figures[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { checkout, fresh, mixed } of columns) {
      fresh.push(await measure(checkout, 0));
      mixed.push(await measure(checkout, MIXED_JOBS));
    }
  }
  const head = checkouts.flatMap(() => ["after one job", `after ${MIXED_JOBS} mixed jobs`, "×"]);
  const rows = selected.map((kernel) => {
    const read = (rounds: readonly Figures[]) => rounds.map((figures) => figures[kernel] ?? NaN);
    const cells = columns.flatMap(({ fresh, mixed }) => [
      median(read(fresh)).toFixed(1),
      median(read(mixed)).toFixed(1),
      medianRatio(read(mixed), read(fresh)).toFixed(2),
    ]);
    return [toRowName(kernel), ...cells];
  });
  return toTable([["ns a pixel", ...head], ...rows]);
}

function toRowName(kernel: string): string {
  return `kernel: ${kernel}`;
}

/** Nanoseconds by kernel. */
type Figures = Readonly<Record<string, number>>;

async function measure(checkout: string, jobs: number): Promise<Figures> {
  const script = join(checkout, "lib/images/tests/bench_kernels.ts");
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script, String(jobs)],
    stderr: "inherit",
  });
  const { stdout } = await command.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}
