import { INFO } from "@/lib/process/info.ts";
import type { Counters } from "@/lib/status/counters.ts";

/** The media type of {@linkcode toPrometheus}. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The places of a gate, how many are used, and how many requests wait for one. */
export type GateStatus = Readonly<Record<"places" | "used" | "waiting", number>>;

/** The size of a cache, and how often it contained the requested entry. */
export type CacheStatus = Readonly<Record<"entries" | "bytes" | "hits" | "misses", number>>;

/** The parts of the service that the operator sees. */
export interface StatusInputs {
  readonly counters: Pick<Counters, "requests" | "lastErrors">;
  /** By the names of the gates. */
  readonly gates: Readonly<Record<string, GateStatus>>;
  /** By the names of the caches. */
  readonly cache: Readonly<Record<string, CacheStatus>>;
}

/** The fields of `operator/status`. */
export interface Status extends Omit<StatusInputs, "counters">, Pick<Counters, "requests" | "lastErrors"> {
  readonly version: string;
  /** Bytes of the process, and of the JavaScript heap in it. */
  readonly memory: Readonly<Record<"process" | "heap", number>>;
}

/** Returns the status of this moment. */
export function readStatus({ counters: { requests, lastErrors }, gates, cache }: StatusInputs): Status {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { version: INFO.version, memory: { process: rss, heap: heapUsed }, gates, cache, requests, lastErrors };
}

/** Writes the numbers of a status in the text format of Prometheus. */
export function toPrometheus({ version, memory, gates, cache, requests }: Status): string {
  const caches = Object.entries(cache);
  const sizes = Object.fromEntries(caches.map(([name, { entries, bytes }]) => [name, { entries, bytes }]));
  const results = Object.fromEntries(caches.map(([name, { hits, misses }]) => [name, { hits, misses }]));
  const metrics: Metric[] = [
    { name: "pawkit_memory_bytes", help: "Memory in use", labels: ["version", "of"], table: { [version]: memory } },
    { name: "pawkit_gate", help: "Places, and requests that wait", labels: ["gate", "state"], table: gates },
    { name: "pawkit_cache_size", help: "Entries, and their bytes", labels: ["cache", "unit"], table: sizes },
    { name: "pawkit_cache_requests_total", help: "Lookups", labels: ["cache", "result"], table: results },
    { name: "pawkit_requests_total", help: "Answered requests", labels: ["route", "status"], table: requests },
  ];
  return metrics.map(toText).join("");
}

interface Metric {
  readonly name: string;
  readonly help: string;
  /** What the rows and the columns of the table are called. */
  readonly labels: readonly [row: string, column: string];
  /** The names of its rows and columns are our own and contain no quotation mark. */
  readonly table: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

function toText({ name, help, labels: [row, column], table }: Metric): string {
  const samples = Object.entries(table).flatMap(([rowName, columns]) =>
    Object.entries(columns).map(([columnName, value]) => {
      return `${name}{${row}="${rowName}",${column}="${columnName}"} ${value}\n`;
    })
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}\n${samples.join("")}`;
}
