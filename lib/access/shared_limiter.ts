import { LRUCache } from "lru-cache";
import { type Allowance, MemoryLimiter, type RateLimiter, WINDOW_MS } from "@/lib/access/rate_limit.ts";
import type { SharedState } from "@/lib/state/shared_state.ts";
import type { Counter, StateEngine, Total } from "@/lib/state/state_engine.ts";

/**
 * Points an instance fetches at once for a client, as a share of the limit. Small, as what one instance holds another
 * cannot give out: with two of them the limit holds within 1 %.
 */
const LEASE_SHARE = 0.005;

/** Clients with a lease at once. One that is forgotten leaves a few points of its limit unused. */
const MAX_LEASES = 100_000;

/** Options of {@linkcode SharedLimiter}. */
export interface SharedLimiterOptions {
  /** Points a client has in each window, over all instances. */
  readonly limit: number;
  readonly state: SharedState;
  readonly clock?: () => number;
}

/** What this instance may give a client without asking. */
interface Lease {
  /** Points in hand; below zero when more was given on credit than the others had left. */
  left: number;
  /** Of these, points that the store has not granted yet. */
  credit: number;
  /** The total over all instances, as last seen. */
  total: number;
  endsAt: number;
  /** The store has no more for this window. */
  isDry: boolean;
  renewal: Promise<void> | undefined;
}

/**
 * One limit over many instances without a round trip a request. Each instance leases a few points of a client at a time and
 * fetches more before they run out; only a client that spends faster than that waits. A new client is served on
 * credit, settled in the background. Limits under 400 are asked for point by point: exact, and rare enough.
 */
export class SharedLimiter implements RateLimiter {
  readonly limit: number;
  readonly #state: SharedState;
  readonly #clock: () => number;
  readonly #memory: MemoryLimiter;
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_LEASES });
  readonly #share: number;
  readonly #credit: number;
  #counter: { readonly engine: StateEngine; readonly counter: Counter } | undefined;

  /** Makes a limiter that counts in `state`, and in memory while that is down. */
  constructor(options: SharedLimiterOptions) {
    this.limit = options.limit;
    this.#state = options.state;
    this.#clock = options.clock ?? Date.now;
    this.#memory = new MemoryLimiter({ limit: options.limit, clock: this.#clock });
    const share = Math.floor(options.limit * LEASE_SHARE);
    this.#share = Math.max(1, share);
    this.#credit = share > 1 ? share : 0;
  }

  /** Takes `points` from a client, or none when it has too few. */
  take(client: string, points: number): Allowance | Promise<Allowance> {
    if (!this.#state.isUp) return this.#memory.take(client, points);
    const now = this.#clock();
    const lease = this.#leaseOf(client, now);
    if (lease.left < points && !lease.isDry) return this.#takeLater(client, points);
    const allowed = lease.left >= points;
    if (allowed) lease.left -= points;
    if (lease.left < this.#credit / 2) this.#renew(client, lease, this.#share);
    const remaining = Math.max(0, Math.min(this.limit, this.limit - lease.total + lease.left - lease.credit));
    return { allowed, remaining, resetMs: lease.endsAt - now };
  }

  async #takeLater(client: string, points: number): Promise<Allowance> {
    const lease = this.#leaseOf(client, this.#clock());
    await this.#renew(client, lease, Math.max(this.#share, points - lease.left));
    return this.take(client, points);
  }

  #leaseOf(client: string, now: number): Lease {
    const known = this.#leases.get(client);
    if (known !== undefined && known.endsAt > now) return known;
    const credit = this.#credit;
    const lease: Lease = { left: credit, credit, total: 0, endsAt: now + WINDOW_MS, isDry: false, renewal: undefined };
    this.#leases.set(client, lease);
    if (credit > 0) this.#renew(client, lease, credit);
    return lease;
  }

  #renew(client: string, lease: Lease, points: number): Promise<void> {
    if (lease.isDry) return Promise.resolve();
    lease.renewal ??= this.#fetch(client, points).then((total) => this.#settle(lease, points, total))
      .finally(() => lease.renewal = undefined);
    return lease.renewal;
  }

  #fetch(client: string, points: number): Promise<Total | undefined> {
    return this.#state.ask((engine) => {
      if (this.#counter?.engine !== engine) {
        this.#counter = { engine, counter: engine.counter({ name: "limit", windowMs: WINDOW_MS }) };
      }
      return this.#counter.counter.add(client, points);
    });
  }

  #settle(lease: Lease, points: number, total: Total | undefined): void {
    if (total === undefined) return;
    const granted = Math.max(0, Math.min(points, this.limit - (total.points - points)));
    lease.left += granted - lease.credit;
    lease.credit = 0;
    lease.total = Math.min(this.limit, total.points);
    lease.endsAt = this.#clock() + total.resetMs;
    lease.isDry = granted < points;
  }
}
