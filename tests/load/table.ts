import type { Group, Sample } from "./innocents.ts";
import type { Row } from "./row.ts";

/** What the service promises to innocent clients while others attack it. */
const LIGHT_MS = 100, DRAWING_MS = 1000, MEMORY_MIB = 900;

/** What does not hold is bold. Times are p99 in ms, filters p50. `machine` is the time of a server without any work. */
export const HEAD = `\
| attack | proxy | clients | load | machine | not 200 | light ≤ ${LIGHT_MS} | drawings ≤ ${DRAWING_MS} | filters served | \
filters | MiB ≤ ${MEMORY_MIB} | a minute after |
|---|---|---|---|---|---|---|---|---|---|---|---|`;

/** Returns the line of a row. If four clients attack, filters may get 503. */
export async function toLine({ samples, ...row }: Row): Promise<string> {
  const mark = (text: string | number, isKept: boolean) => isKept ? text : `**${text}**`;
  const of = (group: Group) => samples.filter((sample) => sample.group === group);
  const [light, drawings, filters] = [of("light"), of("drawings"), of("filters")];
  const served = filters.filter(({ status }) => status === 200);
  const failed = [...light, ...drawings, ...filters].filter(({ status }) => status !== 200);
  const isAllowed = failed.every(({ group, status }) => row.clients > 1 && group === "filters" && status === 503);
  const lightMs = percentile(light, 0.99), drawingMs = percentile(drawings, 0.99), laterMib = await row.laterMib;
  const cells = [
    row.attack,
    row.proxy,
    row.clients,
    row.load.toFixed(1),
    percentile(of("machine"), 0.99),
    mark(countStatuses(failed) || 0, isAllowed),
    mark(lightMs, lightMs <= LIGHT_MS),
    mark(drawingMs, drawingMs <= DRAWING_MS),
    `${served.length}/${filters.length}`,
    percentile(served, 0.5),
    mark(row.peakMib, row.peakMib <= MEMORY_MIB),
    mark(laterMib, laterMib <= MEMORY_MIB),
  ];
  return `| ${cells.join(" | ")} |`;
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
