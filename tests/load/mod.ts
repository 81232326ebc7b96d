// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Measures on real processes what the tests cannot: `deno task load` runs all measurements, `deno task load stop` one.
 * They send nothing to other machines and end within some minutes. `deno task load points` and `deno task load
 * strangers` have their own options, see points/mod.ts and strangers/mod.ts.
 */
import { checkCaches } from "./caches/mod.ts";
import { sendFromManyClients } from "./clients.ts";
import { exhaustDescriptors } from "./descriptors.ts";
import { checkFleet } from "./fleet/mod.ts";
import { measurePoints } from "./points/mod.ts";
import { restartOneByOne } from "./restart.ts";
import { measureColdStart } from "./start.ts";
import { stopUnderLoad } from "./stop.ts";
import { attackNextToInnocents } from "./strangers/mod.ts";

const MEASUREMENTS: Record<string, () => Promise<object>> = {
  clients: () => sendFromManyClients(1_000_000),
  restart: () => restartOneByOne({ connections: 32, rounds: 4, pauseMs: 0 }),
  stop: () => stopUnderLoad({ connections: 64, loadMs: 3000 }),
  descriptors: () => exhaustDescriptors(128),
  start: () => measureColdStart(20),
};

if (Deno.args[0] === "caches") Deno.exit(await checkCaches());
if (Deno.args[0] === "fleet") Deno.exit(await checkFleet(Deno.args.slice(1)));
if (Deno.args[0] === "points") Deno.exit(await measurePoints(Deno.args.slice(1)));
if (Deno.args[0] === "strangers") Deno.exit(await attackNextToInnocents(Deno.args.slice(1)));
const names = Deno.args.length > 0 ? Deno.args : Object.keys(MEASUREMENTS);
const unknown = names.find((name) => !(name in MEASUREMENTS));
if (unknown !== undefined) {
  throw new TypeError(`Cannot measure: must be one of ${Object.keys(MEASUREMENTS).join(", ")}, got "${unknown}"`);
}
for (const name of names) console.log(name, await MEASUREMENTS[name]!());
Deno.exit(0);
