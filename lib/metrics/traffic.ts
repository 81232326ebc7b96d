import { Histogram, type Percentiles } from "@/lib/metrics/histogram.ts";

/** What is known of a request when it has been answered. */
export interface AccessRecord {
  /** When it came, in milliseconds since the start of the process. */
  readonly startedAt: number;
  readonly method: string;
  readonly url: string;
  /** The pattern of the endpoint, or `null` for a path that is none. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
  /** Of the body, where it is known before it is sent. */
  readonly bytes: number | undefined;
  readonly client: string;
  readonly requestId: string | undefined;
}

/** Takes over a batch of records; the array is reused afterwards. `origin` is the start of the process, since 1970. */
export type AccessWriter = (records: readonly AccessRecord[], origin: number) => void;

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

/** Records that are worked off together: while they wait a request costs one small object. */
const BATCH = 256;

/** The longest a record waits for its batch to fill. */
const FLUSH_MS = 250;

/** HTTP has statuses from 100 to 599. */
const STATUSES = 600;

/** The name of all paths that are no endpoint. */
const UNMATCHED = "(no endpoint)";

/** Counts what was answered and hands it to the log, in batches and so off the path of a request. */
export class Traffic {
  readonly #endpoints = new Map<string, Tally>();
  readonly #records: AccessRecord[] = [];
  #write: AccessWriter | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends every record from now on to `write`, too. */
  attach(write: AccessWriter | undefined): void {
    this.flush();
    this.#write = write;
  }

  /** Takes one answered request. */
  record(record: AccessRecord): void {
    if (this.#records.push(record) >= BATCH) return this.flush();
    // Without a log nobody waits for them.
    if (this.#timer === undefined && this.#write !== undefined) this.#schedule();
  }

  /** Works off what has gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#records.length === 0) return;
    for (const record of this.#records) this.#tallyOf(record.route ?? UNMATCHED).add(record.status, record.ms);
    // Read anew for each batch: over weeks the monotonic clock and the wall clock drift apart.
    this.#write?.(this.#records, Date.now() - performance.now());
    this.#records.length = 0;
  }

  /** Tells what was answered since the start. */
  report(): TrafficReport {
    this.flush();
    const total = new Tally();
    for (const tally of this.#endpoints.values()) total.merge(tally);
    const endpoints = Object.fromEntries(Array.from(this.#endpoints, ([route, tally]) => [route, tally.report()]));
    return { ...total.report(), endpoints };
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.flush(), FLUSH_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  #tallyOf(route: string): Tally {
    const known = this.#endpoints.get(route);
    if (known !== undefined) return known;
    const tally = new Tally();
    this.#endpoints.set(route, tally);
    return tally;
  }
}

class Tally {
  // By status, so that counting is one addition.
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
