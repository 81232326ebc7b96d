import { LRUCache } from "lru-cache";
import { type Allowance, MemoryLimiter, WINDOW_MS } from "@/lib/access/rate_limit.ts";
import type { SharedStore } from "@/lib/state/shared_store.ts";

/**
 * Points that an instance leases for a client in one request to the store, as a fraction of the limit. Small, because
 * no other instance can use them: if each of two instances leaves 0.5 % unused, the limit is accurate to about 1 %.
 */
const LEASE_FRACTION = 0.005;

/** Maximum number of clients with a lease. Each eviction can grant at most one lease over the limit. */
const MAX_LEASES = 100_000;

/** The points that this instance can grant to a client without contacting the store. */
interface Lease {
  readonly client: string;
  /** Points that can still be granted. Negative if the store granted less than had already been spent on credit. */
  left: number;
  /** Points that were put into `left` and that the store has not confirmed yet, whether they are spent or not. */
  unsettledCredit: number;
  /** Points leased by all instances in this window, as last reported by the store. */
  totalLeased: number;
  /** Milliseconds since 1970. */
  windowEndsAt: number;
  /** Whether the store has no more points for this window. */
  isStoreExhausted: boolean;
  /** The refill in progress, if any. Resolves to whether the store replied, and never rejects. */
  refill: Promise<boolean> | undefined;
}

/**
 * Enforces one limit across all instances without contacting the store for each request. An instance leases a few of a
 * client's points at a time and refills them before they run out. A request waits only if the client spends its points
 * faster than that. The first requests in a window are granted on credit, while the first lease is on its way.
 *
 * If a lease is a single point (a limit under 400), there is no credit: each request waits for its own points. This is
 * exact, and affordable because a small limit permits few requests.
 */
export class SharedLimiter {
  readonly #limit: number;
  readonly #store: SharedStore;
  readonly #memory: MemoryLimiter;
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_LEASES });
  readonly #leaseSize: number;
  readonly #initialCredit: number;
  readonly #refillThreshold: number;

  /**
   * Creates a limiter that grants each client `limit` points per window. It counts in memory while the store is down.
   */
  constructor(limit: number, store: SharedStore) {
    this.#limit = limit;
    this.#store = store;
    this.#memory = new MemoryLimiter({ limit });
    this.#leaseSize = Math.max(1, Math.floor(limit * LEASE_FRACTION));
    this.#initialCredit = this.#leaseSize > 1 ? this.#leaseSize : 0;
    this.#refillThreshold = this.#initialCredit / 2;
  }

  /**
   * Takes `points` from a client, or none if it has too few. Returns a promise only if it has to wait for the store;
   * most requests do not.
   */
  take(client: string, points: number): Allowance | Promise<Allowance> {
    // Counts from zero: a client can get up to `limit` extra points when the store goes down.
    if (!this.#store.isUp) return this.#memory.take(client, points);
    const now = Date.now();
    const lease = this.#getOrCreateLease(client, now);
    if (lease.left < points && !lease.isStoreExhausted) return this.#takeAfterRefill(lease, points);
    const allowed = lease.left >= points;
    if (allowed) lease.left -= points;
    if (lease.left < this.#refillThreshold && !lease.isStoreExhausted) this.#refill(lease, this.#leaseSize);
    // Leased but unspent points still count as remaining. Credit is subtracted because `totalLeased` lacks it. The
    // bounds apply if the store granted less than the spent credit, or if points of the previous window carried over.
    const remaining = this.#limit - lease.totalLeased + lease.left - lease.unsettledCredit;
    return { allowed, remaining: Math.max(0, Math.min(this.#limit, remaining)), resetMs: lease.windowEndsAt - now };
  }

  /** Waits for points and tries again. This ends at the latest when the refills have exhausted the store. */
  async #takeAfterRefill(lease: Lease, points: number): Promise<Allowance> {
    const storeReplied = await this.#refill(lease, Math.max(this.#leaseSize, points - lease.left));
    return storeReplied ? this.take(lease.client, points) : this.#memory.take(lease.client, points);
  }

  #getOrCreateLease(client: string, now: number): Lease {
    const existing = this.#leases.get(client);
    if (existing !== undefined && existing.windowEndsAt > now) return existing;
    const credit = this.#initialCredit;
    const lease: Lease = {
      client,
      left: credit,
      unsettledCredit: credit,
      totalLeased: 0,
      windowEndsAt: now + WINDOW_MS,
      isStoreExhausted: false,
      refill: undefined,
    };
    this.#leases.set(client, lease);
    if (credit > 0) this.#refill(lease, credit);
    return lease;
  }

  /** Joins a refill in progress, even one for fewer points: `take` starts another if they are not enough. */
  #refill(lease: Lease, points: number): Promise<boolean> {
    lease.refill ??= this.#leasePoints(lease, points).finally(() => lease.refill = undefined);
    return lease.refill;
  }

  async #leasePoints(lease: Lease, points: number): Promise<boolean> {
    const request = { name: "limit", client: lease.client, points, windowMs: WINDOW_MS };
    const usage = await this.#store.ask((store) => store.addPoints(request));
    // The store did not reply.
    if (usage === undefined) return false;
    const leasedBefore = usage.points - points;
    const granted = Math.max(0, Math.min(points, this.#limit - leasedBefore));
    // The credit is already in `left`, so it is deducted. Points left from an earlier window of the store carry over.
    lease.left += granted - lease.unsettledCredit;
    lease.unsettledCredit = 0;
    lease.totalLeased = Math.min(this.#limit, usage.points);
    lease.windowEndsAt = Date.now() + usage.resetMs;
    lease.isStoreExhausted = granted < points;
    return true;
  }
}
