/** The latencies in milliseconds that 50 %, 90 %, 99 % and 100 % of the requests do not exceed. */
export type Percentiles = Readonly<Record<"p50" | "p90" | "p99" | "max", number>>;

/** The upper edge of the first bucket. Each further bucket ends at 2^¼ times the edge of the one before. */
const FIRST_EDGE_MS = 0.01;

/** With four of them, a percentile is at most 19 % too high. */
const BUCKETS_PER_DOUBLING = 4;

/** Enough for 31 doublings: six hours. */
const BUCKETS = 31 * BUCKETS_PER_DOUBLING + 1;

/** The buckets whose edges monitoring systems see: every doubling from 0.08 ms to 10.5 s. */
const PUBLISHED_BUCKETS = Array.from({ length: 18 }, (_, index) => (3 + index) * BUCKETS_PER_DOUBLING);

/** Counts durations in buckets that grow by a constant factor: constant memory, and no allocation for a value. */
export class Histogram {
  readonly #counts = new Float64Array(BUCKETS);
  #max = 0;
  /** The sum of all durations in milliseconds. */
  sum = 0;

  /** Counts a duration. */
  add(ms: number): void {
    this.#counts[toBucket(ms)]!++;
    if (ms > 0) this.sum += ms;
    if (ms > this.#max) this.#max = ms;
  }

  /** Adds the durations of another histogram, or removes them if `times` is -1. */
  merge(other: Histogram, times: 1 | -1 = 1): this {
    other.#counts.forEach((count, bucket) => this.#counts[bucket]! += times * count);
    this.#max = Math.max(this.#max, other.#max);
    this.sum += times * other.sum;
    return this;
  }

  /** Returns a copy, which does not change. */
  copy(): Histogram {
    return new Histogram().merge(this);
  }

  /** The number of durations. */
  get count(): number {
    return sum(this.#counts);
  }

  /** Returns how many durations are below each of some edges, which are in seconds. */
  cumulative(): [edge: number, count: number][] {
    return PUBLISHED_BUCKETS.map((bucket) => [toEdge(bucket) / 1000, sum(this.#counts.subarray(0, bucket + 1))]);
  }

  /** Returns the usual percentiles: the upper edge of the bucket that each falls in, but at most the largest value. */
  percentiles(): Percentiles {
    const find = (fraction: number) => {
      const wanted = fraction * this.count;
      let bucket = 0;
      for (let seen = this.#counts[0]!; seen < wanted; seen += this.#counts[bucket]!) bucket++;
      return round(Math.min(this.#max, toEdge(bucket)));
    };
    return { p50: find(0.5), p90: find(0.9), p99: find(0.99), max: round(this.#max) };
  }
}

function toBucket(ms: number): number {
  // Also for NaN and negative durations, which a clock that was set back can cause.
  if (!(ms >= FIRST_EDGE_MS)) return 0;
  return Math.min(1 + Math.floor(BUCKETS_PER_DOUBLING * Math.log2(ms / FIRST_EDGE_MS)), BUCKETS - 1);
}

/** Returns the first duration above a bucket. */
function toEdge(bucket: number): number {
  return 2 ** (bucket / BUCKETS_PER_DOUBLING) * FIRST_EDGE_MS;
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0);
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
