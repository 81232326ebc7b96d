import { sleep } from "@/lib/async/deadline.ts";
import type { Innocents, Sample, Victim } from "./innocents.ts";
import { Probe, sizeOfFolder, type Usage } from "./probe.ts";
import { startHelper, startTarget } from "./processes.ts";

/** The figures of one attack. */
export interface Row {
  readonly name: string;
  readonly idle: readonly Sample[];
  readonly attacked: readonly Sample[];
  /** The answers after the time in which the service should recover. */
  readonly recovered: readonly Sample[];
  /** The most memory that the service may use: MEMORY_BUDGET, and 256 MB for everything else. */
  readonly maxMemoryMb: number;
  readonly before: Usage;
  readonly peak: Usage;
  readonly after: Usage;
  /** The memory every ten seconds from the start to the end of the attack. */
  readonly memoryMb: readonly number[];
  readonly logBytesPerSecond: number;
  /** How often the attackers were answered with each status; 0 means no answer. `failed` counts broken attacks. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How often the attackers got an answer that they should not have got. */
  readonly wrong: Readonly<Record<string, number>>;
}

/** What to measure. */
export interface RowOptions {
  readonly name: string;
  readonly attacks: readonly string[];
  readonly attackSeconds: number;
  /** The folder of the service. */
  readonly checkout: string;
  readonly settings: Settings;
  readonly sourcePort: string;
  readonly innocents: Innocents;
  /** What innocent clients request besides. */
  readonly victims: readonly Victim[];
  /** Whether a second service is attacked instead, to see how much of the effect is only the busy machine. */
  readonly isControl: boolean;
}

/** Settings of the service that are not its defaults. */
export type Settings = Readonly<Record<string, string>>;

/** The default of MEMORY_BUDGET. */
const DEFAULT_BUDGET = "512MiB";

/** What the service may use besides: the program, the caches, and garbage. */
const REST_MB = 256;

const WARM_UP_SECONDS = 4;
const IDLE_SECONDS = 10;
const RECOVERY_SECONDS = 20;
const AFTER_SECONDS = 6;

/** When the attack begins, after the innocent clients. */
export const ATTACK_AT_SECONDS: number = WARM_UP_SECONDS + IDLE_SECONDS;

/** How long the innocent clients send requests in one row besides the attack, with some reserve. */
export const QUIET_SECONDS = ATTACK_AT_SECONDS + RECOVERY_SECONDS + AFTER_SECONDS + 20;

/** Measures the innocent clients of a new process before, during and after an attack. */
export async function measureRow(options: RowOptions): Promise<Row> {
  const { name, attacks, innocents, victims, attackSeconds, checkout, settings, sourcePort, isControl } = options;
  const target = await startTarget(checkout, settings);
  const attacked = isControl ? await startTarget(checkout, settings) : target;
  const ports = [attacked.port, sourcePort, innocents.picturePort];
  using attacker = startHelper("attacker.ts", [...ports, attackSeconds].map(String).concat(attacks));
  using probe = new Probe(target.pid);
  await innocents.learnPage(target.port);
  const stopInnocents = innocents.start(target.port, { victims, areAllNew: settings.RATE_LIMIT !== undefined });
  await sleep(WARM_UP_SECONDS * 1000);

  const idleStart = performance.now();
  await sleep(IDLE_SECONDS * 1000);
  const before = probe.read();
  const logBytes = sizeOfFolder(target.logsDir);
  probe.memoryMb.length = 0;

  const attackStart = performance.now();
  await attacker.process.stdin.getWriter().write(new Uint8Array(1));
  await sleep(attackSeconds * 1000);
  const attackEnd = performance.now();
  const memoryMb = [...probe.memoryMb];
  const logBytesPerSecond = (sizeOfFolder(target.logsDir) - logBytes) / attackSeconds;

  await sleep(RECOVERY_SECONDS * 1000);
  const recovery = performance.now();
  await sleep(AFTER_SECONDS * 1000);
  const after = probe.read();
  const peak = probe.peak();
  const samples = await stopInnocents();
  const { statuses, wrong } = JSON.parse(await attacker.firstLine || `{"statuses":{"failed":1},"wrong":{}}`);
  await target.stop();
  if (isControl) await attacked.stop();
  const between = (from: number, to: number) => samples.filter(({ at }) => at >= from && at < to);
  return {
    name,
    idle: between(idleStart, attackStart),
    attacked: between(attackStart, attackEnd),
    recovered: between(recovery, Infinity),
    maxMemoryMb: parseInt(settings.MEMORY_BUDGET ?? DEFAULT_BUDGET) + REST_MB,
    before,
    peak,
    after,
    memoryMb,
    logBytesPerSecond,
    statuses,
    wrong,
  };
}
