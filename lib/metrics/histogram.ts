/** The latencies in milliseconds that 50 %, 90 %, 99 % and 100 % of the requests do not exceed. */
export type Percentiles = Readonly<Record<"p50" | "p90" | "p99" | "max", number>>;

/** The resolution: a hundredth of a millisecond. */
const UNITS_PER_MS = 100;

/** A doubling is divided into 2 ** STEP_BITS buckets. With four of them, a percentile is at most 25 % too high. */
const STEP_BITS = 2;

/** Enough for 2³¹ units: six hours. */
const BUCKETS = 32 << STEP_BITS;

/** A point of a cumulative distribution: how many durations are below an edge. */
export interface BucketCount {
  /** The edge in seconds. */
  readonly le: number;
  readonly count: number;
}

/** The edges for monitoring systems: every doubling from 0.08 ms to 10.5 s, all of them edges of buckets. */
const FIRST_EDGE = 3;
const LAST_EDGE = 20;

/** Counts durations in buckets that grow by a constant factor: constant memory, and no allocation for a value. */
export class Histogram {
  readonly #counts = new Float64Array(BUCKETS);
  #max = 0;
  #sum = 0;

  /** Counts a duration. */
  add(ms: number): void {
    this.#counts[toBucket(ms)]!++;
    if (ms > 0) this.#sum += ms;
    if (ms > this.#max) this.#max = ms;
  }

  /** Adds the counts of another histogram. */
  merge(other: Histogram): void {
    other.#counts.forEach((count, bucket) => this.#counts[bucket]! += count);
    this.#max = Math.max(this.#max, other.#max);
    this.#sum += other.#sum;
  }

  /** Returns the durations that were added since `earlier`, a copy of this histogram. */
  since(earlier: Histogram): Histogram {
    const difference = new Histogram();
    difference.#counts.set(this.#counts.map((count, bucket) => count - earlier.#counts[bucket]!));
    difference.#max = this.#max;
    difference.#sum = this.#sum - earlier.#sum;
    return difference;
  }

  /** The number of durations. */
  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The sum of all durations in milliseconds. */
  get sum(): number {
    return this.#sum;
  }

  /** Returns the cumulative distribution, without the last point, which is {@linkcode Histogram.count}. */
  cumulative(): BucketCount[] {
    const points: BucketCount[] = [];
    let count = 0;
    this.#counts.forEach((added, bucket) => {
      count += added;
      const doublings = Math.log2(toEdge(bucket));
      if (!Number.isInteger(doublings) || doublings < FIRST_EDGE || doublings > LAST_EDGE) return;
      points.push({ le: 2 ** doublings / UNITS_PER_MS / 1000, count });
    });
    return points;
  }

  /** Returns the usual percentiles: the upper edge of the bucket that each falls in, but at most the largest value. */
  percentiles(): Percentiles {
    const total = this.count;
    const edge = (share: number) => {
      let seen = 0;
      const bucket = this.#counts.findIndex((count) => (seen += count) >= share * total);
      return round(Math.min(this.#max, toEdge(bucket) / UNITS_PER_MS));
    };
    return { p50: edge(0.5), p90: edge(0.9), p99: edge(0.99), max: round(this.#max) };
  }
}

// A bucket is the position of the highest bit and the two bits below it. Integers only, because each request needs it.
function toBucket(ms: number): number {
  const units = Math.max(0, Math.min(ms * UNITS_PER_MS, 2 ** 31 - 1)) | 0;
  if (units < 1 << STEP_BITS) return units;
  const shift = 31 - Math.clz32(units) - STEP_BITS;
  return ((shift + 1) << STEP_BITS) + (units >> shift) - (1 << STEP_BITS);
}

/** Returns the first value above a bucket, in units. */
function toEdge(bucket: number): number {
  const next = bucket + 1;
  if (next < 1 << STEP_BITS) return next;
  const shift = (next >> STEP_BITS) - 1;
  return ((next & ((1 << STEP_BITS) - 1)) + (1 << STEP_BITS)) * 2 ** shift;
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
