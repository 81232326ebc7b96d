import type { RequestRecord } from "@/lib/http/request_record.ts";
import { Histogram, type Percentiles } from "@/lib/metrics/histogram.ts";
import type { Sample } from "@/lib/metrics/prometheus.ts";

/** The requests of one endpoint, for people. */
export interface EndpointReport {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly ms: Percentiles;
}

/** The requests of all endpoints together and of each. */
export interface TrafficReport extends EndpointReport {
  readonly endpoints: Readonly<Record<string, EndpointReport>>;
}

/** The name of all paths without a route, and of those among them at which a file of the pages is. */
const UNMATCHED = { none: "(no endpoint)", files: "(files of the pages)" };

/** Counts answered requests by endpoint. */
export class Traffic {
  /** The endpoints that were called, by their route. */
  readonly endpoints: Map<string, EndpointTraffic> = new Map();

  /** Counts an answered request. */
  add(record: RequestRecord): void {
    const isFile = record.status < 300 || record.status === 304;
    const route = record.route ?? (isFile ? UNMATCHED.files : UNMATCHED.none);
    const endpoint = this.endpoints.get(route) ?? new EndpointTraffic();
    this.endpoints.set(route, endpoint);
    endpoint.add(record);
  }

  /** Returns the traffic since startup. */
  report(): TrafficReport {
    const total = new EndpointTraffic();
    for (const endpoint of this.endpoints.values()) total.merge(endpoint);
    const endpoints = Array.from(this.endpoints, ([route, endpoint]) => [route, endpoint.report()]);
    return { ...total.report(), endpoints: Object.fromEntries(endpoints) };
  }
}

/** Counts the requests of one endpoint. */
export class EndpointTraffic {
  readonly durations: Histogram = new Histogram();
  /** The bytes of all bodies whose length was known in advance. */
  bytes = 0;
  readonly #byStatus = new Map<number, number>();
  /** By method and class of status: `GET 2xx`. */
  readonly #byMethod = new Map<string, number>();

  /** Counts a request. */
  add({ method, status, ms, bytes }: RequestRecord): void {
    increase(this.#byStatus, status);
    increase(this.#byMethod, `${method} ${Math.floor(status / 100)}xx`);
    this.durations.add(ms);
    this.bytes += bytes ?? 0;
  }

  /** Adds the statuses and durations of another endpoint. */
  merge(other: EndpointTraffic): void {
    for (const [status, count] of other.#byStatus) increase(this.#byStatus, status, count);
    this.durations.merge(other.durations);
  }

  /** Returns the number of requests by method and by the first digit of the status, such as `2xx`. */
  toSamples(route: string): Sample[] {
    return Array.from(this.#byMethod, ([key, count]) => {
      const [method = "", status = ""] = key.split(" ");
      return [count, { route, method, status }];
    });
  }

  /** Returns the requests for people. */
  report(): EndpointReport {
    const byStatus = Object.fromEntries(this.#byStatus);
    return { requests: this.durations.count, byStatus, ms: this.durations.percentiles() };
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
