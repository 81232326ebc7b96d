import type { AccessRecord, AccessWriter } from "@/lib/http/access_record.ts";
import { Histogram, type Percentiles } from "@/lib/metrics/histogram.ts";

/** The requests of one endpoint. */
export interface EndpointTraffic {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly ms: Percentiles;
}

/** The requests of all endpoints. */
export interface TrafficReport extends EndpointTraffic {
  readonly endpoints: Readonly<Record<string, EndpointTraffic>>;
}

/** The counters of one endpoint, for monitoring systems. */
export interface EndpointCounters {
  readonly route: string;
  readonly requests: readonly RequestCount[];
  /** The bytes of all bodies whose length was known in advance. */
  readonly bytes: number;
  readonly durations: Histogram;
}

/** The requests with one method whose statuses have the same first digit. */
export interface RequestCount {
  readonly method: string;
  /** Such as `2xx`. */
  readonly status: string;
  readonly count: number;
}

/** The methods that are counted separately. Callers can invent others, so those are counted together. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "other"];

/** The first digits of statuses, 0 to 5. */
const CLASSES = 6;

/** How many records are processed together. */
const BATCH_SIZE = 256;

/** Longest time that a record waits for its batch to fill. */
const FLUSH_MS = 250;

/** HTTP statuses go from 100 to 599. */
const STATUSES = 600;

/** The name of all paths without a route. */
const UNMATCHED = "(no endpoint)";

/** Counts answered requests and passes them to the access log. It works in batches to save time. */
export class Traffic {
  readonly #endpoints = new Map<string, Tally>();
  readonly #records: AccessRecord[] = [];
  #write: AccessWriter | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Passes every record from now on to `write`. */
  attach(write: AccessWriter | undefined): void {
    this.flush();
    this.#write = write;
  }

  /** Adds an answered request. */
  record(record: AccessRecord): void {
    if (this.#records.push(record) >= BATCH_SIZE) return this.flush();
    // Without an access log a record may wait until its batch is full or a report is due.
    if (this.#timer !== undefined || this.#write === undefined) return;
    this.#timer = setTimeout(() => this.flush(), FLUSH_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Processes the records that have been collected. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#records.length === 0) return;
    for (const { route, method, status, ms, bytes } of this.#records) {
      const name = route ?? UNMATCHED;
      let tally = this.#endpoints.get(name);
      if (tally === undefined) this.#endpoints.set(name, tally = new Tally());
      tally.add({ method, status, ms, bytes });
    }
    // Computed for each batch, because over weeks the monotonic clock and the wall clock drift apart.
    this.#write?.(this.#records, Date.now() - performance.now());
    this.#records.length = 0;
  }

  /** Returns the traffic since the start. */
  report(): TrafficReport {
    const total = this.#total();
    const endpoints = Object.fromEntries(Array.from(this.#endpoints, ([route, tally]) => [route, tally.report()]));
    return { ...total.report(), endpoints };
  }

  /** Returns the counters of every endpoint that was called. */
  counters(): EndpointCounters[] {
    this.flush();
    return Array.from(this.#endpoints, ([route, tally]) => ({ route, ...tally.counters() }));
  }

  /** Returns the counters of all endpoints together. */
  totals(): Omit<EndpointCounters, "route"> {
    return this.#total().counters();
  }

  #total(): Tally {
    this.flush();
    const total = new Tally();
    for (const tally of this.#endpoints.values()) total.merge(tally);
    return total;
  }
}

class Tally {
  // Indexed by status, so that counting is one addition.
  readonly #counts = new Float64Array(STATUSES);
  readonly #byMethod = new Float64Array(METHODS.length * CLASSES);
  readonly #histogram = new Histogram();
  #bytes = 0;

  add({ method, status, ms, bytes }: Pick<AccessRecord, "method" | "status" | "ms" | "bytes">): void {
    this.#counts[status]!++;
    this.#histogram.add(ms);
    const known = METHODS.indexOf(method);
    this.#byMethod[(known === -1 ? METHODS.length - 1 : known) * CLASSES + Math.floor(status / 100)]!++;
    this.#bytes += bytes ?? 0;
  }

  merge(other: Tally): void {
    other.#counts.forEach((count, status) => this.#counts[status]! += count);
    other.#byMethod.forEach((count, index) => this.#byMethod[index]! += count);
    this.#histogram.merge(other.#histogram);
    this.#bytes += other.#bytes;
  }

  report(): EndpointTraffic {
    const counts = [...this.#counts.entries()].filter(([, count]) => count > 0);
    const requests = counts.reduce((sum, [, count]) => sum + count, 0);
    return { requests, byStatus: Object.fromEntries(counts), ms: this.#histogram.percentiles() };
  }

  counters(): Omit<EndpointCounters, "route"> {
    const requests = Array.from(this.#byMethod, (count, index) => ({
      method: METHODS[Math.floor(index / CLASSES)]!,
      status: `${index % CLASSES}xx`,
      count,
    })).filter(({ count }) => count > 0);
    return { requests, bytes: this.#bytes, durations: this.#histogram };
  }
}
