import { toTable } from "@/tests/bench/machine.ts";
import { ATTACKS } from "./attacks.ts";
import type { Group, Sample } from "./innocents.ts";
import type { Row } from "./row.ts";

/** What is promised to innocent clients. Times in ms are those of light requests, memory is in MiB. */
interface Promised {
  readonly name: string;
  readonly p99: number;
  readonly longest: number;
  /** Whether a filter may be answered with 503. */
  readonly allowsBusyFilters: boolean;
  readonly peak: number;
  /** How much more than before the attack remains 20 s after it. */
  readonly remaining: number;
}

const ONE: Promised = {
  name: "one",
  p99: 100,
  longest: 500,
  allowsBusyFilters: false,
  peak: 768,
  remaining: Infinity,
};

const TWENTY: Promised = {
  name: "twenty",
  p99: Infinity,
  longest: 2000,
  allowsBusyFilters: true,
  peak: 900,
  remaining: 100,
};

const GROUPS: readonly Group[] = ["light", "drawings", "filters"];

/** What a group of innocent clients noticed. */
interface Noticed {
  readonly answers: number;
  readonly wrong: readonly Sample[];
  /** Of the requests that were sent during the attack, in ms. */
  readonly p99: number;
  readonly longest: number;
}

/** Returns the promise for as many clients as the attack of this name has. */
function promisedUnder(name: string): Promised {
  return ATTACKS[name]!.clients === 1 ? ONE : TWENTY;
}

function notice({ attacked, later }: Row, group: Group): Noticed {
  const isInGroup = (sample: Sample) => sample.group === group;
  const times = attacked.filter(isInGroup).map(({ ms }) => ms).sort((a, b) => a - b);
  const samples = [...attacked, ...later].filter(isInGroup);
  return {
    answers: samples.length,
    wrong: samples.filter(({ error }) => error !== ""),
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
    longest: Math.max(...samples.map(({ ms }) => ms)),
  };
}

/** Returns what was promised and did not happen; empty if the promise holds. */
export function findMisses(row: Row): string[] {
  const { peak, later, rest } = row.memory;
  const promised = promisedUnder(row.name);
  const light = notice(row, "light");
  const wrong = GROUPS.flatMap((group) => notice(row, group).wrong)
    .filter(({ group, error }) => !(promised.allowsBusyFilters && group === "filters" && error.startsWith("503")));
  // Written so that a figure that is missing is a miss.
  const checks: readonly (readonly [isHeld: boolean, miss: string])[] = [
    [row.statuses.failed === undefined, "the attack itself failed"],
    [!Number.isNaN(later), "the process ended"],
    [light.p99 <= promised.p99, `light p99 ${light.p99.toFixed(0)} ms (${promised.p99})`],
    [light.longest <= promised.longest, `light longest ${light.longest.toFixed(0)} ms (${promised.longest})`],
    [peak <= promised.peak, `peak ${peak} MiB (${promised.peak})`],
    [later - rest <= promised.remaining, `${later - rest} MiB more than at rest (${promised.remaining})`],
  ];
  const byText = Map.groupBy(wrong, ({ kind, error }) => `${kind}: ${error}`);
  return [
    ...[...byText].map(([text, { length }]) => `${length} × ${text}`),
    ...checks.filter(([isHeld]) => !isHeld).map(([, miss]) => miss),
  ];
}

/** Describes one row in a few lines. */
export function describeRow(row: Row): string {
  const { summary, clients } = ATTACKS[row.name]!;
  const { rest, peak, later } = row.memory;
  const groups = GROUPS.map((group) => {
    const { answers, wrong, p99, longest } = notice(row, group);
    const times = `p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`;
    return `  ${group}: ${answers} answers, ${wrong.length} wrong, ${times}`;
  });
  return [
    `${row.name}, ${clients === 1 ? "one client" : `${clients} clients`}: ${summary}`,
    ...groups,
    `  memory: ${rest} MiB at rest, ${peak} at most, ${later} 20 s later`,
    `  attackers: ${toCounts(row.statuses)}`,
    `  ${toVerdict(row)}`,
  ].join("\n");
}

/** Formats all figures as a Markdown table, for tests/bench/results/strangers.txt. */
export function toReport(rows: readonly Row[]): string {
  return toTable([
    [
      "attack",
      "promise",
      ...GROUPS.map((group) => `${group}: answers, wrong, p99, longest ms`),
      "MiB at rest, peak, later",
      "attackers' answers",
      "result",
    ],
    ...rows.map((row) => [
      row.name,
      promisedUnder(row.name).name,
      ...GROUPS.map((group) => {
        const { answers, wrong, p99, longest } = notice(row, group);
        return `${answers}, ${wrong.length}, ${p99.toFixed(0)}, ${longest.toFixed(0)}`;
      }),
      `${row.memory.rest}, ${row.memory.peak}, ${row.memory.later}`,
      toCounts(row.statuses),
      toVerdict(row),
    ]),
  ]);
}

function toVerdict(row: Row): string {
  const misses = findMisses(row);
  return misses.length === 0 ? "holds" : `misses: ${misses.join("; ")}`;
}

function toCounts(statuses: Row["statuses"]): string {
  return Object.entries(statuses).map(([status, count]) => `${count} × ${status}`).join(", ");
}

/**
 * Formats the rows that miss their promise, and the most of all others, as a Markdown table for
 * tests/bench/RESULTS.md. What is above its limit is bold.
 */
export function toSummary(rows: readonly Row[]): string {
  const head = ["Attack", "Promise", "light p99", "longest", "drawings", "filters", "wrong", "peak", "more later"];
  const { true: held = [], false: missed = [] } = Object.groupBy(rows, (row) => `${findMisses(row).length === 0}`);
  const others = [ONE, TWENTY].flatMap((promised) => {
    const same = held.filter(({ name }) => promisedUnder(name) === promised);
    if (same.length === 0) return [];
    const columns = same.map(toFigures);
    const most = columns[0]!.map((_, column) => Math.max(...columns.map((figures) => figures[column]!)));
    return [[`${same.length} others, ≤`, promised.name, ...most.map((figure) => figure.toFixed(0))]];
  });
  return toTable([head, ...missed.map(toSummaryCells), ...others]);
}

/** The p99 and the longest wait of light requests, that of drawings and filters, wrong answers, and the memory. */
function toFigures(row: Row): number[] {
  const [light, drawings, filters] = GROUPS.map((group) => notice(row, group)) as [Noticed, Noticed, Noticed];
  const wrong = [light, drawings, filters].reduce((sum, each) => sum + each.wrong.length, 0);
  const { peak, later, rest } = row.memory;
  return [light.p99, light.longest, drawings.longest, filters.longest, wrong, peak, later - rest];
}

function toSummaryCells(row: Row): string[] {
  const promised = promisedUnder(row.name);
  const hasWrong = findMisses(row).some((miss) => miss.includes(" × "));
  const limits = [
    promised.p99,
    promised.longest,
    Infinity,
    Infinity,
    hasWrong ? 0 : Infinity,
    promised.peak,
    promised.remaining,
  ];
  const cells = toFigures(row).map((figure, column) => {
    return figure <= limits[column]! ? figure.toFixed(0) : `**${figure.toFixed(0)}**`;
  });
  return [row.name, promised.name, ...cells];
}
