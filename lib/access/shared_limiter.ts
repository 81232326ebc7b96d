import { LRUCache } from "lru-cache";
import { type Allowance, WINDOW_MS } from "@/lib/access/rate_limit.ts";
import type { SharedStore } from "@/lib/state/shared_store.ts";
import type { Total } from "@/lib/state/store.ts";

/**
 * Points that an instance leases for a client in one request to the store, as a fraction of the limit. Small, because
 * no other instance can use them: if each of two instances leaves 0.5 % unused, the limit is accurate to about 1 %.
 */
const LEASE_FRACTION = 0.005;

/** Maximum number of clients with a lease. An eviction can grant one lease too much, without the store a limit. */
const MAX_LEASES = 100_000;

/** The points that this instance can grant to a client without contacting the store. */
interface PointLease {
  readonly client: string;
  /** Points that can still be granted. Negative if more were spent on credit, or without the store, than it granted. */
  left: number;
  /** Points that were put into `left` and that the store has not confirmed yet, whether they are spent or not. */
  unsettledCredit: number;
  /** Points leased by all instances in this window, as last reported by the store. */
  totalLeased: number;
  /** By the clock of the limiter. */
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
 *
 * Without the store, a client gets at most what it had left when the store last replied. What it gets is taken from its
 * lease, so the store learns of it with the next refill.
 */
export class SharedLimiter {
  readonly #limit: number;
  readonly #store: SharedStore;
  readonly #clock: () => number;
  readonly #leases = new LRUCache<string, PointLease>({ max: MAX_LEASES });
  readonly #leaseSize: number;
  readonly #initialCredit: number;
  readonly #refillThreshold: number;

  /** Creates a limiter that grants each client `limit` points per window. `clock` must not jump. */
  constructor(limit: number, store: SharedStore, clock = () => performance.now()) {
    this.#limit = limit;
    this.#store = store;
    this.#clock = clock;
    this.#leaseSize = Math.max(1, Math.floor(limit * LEASE_FRACTION));
    this.#initialCredit = this.#leaseSize > 1 ? this.#leaseSize : 0;
    this.#refillThreshold = this.#initialCredit / 2;
  }

  /**
   * Takes `points` from a client, or none if it has too few. Returns a promise only if it has to wait for the store;
   * most requests do not.
   */
  take(client: string, points: number): Allowance | Promise<Allowance> {
    const lease = this.#getOrCreateLease(client);
    if (!this.#store.isUp) return this.#takeAlone(lease, points);
    if (lease.left < points && !lease.isStoreExhausted) return this.#takeAfterRefill(lease, points);
    const allowance = this.#takeUpTo(lease.left, lease, points);
    if (lease.left < this.#refillThreshold && !lease.isStoreExhausted) this.#refill(lease, this.#leaseSize);
    return allowance;
  }

  /** Waits for points and tries again. This ends at the latest when the refills have exhausted the store. */
  async #takeAfterRefill(lease: PointLease, points: number): Promise<Allowance> {
    const storeReplied = await this.#refill(lease, Math.max(this.#leaseSize, points - lease.left));
    return storeReplied ? this.take(lease.client, points) : this.#takeAlone(lease, points);
  }

  #takeAlone(lease: PointLease, points: number): Allowance {
    this.#store.fallbacks++;
    return this.#takeUpTo(this.#remaining(lease), lease, points);
  }

  #takeUpTo(available: number, lease: PointLease, points: number): Allowance {
    const allowed = points <= available;
    if (allowed) lease.left -= points;
    // Not more than a window: differences of fractions are not exact, and 60.0000000001 s would be stated as 61.
    const resetMs = Math.min(WINDOW_MS, lease.windowEndsAt - this.#clock());
    return { allowed, remaining: this.#remaining(lease), resetMs };
  }

  /** Returns what is left of the limit, as far as this instance knows. */
  #remaining({ left, totalLeased, unsettledCredit }: PointLease): number {
    // Leased but unspent points still count as remaining. Credit is subtracted because `totalLeased` lacks it. The
    // bounds apply if the store granted less than was spent, or if points of the previous window carried over.
    return Math.max(0, Math.min(this.#limit, this.#limit - totalLeased + left - unsettledCredit));
  }

  #getOrCreateLease(client: string): PointLease {
    const now = this.#clock();
    const existing = this.#leases.get(client);
    if (existing !== undefined && existing.windowEndsAt > now) return existing;
    const credit = this.#initialCredit;
    const lease: PointLease = {
      client,
      left: credit,
      unsettledCredit: credit,
      totalLeased: 0,
      windowEndsAt: now + WINDOW_MS,
      isStoreExhausted: false,
      refill: undefined,
    };
    this.#leases.set(client, lease);
    if (credit > 0 && this.#store.isUp) this.#refill(lease, credit);
    return lease;
  }

  /** Joins a refill in progress, even one for fewer points: `take` starts another if they are not enough. */
  #refill(lease: PointLease, points: number): Promise<boolean> {
    lease.refill ??= this.#leasePoints(lease, points).finally(() => lease.refill = undefined);
    return lease.refill;
  }

  async #leasePoints(lease: PointLease, points: number): Promise<boolean> {
    const request = { name: "limit", client: lease.client, points, windowMs: WINDOW_MS };
    const reply = await this.#store.ask(async (store) => {
      // Here, so that a reply counts even if nobody waited so long.
      this.#addToLease(lease, points, await store.addPoints(request));
      return true;
    });
    return reply === true;
  }

  #addToLease(lease: PointLease, points: number, usage: Total): void {
    const leasedBefore = usage.points - points;
    const granted = Math.max(0, Math.min(points, this.#limit - leasedBefore));
    // The credit is already in `left`, so it is deducted. Points left from an earlier window of the store carry over.
    lease.left += granted - lease.unsettledCredit;
    lease.unsettledCredit = 0;
    lease.totalLeased = Math.min(this.#limit, usage.points);
    lease.windowEndsAt = this.#clock() + usage.resetMs;
    lease.isStoreExhausted = granted < points;
  }
}
