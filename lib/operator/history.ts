import { Histogram } from "@/lib/metrics/histogram.ts";
import { SERIES, type SeriesName, STEP_SECONDS } from "@/lib/metrics/history_series.ts";
import type { Observed } from "@/lib/operator/observed.ts";
import { readCpuSeconds, readMemory } from "@/lib/process/usage.ts";

/** Samples of an hour. */
const SAMPLES = 360;

/** The last hour; all arrays have the same length, oldest sample first. */
export interface HistoryReport {
  readonly stepSeconds: number;
  /** When each sample was taken, in seconds since 1970. */
  readonly times: readonly number[];
  /** `null` where a sample has no value, such as a latency without requests. */
  readonly series: Readonly<Record<SeriesName, readonly (number | null)[]>>;
}

/** The last hour of the service in memory: 64 KB, whatever happens. */
export class History {
  readonly #observed: Observed;
  readonly #times = new Float64Array(SAMPLES);
  readonly #values: Readonly<Record<SeriesName, Float64Array>>;
  #count = 0;
  #last: Totals;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Creates an empty history, which {@linkcode History.start} fills. */
  constructor(observed: Observed) {
    this.#observed = observed;
    this.#values = toRecord(() => new Float64Array(SAMPLES));
    this.#last = readTotals(observed, performance.now());
  }

  /** Takes a sample every ten seconds. The timer does not keep the process running. */
  start(): void {
    this.#observed.eventLoop.start();
    this.#timer ??= setInterval(() => this.sample(), STEP_SECONDS * 1000);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Takes a sample; `now` is in milliseconds since the start of the process. */
  sample(now: number = performance.now()): void {
    const totals = readTotals(this.#observed, now);
    const values = toValues(this.#last, totals, this.#observed);
    const at = this.#count % SAMPLES;
    this.#times[at] = Math.round((performance.timeOrigin + now) / 1000);
    for (const name of SERIES) this.#values[name][at] = values[name];
    this.#last = totals;
    this.#count++;
  }

  /** Returns the samples. */
  report(): HistoryReport {
    const order = <T>(values: Float64Array, convert: (value: number) => T): T[] => {
      const length = Math.min(this.#count, SAMPLES);
      const first = this.#count - length;
      return Array.from({ length }, (_, index) => convert(values[(first + index) % SAMPLES]!));
    };
    return {
      stepSeconds: STEP_SECONDS,
      times: order(this.#times, (time) => time),
      series: toRecord((name) => order(this.#values[name], toJsonNumber)),
    };
  }

  /** Stops sampling. */
  close(): void {
    clearInterval(this.#timer);
    this.#observed.eventLoop.close();
  }
}

/** Counters at one moment. A sample is the difference of two. */
interface Totals {
  readonly now: number;
  readonly requests: number;
  readonly errors: number;
  readonly refused: number;
  readonly durations: Histogram;
  readonly delays: Histogram;
  readonly stages: ReadonlyMap<string, { readonly count: number; readonly sum: number }>;
  readonly hits: number;
  readonly misses: number;
  readonly cpuSeconds: number;
}

function readTotals({ errors, eventLoop, filters, traffic }: Observed, now: number): Totals {
  const { requests, durations } = traffic.totals();
  const sum = (counts: typeof requests) => counts.reduce((total, { count }) => total + count, 0);
  const { cache } = filters.status();
  return {
    now,
    requests: sum(requests),
    errors: sum(requests.filter(({ status }) => status === "5xx")),
    refused: errors.count("banned") + errors.count("rate_limited"),
    durations,
    delays: copyOf(eventLoop.histogram),
    stages: new Map(Array.from(filters.counters.stages, ([stage, { count, sum }]) => [stage, { count, sum }])),
    hits: cache.hits,
    misses: cache.misses,
    cpuSeconds: readCpuSeconds(),
  };
}

function toValues(last: Totals, totals: Totals, { filters }: Observed): Record<SeriesName, number> {
  const seconds = (totals.now - last.now) / 1000;
  const rate = (name: "requests" | "errors" | "refused" | "cpuSeconds") => (totals[name] - last[name]) / seconds;
  const durations = totals.durations.since(last.durations);
  const { p50, p90, p99 } = durations.count > 0 ? durations.percentiles() : NO_PERCENTILES;
  const delays = totals.delays.since(last.delays);
  const meanOf = (stage: string) => {
    const { count, sum } = totals.stages.get(stage) ?? NO_TIMES;
    const before = last.stages.get(stage) ?? NO_TIMES;
    return (sum - before.sum) / (count - before.count);
  };
  const hits = totals.hits - last.hits;
  const { busy, waiting } = filters.status().pool;
  const { rss, heapUsed } = readMemory();
  return {
    requests: rate("requests"),
    errors: rate("errors"),
    refused: rate("refused"),
    p50,
    p90,
    p99,
    busy,
    waiting,
    fetch: meanOf("fetch"),
    decode: meanOf("decode"),
    filter: meanOf("filter"),
    encode: meanOf("encode"),
    cacheHits: hits / (hits + totals.misses - last.misses),
    cpu: rate("cpuSeconds"),
    rss,
    heapUsed,
    eventLoopDelay: delays.count > 0 ? delays.percentiles().p99 : NaN,
  };
}

const NO_PERCENTILES = { p50: NaN, p90: NaN, p99: NaN };
const NO_TIMES = { count: 0, sum: 0 };

function copyOf(histogram: Histogram): Histogram {
  const copy = new Histogram();
  copy.merge(histogram);
  return copy;
}

function toRecord<Value>(create: (name: SeriesName) => Value): Record<SeriesName, Value> {
  return Object.fromEntries(SERIES.map((name) => [name, create(name)])) as Record<SeriesName, Value>;
}

// JSON has no NaN, which a quotient of two zeros is. Three decimals are enough for a chart.
function toJsonNumber(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null;
}
