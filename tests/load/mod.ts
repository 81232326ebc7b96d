// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Measures on real processes what the tests cannot, for example `deno task load restart`. Nothing is sent to other
 * machines. The arguments after the name are those of the measurement, see its mod.ts.
 */
import { exitOnStartupError, StartupError } from "@/lib/process/startup_error.ts";
import { checkCaches } from "./caches/mod.ts";
import { checkFleet } from "./fleet/mod.ts";
import { measurePoints } from "./points/mod.ts";
import { restartOneByOne } from "./restart.ts";
import { attackNextToInnocents } from "./strangers/mod.ts";

/** Each returns the exit code. */
const MEASUREMENTS: Record<string, (args: string[]) => Promise<number>> = {
  caches: checkCaches,
  fleet: checkFleet,
  points: measurePoints,
  async restart() {
    const report = await restartOneByOne({ connections: 32, rounds: 4, pauseMs: 0 });
    console.log(report);
    return report.lost === 0 ? 0 : 1;
  },
  strangers: attackNextToInnocents,
};

const [name = "", ...args] = Deno.args;
const measure = await exitOnStartupError(() => {
  if (Object.hasOwn(MEASUREMENTS, name)) return MEASUREMENTS[name]!;
  const names = Object.keys(MEASUREMENTS).join(", ");
  throw new StartupError(`Cannot measure: the name must be one of ${names}, got "${name}"`);
});
Deno.exit(await measure(args));
