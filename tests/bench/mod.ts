// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Benchmarks that compare programs side by side in one run. `deno task bench` runs all of them, `deno task bench http`
 * one. `--against <checkout>` adds another checkout of this service to `http`, `filters` and `service`, for example the
 * state before a change. `--fresh <checkout>`, one of github.com/denoland/fresh, adds the published Fresh to `http`.
 * `--only <text>` selects rows of `filters`, `growth` and `service`. `--write` stores the tables in results/.
 */
import { parseArgs } from "node:util";
import { exitOnStartupError, StartupError } from "@/lib/process/startup_error.ts";
import { benchBlocklist } from "./blocklist.ts";
import { benchFilters } from "./filters.ts";
import { benchGrowth } from "./growth.ts";
import { benchHttp } from "./http.ts";
import { describeMachine } from "./machine.ts";
import { benchService } from "./service.ts";

const BENCHMARKS: Record<string, (against?: string, only?: string) => Promise<string>> = {
  blocklist: benchBlocklist,
  filters: benchFilters,
  growth: benchGrowth,
  http: async (against) => await benchHttp({ against, fresh: fresh && await Deno.realPath(fresh) }),
  service: benchService,
};

const { values: { against, fresh, only, write }, positionals } = parseArgs({
  args: Deno.args,
  options: {
    against: { type: "string" },
    fresh: { type: "string" },
    only: { type: "string" },
    write: { type: "boolean" },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
await exitOnStartupError(() => {
  const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown === undefined) return;
  const known = Object.keys(BENCHMARKS).join(", ");
  throw new StartupError(`Cannot run the benchmark: the name must be one of ${known}, got "${unknown}"`);
});
const checkout = against === undefined ? undefined : await Deno.realPath(against);

for (const name of names) {
  const table = await BENCHMARKS[name]!(checkout, only);
  console.log(`\n${table}\n`);
  if (write) await store(name, table);
}
Deno.exit(0);

// Every row and column, for whoever wants them. RESULTS.md has those that people ask for.
async function store(name: string, table: string): Promise<void> {
  await Deno.writeTextFile(new URL(`./results/${name}.txt`, import.meta.url), `${describeMachine()}\n\n${table}\n`);
}
