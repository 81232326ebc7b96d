// deno-lint-ignore-file no-console -- a script talks to the person who started it
/**
 * Shows on real processes what the tests cannot: `deno task load` runs all parts, `deno task load stop` one. All of it
 * stays on this machine and ends within some minutes.
 */
import { meetStrangers } from "./clients.ts";
import { exhaustDescriptors } from "./descriptors.ts";
import { shareOneLimit } from "./fleet.ts";
import { killTheEngine } from "./outage.ts";
import { measureColdStart } from "./start.ts";
import { stopUnderLoad } from "./stop.ts";

const PARTS: Record<string, () => Promise<object>> = {
  clients: () => meetStrangers(1_000_000),
  fleet: () => shareOneLimit(1200, 16),
  outage: () => killTheEngine(4000),
  stop: () => stopUnderLoad(64, 3000),
  descriptors: () => exhaustDescriptors(128),
  start: () => measureColdStart(20),
};

const wanted = Deno.args.length > 0 ? Deno.args : Object.keys(PARTS);
const unknown = wanted.find((name) => !(name in PARTS));
if (unknown !== undefined) throw new TypeError(`Cannot find "${unknown}": choose of ${Object.keys(PARTS).join(", ")}`);
for (const name of wanted) console.log(name, await PARTS[name]!());
Deno.exit(0);
