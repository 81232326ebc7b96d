import { toTable } from "@/tests/bench/machine.ts";
import { type Group, isVictim, type Sample } from "./innocents.ts";
import type { Row } from "./row.ts";

/** What may remain after the attack: full caches (96 MiB), and garbage that V8 frees only when it needs the memory. */
const MAX_REMAINING_MB = 256;
const MAX_REMAINING_DESCRIPTORS = 16;

/** What the logs may grow by in a second. The innocent clients alone write 10 KB. */
const MAX_LOG_BYTES_PER_SECOND = 65_536;

/** How much more memory than in the third quarter of the time a service may use in the fourth. */
const MAX_GROWTH = 1.1;

const GROUPS: readonly Group[] = ["light", "drawings", "filters"];

/** Returns the wrong answers; empty if there is none. */
export function findFailures(row: Row): string[] {
  const wrong = [...row.attacked, ...row.recovered].filter(({ error }) => error !== "");
  return [
    ...countBy(wrong, ({ kind, error }) => `${kind}: ${error}`),
    ...row.statuses[500] === undefined ? [] : [`${row.statuses[500]} × 500 to the attackers`],
    ...Object.entries(row.wrong).map(([answer, count]) => `${count} × ${answer} to the attackers`),
    ...row.statuses.failed === undefined ? [] : ["the attack itself failed"],
    ...Number.isNaN(row.peak.memoryMb) ? ["the process ended"] : [],
  ];
}

/** Returns what the service used too much of; empty if nothing. */
export function findExcesses({ before, peak, after, maxMemoryMb, logBytesPerSecond }: Row): string[] {
  const checks: readonly (readonly [isHeld: boolean, miss: string])[] = [
    [!(peak.memoryMb >= maxMemoryMb), `${peak.memoryMb} MB, limit ${maxMemoryMb}`],
    [after.memoryMb < before.memoryMb + MAX_REMAINING_MB, `${after.memoryMb} MB 20 s later`],
    [after.descriptors < before.descriptors + MAX_REMAINING_DESCRIPTORS, `${after.descriptors} descriptors 20 s later`],
    [logBytesPerSecond < MAX_LOG_BYTES_PER_SECOND, `${toKb(logBytesPerSecond)} KB of logs a second`],
  ];
  return checks.filter(([isHeld]) => !isHeld).map(([, miss]) => miss);
}

/** Returns which innocent clients had to wait too long for their answers. */
export function findDelays({ idle, attacked, recovered }: Row): string[] {
  return GROUPS.flatMap((group) => [
    ...findDelay("attacked", group, idle, attacked),
    ...findDelay("20 s later", group, idle, recovered),
    ...findAim(attacked.filter((sample) => sample.group === group), group),
  ]);
}

/** Compares what an attack aims at with similar requests at the same time, which a busy machine delays as much. */
function findAim(attacked: readonly Sample[], group: Group): string[] {
  const { victims = [], others = [] } = Object.groupBy(attacked, ({ kind }) => isVictim(kind) ? "victims" : "others");
  const limit = Math.max(1000, 5 * percentile(others, group, 99));
  const p99 = percentile(victims, group, 99);
  if (!(p99 > limit)) return [];
  return [`${victims[0]!.kind} attacked: p99 ${p99.toFixed(0)} ms, limit ${limit.toFixed(0)} (as the others)`];
}

function countBy(samples: readonly Sample[], toText: (sample: Sample) => string): string[] {
  return [...Map.groupBy(samples, toText)].map(([text, { length }]) => `${length} × ${text}`);
}

function findDelay(when: string, group: Group, idle: readonly Sample[], samples: readonly Sample[]): string[] {
  const inGroup = samples.filter((sample) => sample.group === group);
  // A filter may wait for a running one, and on a busy machine both take longer, also without an attack.
  const limit = Math.max(group === "filters" ? 1000 : 50, 5 * percentile(idle, group, 99));
  const p99 = percentile(inGroup, group, 99);
  // If nothing was answered, the missing answers are reported.
  if (p99 <= limit || Number.isNaN(p99)) return [];
  const kinds = [...Map.groupBy(inGroup, ({ kind }) => kind)]
    .map(([kind, answers]) => `${kind} ${percentile(answers, group, 99).toFixed(0)}`);
  return [`${group} ${when}: p99 ${p99.toFixed(0)} ms, limit ${limit.toFixed(0)} (${kinds.join(", ")})`];
}

/** Returns whether the memory no longer grew in the second half of a long attack. */
export function isFlat(memoryMb: readonly number[]): boolean {
  const quarter = Math.floor(memoryMb.length / 4);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(memoryMb.slice(-quarter)) <= MAX_GROWTH * mean(memoryMb.slice(-2 * quarter, -quarter));
}

/** Returns a percentile of the times of one group, in milliseconds. */
export function percentile(samples: readonly Sample[], group: Group, percent: number): number {
  const times = samples.filter((sample) => sample.group === group).map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * percent / 100))] ?? NaN;
}

/** A row and the promises that were not held. */
export interface JudgedRow extends Row {
  readonly misses: readonly string[];
  /** Whether nothing is promised. */
  readonly isInformation: boolean;
}

/** Formats the rows as a Markdown table. */
export function toReport(rows: readonly JudgedRow[]): string {
  return toTable([
    [
      "attack",
      "answers",
      "wrong",
      ...GROUPS.map((group) => `${group}: median, p99 ms (idle)`),
      "MB before, peak, later",
      "descriptors",
      "log KB/s",
      "attackers' answers",
      "promises",
    ],
    ...rows.map(toCells),
  ]);
}

function toCells(row: JudgedRow): string[] {
  const { before, peak, after } = row;
  const latency = (samples: readonly Sample[], group: Group) =>
    [50, 99].map((percent) => percentile(samples, group, percent).toFixed(1)).join(", ");
  return [
    row.name,
    `${row.attacked.length}`,
    `${row.attacked.filter(({ error }) => error !== "").length}`,
    ...GROUPS.map((group) => `${latency(row.attacked, group)} (${latency(row.idle, group)})`),
    `${before.memoryMb}, ${peak.memoryMb}, ${after.memoryMb}`,
    `${before.descriptors}, ${peak.descriptors}, ${after.descriptors}`,
    toKb(row.logBytesPerSecond),
    Object.entries(row.statuses).map(([status, count]) => `${count} × ${status}`).join(", "),
    row.isInformation ? "none" : row.misses.length === 0 ? "held" : "NOT HELD",
  ];
}

function toKb(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
