import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import type { LoggedError } from "@/lib/metrics/error_log.ts";
import type { Operator } from "@/lib/access/operator.ts";
import type { TrafficReport } from "@/lib/metrics/traffic.ts";
import { readUptime, type Uptime } from "@/lib/process/uptime.ts";

/** How the service fares, for its operator. */
export interface Status extends Uptime {
  readonly memory: { readonly rss: number; readonly heapUsed: number };
  readonly requests: TrafficReport;
  /** Pool, queue and cache of the filters. */
  readonly filters: object | null;
  /** Failed answers since the start, by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  /** Those of them that tell of the callers' images. */
  readonly sourceFailures: number;
  readonly limits: { readonly points: number | null; readonly refused: number };
  readonly state: { readonly engine: string; readonly isUp: boolean };
  readonly bans: number;
  readonly lastErrors: readonly LoggedError[];
}

/** A ban as the operator sees it. */
export interface ListedBan {
  readonly client: string;
  readonly until: string;
}

/** Tells how the service fares. */
export function readStatus(operator: Operator): Status {
  const { rss, heapUsed } = Deno.memoryUsage();
  const failures = operator.faults.counts;
  return {
    ...readUptime(),
    memory: { rss, heapUsed },
    requests: operator.traffic.report(),
    filters: operator.readFilters?.() ?? null,
    failures,
    sourceFailures: countSourceFailures(failures),
    limits: { points: operator.limiter?.limit ?? null, refused: failures.rate_limited ?? 0 },
    state: operator.state,
    bans: operator.bans.list().length,
    lastErrors: operator.faults.last,
  };
}

/** Lists who is banned, the latest first. */
export function listBans(operator: Operator): { readonly total: number; readonly bans: readonly ListedBan[] } {
  const bans = operator.bans.list().map(({ client, until }) => ({ client, until: new Date(until).toISOString() }));
  return { total: bans.length, bans };
}

const SOURCE_CODES = (Object.keys(STATUS_BY_CODE) as ErrorCode[]).filter((code) => code.startsWith("source_"));

function countSourceFailures(failures: Status["failures"]): number {
  return SOURCE_CODES.reduce((sum, code) => sum + (failures[code] ?? 0), 0);
}
