import { SETTINGS } from "@/fresh.config.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { readMemoryMb } from "@/tests/load/service.ts";
import type { Innocents, Sample } from "./innocents.ts";
import { startHelper, startTarget, type Target } from "./processes.ts";

/** The figures of one attack. */
export interface Row {
  readonly name: string;
  /** The answers to requests that innocent clients sent during the attack, and in the time after it. */
  readonly attacked: readonly Sample[];
  readonly later: readonly Sample[];
  readonly memory: Memory;
  /** How often the attackers were answered with each status; 0 means no answer. `failed` counts broken attacks. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** The resident memory of the service in MiB; NaN if it had ended. */
export interface Memory {
  readonly rest: number;
  readonly peak: number;
  /** After the time in which the service should recover. */
  readonly later: number;
}

/** What to measure. */
export interface RowOptions {
  readonly name: string;
  readonly attackSeconds: number;
  /** The folder of the service. */
  readonly checkout: string;
  readonly settings: Settings;
  readonly sourcePort: string;
  readonly innocents: Innocents;
  /** Whether a second service is attacked instead, to see how much of the effect is only the busy machine. */
  readonly isControl: boolean;
}

/** Settings of the service that are not its defaults. */
export type Settings = Readonly<Record<string, string>>;

const WARM_UP_SECONDS = 5;
const RECOVERY_SECONDS = 20;

/** How long the innocent clients send requests in one row besides the attack, with some reserve. */
export const QUIET_SECONDS = WARM_UP_SECONDS + RECOVERY_SECONDS + 5;

/** The promises are about the default limits, not about the long ones of other measurements. */
const TIME_LIMITS: Settings = {
  FILTER_TIMEOUT_MS: SETTINGS.filterTimeoutMs[1],
  SOURCE_TIMEOUT_MS: SETTINGS.sourceTimeoutMs[1],
};

/** Starts the service that is attacked, or that shows what is right. */
export function startAttacked(checkout: string, settings: Settings): Promise<Target> {
  return startTarget(checkout, { ...TIME_LIMITS, ...settings });
}

/** Measures the innocent clients of a new process during an attack and after it. */
export async function measureRow(options: RowOptions): Promise<Row> {
  const { name, innocents, attackSeconds, checkout, settings, sourcePort, isControl } = options;
  const target = await startAttacked(checkout, settings);
  const attacked = isControl ? await startAttacked(checkout, settings) : target;
  using attacker = startHelper("attacker.ts", [`${attacked.port}`, sourcePort, `${attackSeconds}`, name]);
  const stopInnocents = innocents.start(target.port);
  await sleep(WARM_UP_SECONDS * 1000);

  const rest = readMemory(target.pid);
  const start = performance.now();
  await attacker.process.stdin.getWriter().write(new Uint8Array(1));
  await sleep(attackSeconds * 1000);
  const end = performance.now();
  await sleep(RECOVERY_SECONDS * 1000);
  const memory = { rest, peak: readMemory(target.pid, "VmHWM"), later: readMemory(target.pid) };

  const samples = await stopInnocents();
  const statuses = JSON.parse(await attacker.firstLine || `{"failed":1}`);
  await target.stop();
  if (isControl) await attacked.stop();
  const between = (from: number, to: number) => samples.filter(({ at }) => at >= from && at < to);
  return { name, attacked: between(start, end), later: between(end, Infinity), memory, statuses };
}

function readMemory(pid: number, value?: "VmHWM"): number {
  try {
    return readMemoryMb(pid, value);
  } catch {
    return NaN; // The process has ended.
  }
}
