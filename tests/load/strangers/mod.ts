// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { parseArgs } from "node:util";
import { ATTACKS } from "./attacks.ts";
import { Innocents, type Victim } from "./innocents.ts";
import { startNameServer } from "./name_server.ts";
import { isInNamespace, runInNamespace } from "./namespace.ts";
import { startHelper, startTarget } from "./processes.ts";
import { findDelays, findExcesses, findFailures, isFlat, type JudgedRow, toReport } from "./report.ts";
import { measureRow, QUIET_SECONDS, type Row, type Settings } from "./row.ts";

/** How long each attack lasts, unless `--seconds` says otherwise. */
const ATTACK_SECONDS = "15";

/** What docs/self-hosting.md recommends for a machine of 512 MB. */
const SMALL: Settings = { MEMORY_BUDGET: "160MiB", FILTER_WORKERS: "1" };

/** The row in which all attacks happen together. */
const MIX = "mix";

/**
 * Attacks real processes next to innocent clients, and reports what those notice: `deno task load strangers` performs
 * every attack and then the mix of all, `deno task load strangers img-tags mix --minutes 1` only these, `… unread
 * --seconds 300` one of five minutes. `--against <checkout>` attacks another checkout. `--control` directs the attacks
 * at a second process: what the innocent clients then notice is the busy machine. `--small` attacks a service with the
 * settings for a small machine. Returns the exit code: 1 if a promise was not held.
 */
export async function attackNextToInnocents(args: readonly string[]): Promise<number> {
  const { names, seconds, minutes, checkout, isControl, settings: common } = await parseOptions(args);
  if (isInNamespace) {
    await startNameServer();
  } else {
    const code = await runInNamespace(["strangers", ...args]);
    if (code !== undefined) return code;
    console.log(
      "Hanging names are left out: they need a network namespace (the programs unshare and ip, and the right)",
    );
  }
  const isPossible = (name: string) => isInNamespace || !ATTACKS[name]?.needsNames;
  const secondsOf = (name: string) => name === MIX ? minutes * 60 : seconds;
  const victims = [...new Set(names.flatMap((name) => ATTACKS[name]?.victims ?? []))];
  const innocents = await teach(checkout, common, QUIET_SECONDS + Math.max(...names.map(secondsOf)), victims);
  using sources = startHelper("sources.ts");
  const sourcePort = await sources.firstLine;
  const rows: JudgedRow[] = [];
  for (const name of names.filter(isPossible)) {
    const attacks = name === MIX ? Object.keys(ATTACKS).filter(isInMix).filter(isPossible) : [name];
    const attackSeconds = secondsOf(name);
    const settings = { ...common, ...ATTACKS[name]?.settings };
    const aims = { victims: ATTACKS[name]?.victims ?? [], innocents };
    rows.push(
      judge(await measureRow({ name, attacks, attackSeconds, checkout, settings, sourcePort, isControl, ...aims })),
    );
  }
  const failed = rows.filter(({ isInformation, misses }) => !isInformation && misses.length > 0);
  console.log(`\n${toReport(rows)}\n`);
  console.log(
    failed.length === 0 ? "All promises were held" : `Not held: ${failed.map(({ name }) => name).join(", ")}`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function parseOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: ATTACK_SECONDS },
      minutes: { type: "string", default: "10" },
      against: { type: "string" },
      control: { type: "boolean" },
      small: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const allowed = [...Object.keys(ATTACKS), MIX];
  const unknown = positionals.find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot attack: must be one of ${allowed.join(", ")}, got "${unknown}"`);
  }
  const minutes = parseDuration("--minutes", values.minutes, 60);
  const seconds = parseDuration("--seconds", values.seconds, 600);
  const checkout = await Deno.realPath(values.against ?? ".");
  const names = positionals.length > 0 ? positionals : allowed;
  return { names, seconds, minutes, checkout, isControl: !!values.control, settings: values.small ? SMALL : {} };
}

function parseDuration(option: string, text: string, max: number): number {
  const duration = Number(text);
  if (duration > 0 && duration <= max) return duration;
  throw new TypeError(`Cannot read ${option}: must be a number above 0 and up to ${max}, got "${text}"`);
}

function isInMix(name: string): boolean {
  const { isInformation, settings } = ATTACKS[name]!;
  return !isInformation && settings === undefined;
}

/** Creates the innocent clients, which learn from an undisturbed service what is right. */
async function teach(
  checkout: string,
  settings: Settings,
  seconds: number,
  victims: readonly Victim[],
): Promise<Innocents> {
  const innocents = new Innocents();
  const teacher = await startTarget(checkout, settings);
  await innocents.learn(teacher.port, seconds, victims);
  await teacher.stop();
  return innocents;
}

/**
 * Prints what went wrong. Under all attacks together answers may be late, but must be right, and the memory may be
 * above the limit for one attack, but must not grow.
 */
function judge(row: Row): JudgedRow {
  const { name, memoryMb } = row;
  const failures = findFailures(row);
  const limits = [...findExcesses(row), ...findDelays(row)];
  const growth = isFlat(memoryMb) ? [] : ["the memory grows"];
  const misses = [...failures, ...name === MIX ? growth : limits];
  const load = Deno.loadavg()[0]!.toFixed(1);
  console.log(`\n${name}: ${ATTACKS[name]?.summary ?? "all attacks together"} (load of the machine: ${load})`);
  for (const line of new Set([...misses, ...limits])) console.log(`  ${line}`);
  console.log(`  peak ${row.peak.memoryMb} MB; attackers: ${JSON.stringify(row.statuses)}`);
  if (name === MIX) console.log(`  MB every ten seconds: ${memoryMb.join(" ")}`);
  return { ...row, misses, isInformation: ATTACKS[name]?.isInformation ?? false };
}
