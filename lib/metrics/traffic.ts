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
    for (const { route, status, ms } of this.#records) {
      const name = route ?? UNMATCHED;
      let tally = this.#endpoints.get(name);
      if (tally === undefined) this.#endpoints.set(name, tally = new Tally());
      tally.add(status, ms);
    }
    // Computed for each batch, because over weeks the monotonic clock and the wall clock drift apart.
    this.#write?.(this.#records, Date.now() - performance.now());
    this.#records.length = 0;
  }

  /** Returns the traffic since the start. */
  report(): TrafficReport {
    this.flush();
    const total = new Tally();
    for (const tally of this.#endpoints.values()) total.merge(tally);
    const endpoints = Object.fromEntries(Array.from(this.#endpoints, ([route, tally]) => [route, tally.report()]));
    return { ...total.report(), endpoints };
  }
}

class Tally {
  // Indexed by status, so that counting is one addition.
  readonly #counts = new Float64Array(STATUSES);
  readonly #histogram = new Histogram();

  add(status: number, ms: number): void {
    this.#counts[status]!++;
    this.#histogram.add(ms);
  }

  merge(other: Tally): void {
    other.#counts.forEach((count, status) => this.#counts[status]! += count);
    this.#histogram.merge(other.#histogram);
  }

  report(): EndpointTraffic {
    const counts = [...this.#counts.entries()].filter(([, count]) => count > 0);
    const requests = counts.reduce((sum, [, count]) => sum + count, 0);
    return { requests, byStatus: Object.fromEntries(counts), ms: this.#histogram.percentiles() };
  }
}
