import { ApiError } from "@/lib/http/errors.ts";
import { LRUCache } from "lru-cache";

/** The time in which an empty bucket becomes full. */
const FILL_MS = 60_000;

/** The most buckets in memory. For one more client, the oldest bucket is forgotten, and then counts as full. */
const MAX_CLIENTS = 20_000;

/** The limit of requests: each client has a bucket of points, which fills in a minute. */
export class Bucket {
  readonly #limit: number;
  readonly #now: () => number;
  /** When the bucket of each client will be full. A bucket that is missing here is full. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_CLIENTS });

  /** Creates buckets of `limit` points. Without a limit, there are always enough points. */
  constructor(limit: number | undefined, now: () => number = () => performance.now()) {
    this.#limit = limit ?? Infinity;
    this.#now = now;
  }

  /** Takes points and returns 0. If there are too few, it takes nothing and returns the seconds to wait. */
  take(client: string, points: number): number {
    const waitMs = this.#missingMs(client) + this.#toMs(points) - FILL_MS;
    // A wait of less than a millisecond is only a rounding error.
    if (waitMs >= 1) return Math.ceil(waitMs / 1000);
    this.charge(client, points);
    return 0;
  }

  /** Takes points even if there are too few. The bucket then takes longer to fill. */
  charge(client: string, points: number): void {
    if (this.#limit === Infinity) return;
    this.#fullAt.set(client, this.#now() + this.#missingMs(client) + this.#toMs(points));
  }

  /** Returns the value of the header `ratelimit`, or an empty text if there is no limit. */
  header(client: string): string {
    if (this.#limit === Infinity) return "";
    const missingMs = this.#missingMs(client);
    const points = Math.floor(Math.max(0, FILL_MS - missingMs) / this.#toMs(1));
    return `"default";r=${points};t=${Math.ceil(missingMs / 1000)}`;
  }

  /** Returns the time until the bucket of a client is full. */
  #missingMs(client: string): number {
    return Math.max(0, (this.#fullAt.get(client) ?? 0) - this.#now());
  }

  /** Returns the time in which a bucket gains these points. */
  #toMs(points: number): number {
    return points * FILL_MS / this.#limit;
  }
}

/** Creates the 429 for a client that has too few points. The action begins the message: `Cannot filter the image`. */
export function rateLimitedError(action: string, seconds: number): ApiError {
  const message = `${action}: too few points are left, try again in ${seconds} s`;
  return new ApiError("rate_limited", message, { headers: { "retry-after": String(seconds) } });
}
