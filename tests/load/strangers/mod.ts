// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { parseArgs } from "node:util";
import { ATTACKS } from "./attacks.ts";
import { Innocents } from "./innocents.ts";
import { startNameServer } from "./name_server.ts";
import { isInNamespace, runInNamespace } from "./namespace.ts";
import { startHelper, startTarget } from "./processes.ts";
import { findMisses, isFlat, toReport } from "./report.ts";
import { measureRow, QUIET_SECONDS, type Row } from "./row.ts";

/** How long each attack lasts. */
const ATTACK_SECONDS = 15;

/** The row in which all attacks happen together. */
const MIX = "mix";

/**
 * Attacks real processes next to innocent clients, and reports what those notice: `deno task load strangers` performs
 * every attack and then the mix of all, `deno task load strangers img-tags mix --minutes 1` only these. `--against
 * <checkout>` attacks another checkout. `--control` directs the attacks at a second process: what the innocent clients
 * then notice is the busy machine. Returns the exit code: 1 if a promise was not held.
 */
export async function attackNextToInnocents(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { minutes: { type: "string", default: "10" }, against: { type: "string" }, control: { type: "boolean" } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals : [...Object.keys(ATTACKS), MIX];
  const unknown = names.find((name) => name !== MIX && !(name in ATTACKS));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot attack: must be one of ${Object.keys(ATTACKS).join(", ")}, ${MIX}, got "${unknown}"`);
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 60)) {
    throw new TypeError(`Cannot read --minutes: must be a number above 0 and up to 60, got "${values.minutes}"`);
  }
  if (!isInNamespace) {
    const code = await runInNamespace(["strangers", ...args]);
    if (code !== undefined) return code;
    console.log(
      "Hanging names are left out: they need a network namespace (unshare and ip, with the right to use them)",
    );
  }
  if (isInNamespace) await startNameServer();

  const feasible = (name: string) => isInNamespace || !ATTACKS[name]?.needsNames;
  const secondsOf = (name: string) => name === MIX ? minutes * 60 : ATTACK_SECONDS;
  const checkout = await Deno.realPath(values.against ?? ".");
  const innocents = await teach(checkout, QUIET_SECONDS + Math.max(...names.map(secondsOf)));
  using sources = startHelper("sources.ts");
  const sourcePort = await sources.firstLine;
  const rows: Row[] = [];
  const failed: string[] = [];
  for (const name of names.filter(feasible)) {
    const attacks = name === MIX ? Object.keys(ATTACKS).filter(isPartOfMix).filter(feasible) : [name];
    const attackSeconds = secondsOf(name);
    const isControl = values.control ?? false;
    const row = await measureRow({ name, attacks, attackSeconds, checkout, sourcePort, innocents, isControl });
    const misses = [...findMisses(row), ...name === MIX && !isFlat(row.memoryMb) ? ["the memory grows"] : []];
    console.log(`\n${name}: ${ATTACKS[name]?.summary ?? "all attacks together"}`);
    for (const miss of misses) console.log(`  ${miss}`);
    if (name === MIX) console.log(`  MB every ten seconds: ${row.memoryMb.join(" ")}`);
    if (misses.length > 0 && !ATTACKS[name]?.isInformation) failed.push(name);
    rows.push(row);
  }
  console.log(`\n${toReport(rows)}\n`);
  console.log(failed.length === 0 ? "Every promise was held." : `Not held: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

function isPartOfMix(name: string): boolean {
  return !ATTACKS[name]!.isInformation;
}

/** Creates the innocent clients, which learn from an undisturbed service what is right. */
async function teach(checkout: string, seconds: number): Promise<Innocents> {
  const innocents = new Innocents();
  const teacher = await startTarget(checkout);
  await innocents.learn(teacher.port, seconds);
  await teacher.stop();
  return innocents;
}
