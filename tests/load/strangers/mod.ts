// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { parseArgs } from "node:util";
import { describeMachine } from "@/tests/bench/machine.ts";
import { ATTACKS } from "./attacks.ts";
import { Innocents } from "./innocents.ts";
import { startHelper } from "./processes.ts";
import { describeRow, findMisses, toReport, toSummary } from "./report.ts";
import { measureRow, QUIET_SECONDS, type Row, type Settings, startAttacked } from "./row.ts";

/** How long each attack lasts, unless `--seconds` says otherwise: a row takes 40 s with the rest after it. */
const ATTACK_SECONDS = "12";

/** What docs/self-hosting.md recommends for a machine of 512 MB. */
const SMALL: Settings = { MEMORY_BUDGET: "160MiB", FILTER_WORKERS: "1" };

/**
 * Attacks real processes next to innocent clients, and reports what those notice: `deno task load strangers` performs
 * every attack, `deno task load strangers --only unread --only mix --seconds 300` only these, for five minutes.
 * `--against <checkout>` attacks another checkout. `--control` directs the attacks at a second process: what the
 * innocent clients then notice is the busy machine. `--small` attacks a service with the settings for a small machine,
 * and judges it like any other. Returns the exit code: 1 if a promise does not hold.
 */
export async function attackNextToInnocents(args: readonly string[]): Promise<number> {
  const { names, attackSeconds, checkout, isControl, settings } = await parseOptions(args);
  const innocents = new Innocents();
  const teacher = await startAttacked(checkout, settings);
  await innocents.learn(teacher.port, QUIET_SECONDS + attackSeconds);
  await teacher.stop();
  using sources = startHelper("sources.ts");
  const sourcePort = await sources.firstLine;
  const rows: Row[] = [];
  for (const name of names) {
    const row = await measureRow({ name, attackSeconds, checkout, settings, sourcePort, innocents, isControl });
    console.log(`${describeRow(row)}\n  load of the machine: ${Deno.loadavg()[0]!.toFixed(1)}\n`);
    rows.push(row);
  }
  const held = rows.filter((row) => findMisses(row).length === 0).length;
  console.log(`${describeMachine()}\n\n${toReport(rows)}\n`);
  console.log(`The promise holds under ${held} of ${rows.length} attacks.\n\n${toSummary(rows)}`);
  return held === rows.length ? 0 : 1;
}

async function parseOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true },
      seconds: { type: "string", default: ATTACK_SECONDS },
      against: { type: "string", default: "." },
      control: { type: "boolean", default: false },
      small: { type: "boolean", default: false },
    },
  });
  const allowed = Object.keys(ATTACKS);
  const names = values.only ?? allowed;
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot attack: must be one of ${allowed.join(", ")}, got "${unknown}"`);
  }
  const attackSeconds = Number(values.seconds);
  if (!(attackSeconds > 0 && attackSeconds <= 600)) {
    throw new TypeError(`Cannot read --seconds: must be a number above 0 and up to 600, got "${values.seconds}"`);
  }
  const checkout = await Deno.realPath(values.against);
  return { names, attackSeconds, checkout, isControl: values.control, settings: values.small ? SMALL : {} };
}
