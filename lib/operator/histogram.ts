/** Latencies that half, 90 %, 99 % and all requests stayed under, in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** Buckets a doubling: a percentile is at most 19 % above the truth. */
const STEPS = 4;

/** The smallest latency told apart. */
const MIN_MS = 0.01;

/** Reaches from 0.01 ms to 11 minutes. */
const BUCKETS = 26 * STEPS;

/** Counts durations in buckets that grow by a constant factor: constant memory, nothing allocated for a value. */
export class Histogram {
  readonly #counts = new Float64Array(BUCKETS);
  #max = 0;

  /** Counts a duration. */
  add(ms: number): void {
    this.#counts[toBucket(ms)]!++;
    if (ms > this.#max) this.#max = ms;
  }

  /** Adds what another one counted. */
  merge(other: Histogram): void {
    other.#counts.forEach((count, bucket) => this.#counts[bucket]! += count);
    this.#max = Math.max(this.#max, other.#max);
  }

  /** Yields the usual percentiles: the upper edge of the bucket they fall in, and at most the largest value. */
  percentiles(): Percentiles {
    const edge = (share: number) => round(Math.min(this.#max, this.#edgeOf(share)));
    return { p50: edge(0.5), p90: edge(0.9), p99: edge(0.99), max: round(this.#max) };
  }

  #edgeOf(share: number): number {
    const wanted = share * this.#counts.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    const bucket = this.#counts.findIndex((count) => (seen += count) >= wanted);
    return MIN_MS * 2 ** (Math.max(0, bucket) / STEPS);
  }
}

function toBucket(ms: number): number {
  if (!(ms > MIN_MS)) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log2(ms / MIN_MS) * STEPS));
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
