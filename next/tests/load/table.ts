import type { Group, Sample } from "./innocents.ts";
import type { Row } from "./row.ts";

/** The promises of DESIGN.md. */
const LIGHT_MS = 100, DRAWING_MS = 1000, MEMORY_MIB = 900;

/** The head of the table. A figure that breaks a promise is bold. `machine` is the p99 of a server without work. */
export const HEAD =
  `| attack | proxy | clients | machine p99 | not 200 | light p99 ≤ ${LIGHT_MS} | drawings p99 ≤ ${DRAWING_MS} | filters | \
filters p50 | MiB ≤ ${MEMORY_MIB} | a minute after |
|---|---|---|---|---|---|---|---|---|---|---|`;

/** Returns the line of a row. Four clients may take all places for filters, but nothing else. */
export async function toLine({ attack, proxy, clients, samples, peakMib, laterMib }: Row): Promise<string> {
  const of = (group: Group) => samples.filter((sample) => sample.group === group);
  const counted = clients > 1 ? samples.filter(({ group, status }) => group !== "filters" || status !== 503) : samples;
  const failed = counted.filter(({ status }) => status !== 200);
  const served = of("filters").filter(({ status }) => status === 200);
  const filters = `${served.length}/${of("filters").length}`;
  const light = percentile(of("light"), 0.99), drawings = percentile(of("drawings"), 0.99);
  const later = await laterMib;
  return `| ${
    [
      attack,
      proxy,
      clients,
      `${percentile(of("machine"), 0.99)} ms`,
      mark(countStatuses(failed) || "0", failed.length === 0),
      mark(`${light} ms`, light <= LIGHT_MS),
      mark(`${drawings} ms`, drawings <= DRAWING_MS),
      mark(filters, clients > 1 || served.length === of("filters").length),
      `${percentile(served, 0.5)} ms`,
      mark(`${peakMib}`, peakMib <= MEMORY_MIB),
      mark(`${later}`, later <= MEMORY_MIB),
    ].join(" | ")
  } |`;
}

/** Returns how often each status occurred: `503 × 3, lost × 1`. */
export function countStatuses(samples: readonly Pick<Sample, "status">[]): string {
  const byStatus = Map.groupBy(samples, ({ status }) => status || "lost");
  return [...byStatus].map(([status, { length }]) => `${status} × ${length}`).join(", ");
}

/** Returns a percentile of the times in milliseconds: NaN without samples. */
export function percentile(samples: readonly Pick<Sample, "ms">[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? NaN);
}

function mark(text: string, isKept: boolean): string {
  return isKept ? text : `**${text}**`;
}
