import { toTable } from "@/tests/bench/machine.ts";
import { ATTACKS } from "./attacks.ts";
import type { Group, Sample } from "./innocents.ts";
import type { Row } from "./row.ts";

/** The most memory that the service may use with its default settings. */
const MAX_MEMORY_MB = 768;

/** What may remain after the attack: full caches of sources and results (96 MiB) and a heap that has grown. */
const MAX_REMAINING_MB = 192;
const MAX_REMAINING_DESCRIPTORS = 16;

/** What the logs may grow by in a second. The innocent clients alone write 10 KB. */
const MAX_LOG_BYTES_PER_SECOND = 65_536;

/** How much more memory than in the third quarter of the time a service may use in the fourth. */
const MAX_GROWTH = 1.1;

const GROUPS: readonly Group[] = ["light", "drawings", "filters"];

/** Returns what the service has promised and did not do; empty if it did everything. */
export function findMisses(row: Row): string[] {
  const wrong = [...row.attacked, ...row.recovered].filter(({ error }) => error !== "");
  return [
    ...Map.groupBy(wrong, ({ kind, error }) => `${kind}: ${error}`).entries().map(([what, { length }]) =>
      `${length} × ${what}`
    ),
    ...GROUPS.flatMap((group) => [
      ...findSlow("attacked", group, row.idle, row.attacked),
      ...findSlow("20 s later", group, row.idle, row.recovered),
    ]),
    ...row.statuses[500] === undefined ? [] : [`${row.statuses[500]} × 500 to the attacker`],
    ...row.peak.memoryMb < MAX_MEMORY_MB ? [] : [`${row.peak.memoryMb} MB`],
    ...row.after.memoryMb < row.before.memoryMb + MAX_REMAINING_MB ? [] : [`${row.after.memoryMb} MB 20 s later`],
    ...row.after.descriptors < row.before.descriptors + MAX_REMAINING_DESCRIPTORS
      ? []
      : [`${row.after.descriptors} descriptors 20 s later`],
    ...row.logBytesPerSecond < MAX_LOG_BYTES_PER_SECOND ? [] : [`${toKb(row.logBytesPerSecond)} KB of logs a second`],
  ];
}

function findSlow(when: string, group: Group, idle: readonly Sample[], samples: readonly Sample[]): string[] {
  const limit = group === "filters" ? 1000 : Math.max(50, 5 * percentile(idle, group, 99));
  const p99 = percentile(samples, group, 99);
  // Nothing was answered: the missing answers are reported.
  return p99 <= limit || Number.isNaN(p99)
    ? []
    : [`${group} ${when}: p99 ${p99.toFixed(0)} ms, limit ${limit.toFixed(0)}`];
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

/** Formats the rows as a Markdown table. */
export function toReport(rows: readonly Row[]): string {
  return toTable([
    [
      "attack",
      "answers",
      "wrong",
      ...GROUPS.map((group) => `${group}: median, p99 ms (idle)`),
      "MB before, peak, later",
      "descriptors",
      "log KB/s",
      "attacker's answers",
      "promise",
    ],
    ...rows.map(toCells),
  ]);
}

function toCells(row: Row): string[] {
  const { before, peak, after } = row;
  const attack = ATTACKS[row.name];
  const misses = findMisses(row);
  const latency = (samples: readonly Sample[], group: Group) =>
    [50, 99].map((percent) => percentile(samples, group, percent).toFixed(1)).join(", ");
  return [
    `${row.name} (${attack?.finding ?? "all"})`,
    `${row.attacked.length}`,
    `${row.attacked.filter(({ error }) => error !== "").length}`,
    ...GROUPS.map((group) => `${latency(row.attacked, group)} (${latency(row.idle, group)})`),
    `${before.memoryMb}, ${peak.memoryMb}, ${after.memoryMb}`,
    `${before.descriptors}, ${peak.descriptors}, ${after.descriptors}`,
    toKb(row.logBytesPerSecond),
    Object.entries(row.statuses).map(([status, count]) => `${count} × ${status}`).join(", "),
    attack?.isInformation ? "none" : misses.length === 0 ? "held" : "MISSED",
  ];
}

function toKb(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
