import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import type { Percentiles } from "@/lib/metrics/histogram.ts";
import { durationsOf, type Labels, type Metrics, totalOf } from "@/lib/metrics/prometheus.ts";
import { type MetricInputs, readMetrics } from "@/lib/operator/metrics.ts";

/** Time between two samples, in seconds. */
export const STEP_SECONDS = 10;

/** The samples of an hour. */
const MAX_SAMPLES = 3600 / STEP_SECONDS;

/** Time between two measurements of the event loop. */
const DELAY_INTERVAL_MS = 100;

/** The metric that a series shows, and what of it: its value, or its growth since the last sample. */
type Series = readonly [show: "value" | "rate" | "ratio" | "mean" | keyof Percentiles, metric: string, labels?: Labels];

const SERIES = {
  requests: ["rate", "pawkit_http_requests_total"],
  errors: ["rate", "pawkit_http_requests_total", { status: "5xx" }],
  callerErrors: ["rate", "pawkit_http_requests_total", { status: "4xx" }],
  refused: ["rate", "pawkit_refused_requests_total"],
  p50: ["p50", "pawkit_http_request_duration_seconds"],
  p90: ["p90", "pawkit_http_request_duration_seconds"],
  p99: ["p99", "pawkit_http_request_duration_seconds"],
  busy: ["value", "pawkit_filter_jobs", { state: "busy" }],
  waiting: ["value", "pawkit_waiting_requests"],
  fetch: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "fetch" }],
  queue: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "queue" }],
  draw: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "draw" }],
  decode: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "decode" }],
  filter: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "filter" }],
  encode: ["mean", "pawkit_filter_stage_duration_seconds", { stage: "encode" }],
  cacheHits: ["ratio", "pawkit_filter_cache_requests_total", { result: "hit" }],
  cpu: ["rate", "process_cpu_seconds_total"],
  rss: ["value", "process_resident_memory_bytes"],
  heapUsed: ["value", "pawkit_heap_used_bytes"],
  eventLoopDelay: ["p99", "pawkit_event_loop_delay_seconds"],
} satisfies Record<string, Series>;

/** The names of all series. */
export const SERIES_NAMES = Object.keys(SERIES) as readonly (keyof typeof SERIES)[];

/** The last hour; all arrays have the same length, oldest sample first. */
export interface HistoryReport {
  readonly stepSeconds: number;
  /** When each sample was taken, in seconds since 1970. */
  readonly times: readonly number[];
  /** `null` where a sample has no value, such as a latency without requests. */
  readonly series: Readonly<Record<keyof typeof SERIES, readonly (number | null)[]>>;
}

/** The metrics, and when they were read, in milliseconds since the start of the process. */
type Moment = readonly [now: number, metrics: Metrics];

/** The last hour of the service, in memory. */
export class History {
  readonly #inputs: MetricInputs;
  readonly #samples: { readonly time: number; readonly values: readonly number[] }[] = [];
  readonly #timers: (() => void)[] = [];
  #last: Moment;

  /** Creates an empty history, which {@linkcode History.start} fills. */
  constructor(inputs: MetricInputs) {
    this.#inputs = inputs;
    this.#last = [performance.now(), readMetrics(inputs)];
  }

  /** Takes samples, and measures how late the event loop runs timers. */
  start(): void {
    let due = performance.now() + DELAY_INTERVAL_MS;
    const measureDelay = () => {
      const now = performance.now();
      this.#inputs.eventLoopDelays.add(now - due);
      due = now + DELAY_INTERVAL_MS;
    };
    this.#timers.push(setBackgroundInterval(DELAY_INTERVAL_MS, measureDelay));
    this.#timers.push(setBackgroundInterval(STEP_SECONDS * 1000, () => this.sample()));
  }

  /** Takes a sample; `now` is in milliseconds since the start of the process. */
  sample(now: number = performance.now()): void {
    const moment = [now, readMetrics(this.#inputs)] as const;
    const values = SERIES_NAMES.map((name) => evaluate(SERIES[name], this.#last, moment));
    this.#samples.push({ time: Math.round((performance.timeOrigin + now) / 1000), values });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
    this.#last = moment;
  }

  /** Returns the samples. */
  report(): HistoryReport {
    const valuesOf = (index: number) => this.#samples.map(({ values }) => toJsonNumber(values[index] ?? NaN));
    const series = SERIES_NAMES.map((name, index) => [name, valuesOf(index)]);
    const times = this.#samples.map(({ time }) => time);
    return { stepSeconds: STEP_SECONDS, times, series: Object.fromEntries(series) };
  }

  /** Stops sampling. */
  close(): void {
    for (const stop of this.#timers.splice(0)) stop();
  }
}

/** Returns the value of a series between two moments, or `NaN` if nothing happened that could be measured. */
function evaluate([show, metric, labels]: Series, [startsAt, start]: Moment, [endsAt, end]: Moment): number {
  const growthOf = (counted?: Labels) => totalOf(end, metric, counted) - totalOf(start, metric, counted);
  if (show === "value") return totalOf(end, metric, labels);
  if (show === "rate") return growthOf(labels) / ((endsAt - startsAt) / 1000);
  if (show === "ratio") return growthOf(labels) / growthOf();
  const durations = durationsOf(end, metric, labels).merge(durationsOf(start, metric, labels), -1);
  if (durations.count === 0) return NaN;
  return show === "mean" ? durations.sum / durations.count : durations.percentiles()[show];
}

// JSON has no NaN. Three decimals are enough for a chart.
function toJsonNumber(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null;
}
