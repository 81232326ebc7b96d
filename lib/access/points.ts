// Points, the first rule of docs/operating.md: each client has a bucket of RATE_LIMIT points, which fills by RATE_LIMIT
// a minute. A request is accepted while the bucket has a point, and takes it. What the request cost beyond that is
// charged when it is known, so a bucket can fall below zero, but never below -RATE_LIMIT. The client gets 429 until it
// has a point again.

import { ApiError } from "@/lib/http/errors.ts";
import { type Count, POINTS_MS } from "@/lib/store/store.ts";

/** The time in which an empty bucket fills. */
const FILL_MS = 60_000;

/** A full bucket can lose its points, and as many again. */
const MAX_FILL_MS = 2 * FILL_MS;

/** The most clients with a bucket of their own, so that a flood of them cannot fill the memory. */
const MAX_CLIENTS = 100_000;

/** How many buckets are checked with each new client. More than one, so that a full bucket is found in time. */
const CHECKED_PER_CLIENT = 2;

/** Times are sums of fractions. Without rounding, a bucket with one point could seem to have a little less. */
const PRECISION = 1e6;

/** Options of {@linkcode Points}. */
export interface PointsOptions {
  /** The points in a full bucket, and those that it gets in a minute. */
  readonly limit: number;
  /** Returns the milliseconds since any moment. It must not jump, as the time of day does. */
  readonly clock?: () => number;
  /** Whether a store adds up what clients have spent at all instances. */
  readonly isShared?: boolean;
}

/**
 * The bucket of a client. Its points follow from one time, so nothing has to fill it: with a limit of 60, a point takes
 * a second, and a bucket that will be full in 10 s has 50 points.
 */
interface Bucket {
  /** The moment from which it is full. It is in the past if the bucket is full now. */
  fullAt: number;
  /** What was spent here and is not in the store yet. */
  unsent: number;
  /** What the client had spent at all instances when the store last replied, or -1 if it has not replied yet. */
  sum: number;
  /**
   * The milliseconds for which this bucket has been full since then. The points that did not fit into it pay for what
   * the client has spent at other instances: with a limit of 60, 5 s pay for 5 points.
   */
  idleMs: number;
}

/** The buckets of all clients. A decision needs only this memory. */
export class Points {
  readonly #limit: number;
  readonly #msPerPoint: number;
  readonly #clock: () => number;
  readonly #isShared: boolean;
  /** How long a full bucket stays in the table: with a store, as long as its sum stays there. */
  readonly #keptMs: number;
  readonly #buckets = new Map<string, Bucket>();
  /** The bucket of all clients that have none of their own. It is not shared with other instances. */
  readonly #overflowBucket: Bucket = { fullAt: 0, unsent: 0, sum: -1, idleMs: 0 };
  /** Those that have spent something since {@linkcode Points.takeSpent}. */
  #spenders: string[] = [];
  /** Goes through the table again and again, a few steps for each new client. */
  #cursor = this.#buckets.entries();

  constructor({ limit, clock = () => performance.now(), isShared = false }: PointsOptions) {
    this.#limit = limit;
    this.#msPerPoint = FILL_MS / limit;
    this.#clock = clock;
    this.#isShared = isShared;
    this.#keptMs = isShared ? POINTS_MS : 0;
  }

  /** Takes the point of a request. @throws {ApiError} `rate_limited` if the client has none. */
  take(client: string): void {
    // The table and the clock are read only once, because every request comes here.
    const now = this.#clock();
    const bucket = this.#buckets.get(client) ?? this.#add(client, now);
    const left = this.#leftIn(bucket, now);
    if (left < 1) throw rateLimitedError(this.#limit, left);
    this.#spend(client, bucket, 1);
    this.#drain(bucket, 1, now);
  }

  /** Takes nothing. @throws {ApiError} `rate_limited` if the client has no point. */
  assertHasPoint(client: string): void {
    this.#assertHas(client, 1);
  }

  /** Takes nothing. @throws {ApiError} `rate_limited` if the client has fewer than 0 points. */
  assertHasNoDebt(client: string): void {
    this.#assertHas(client, 0);
  }

  /** Whether a client has a point. */
  has(client: string): boolean {
    return this.#left(client) >= 1;
  }

  /** Charges what a request has cost, in whole points. A negative number gives points back. */
  charge(client: string, points: number): void {
    const now = this.#clock();
    const bucket = this.#buckets.get(client) ?? this.#add(client, now);
    this.#spend(client, bucket, points);
    this.#drain(bucket, points, now);
  }

  /** Returns the `ratelimit` header, as in the IETF draft "RateLimit header fields for HTTP". */
  headerOf(client: string): string {
    const left = this.#left(client);
    const seconds = toSeconds((this.#limit - left) * this.#msPerPoint);
    return `"default";r=${Math.max(0, Math.floor(left))};t=${seconds}`;
  }

  /** Returns what clients have spent here since the last call. */
  takeSpent(): Count[] {
    const spent: Count[] = [];
    for (const client of this.#spenders) {
      const bucket = this.#buckets.get(client);
      // It can be less than nothing, because points were given back, or be in the list twice.
      if (bucket === undefined || bucket.unsent <= 0) continue;
      spent.push({ client, points: bucket.unsent });
      bucket.unsent = 0;
    }
    this.#spenders = [];
    return spent;
  }

  /**
   * Charges a client what it has spent at other instances since the last sum. The first sum is only a starting point,
   * and so is the next one after `undefined`, which means that the store did not reply.
   */
  applySum({ client, points }: Count, sum: number | undefined): void {
    const bucket = this.#buckets.get(client);
    if (bucket === undefined) return;
    // It is negative if the store has lost something.
    const others = sum === undefined || bucket.sum === -1 ? 0 : sum - bucket.sum - points;
    const now = this.#clock();
    // Updates the time for which it has been full.
    this.#drain(bucket, 0, now);
    this.#drain(bucket, Math.max(0, others - bucket.idleMs / this.#msPerPoint), now);
    bucket.sum = sum ?? -1;
    bucket.idleMs = 0;
  }

  #assertHas(client: string, least: number): void {
    const left = this.#left(client);
    if (left < least) throw rateLimitedError(this.#limit, left);
  }

  /** Returns the points of a client, which may be fractions. */
  #left(client: string): number {
    const bucket = this.#buckets.get(client) ?? (this.#buckets.size < MAX_CLIENTS ? undefined : this.#overflowBucket);
    return bucket === undefined ? this.#limit : this.#leftIn(bucket, this.#clock());
  }

  #leftIn(bucket: Bucket, now: number): number {
    const left = this.#limit - Math.max(0, bucket.fullAt - now) / this.#msPerPoint;
    return Math.round(left * PRECISION) / PRECISION;
  }

  /** Remembers what other instances have to know. */
  #spend(client: string, bucket: Bucket, points: number): void {
    if (!this.#isShared || bucket === this.#overflowBucket) return;
    if (bucket.unsent <= 0 && bucket.unsent + points > 0) this.#spenders.push(client);
    bucket.unsent += points;
  }

  /** Lets a bucket be full later, by the time in which it gets these points. */
  #drain(bucket: Bucket, points: number, now: number): void {
    if (bucket.fullAt < now) {
      bucket.idleMs += now - bucket.fullAt;
      bucket.fullAt = now;
    }
    const fullAt = bucket.fullAt + points * this.#msPerPoint;
    bucket.fullAt = Math.min(Math.max(now, fullAt), now + MAX_FILL_MS);
  }

  /** Returns the bucket of a client that has none, after it has removed full ones, which are as good as none. */
  #add(client: string, now: number): Bucket {
    for (let i = 0; i < CHECKED_PER_CLIENT; i++) {
      const { value, done } = this.#cursor.next();
      if (done) {
        this.#cursor = this.#buckets.entries();
        break;
      }
      const [oldest, { fullAt, unsent }] = value;
      if (fullAt + this.#keptMs <= now && unsent <= 0) this.#buckets.delete(oldest);
    }
    if (this.#buckets.size >= MAX_CLIENTS) return this.#overflowBucket;
    const bucket = { fullAt: now, unsent: 0, sum: -1, idleMs: 0 };
    this.#buckets.set(client, bucket);
    return bucket;
  }
}

/** Returns the `ratelimit-policy` header: the points in a bucket, and in how many seconds it fills. */
export function toRateLimitPolicy(limit: number): string {
  return `"default";q=${limit};w=${FILL_MS / 1000}`;
}

/** Creates the 429 that states when there will be a point again. */
function rateLimitedError(limit: number, left: number): ApiError {
  const seconds = Math.max(1, toSeconds((1 - left) * FILL_MS / limit));
  return new ApiError("rate_limited", `Cannot accept more requests now: try again in ${seconds} s`, {
    details: { unit: "points", limit, got: limit - Math.floor(left) },
    headers: { "retry-after": String(seconds), "ratelimit-policy": toRateLimitPolicy(limit) },
  });
}

function toSeconds(ms: number): number {
  return Math.ceil(Math.round(ms) / 1000);
}
