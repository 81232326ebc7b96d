import { LRUCache } from "lru-cache";
import { type Allowance, MemoryLimiter, WINDOW_MS } from "@/lib/access/rate_limit.ts";
import type { SharedState } from "@/lib/state/shared_state.ts";

/**
 * Points that an instance fetches at once for a client, as a share of the limit. Small, because an instance cannot use
 * the points that another one holds: with two instances the limit is exact to 1 %.
 */
const LEASE_SHARE = 0.005;

/** Most clients with a lease at a time. A forgotten lease leaves a few points of the client's limit unused. */
const MAX_LEASES = 100_000;

/** The points that this instance can grant to a client without asking the store. */
interface Lease {
  /** Points left; negative if more was granted on credit than the other instances had left. */
  left: number;
  /** How many of these points the store has not granted yet. */
  credit: number;
  /** The last known total over all instances. */
  total: number;
  endsAt: number;
  /** Whether the store has no more points for this window. */
  isExhausted: boolean;
  /** The renewal that is running; resolves to whether the store replied. */
  renewal: Promise<boolean> | undefined;
}

/**
 * One limit over many instances without a round trip for each request. An instance leases a few points of a client at a
 * time and fetches more before they run out; only a client that spends faster than that waits. A new client is served on
 * credit, which is settled in the background. Limits under 400 are fetched point by point: exact, and rare enough.
 */
export class SharedLimiter {
  readonly #limit: number;
  readonly #state: SharedState;
  readonly #memory: MemoryLimiter;
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_LEASES });
  readonly #share: number;
  readonly #credit: number;

  /** Creates a limiter that counts in `state`, and in memory while the store is down. `limit` holds for each client. */
  constructor(limit: number, state: SharedState) {
    this.#limit = limit;
    this.#state = state;
    this.#memory = new MemoryLimiter({ limit });
    const share = Math.floor(limit * LEASE_SHARE);
    this.#share = Math.max(1, share);
    this.#credit = share > 1 ? share : 0;
  }

  /** Takes `points` from a client, or none if it has too few. */
  take(client: string, points: number): Allowance | Promise<Allowance> {
    if (!this.#state.isUp) return this.#memory.take(client, points);
    const now = Date.now();
    const lease = this.#leaseOf(client, now);
    if (lease.left < points && !lease.isExhausted) return this.#takeAfterRenewal(client, points);
    const allowed = lease.left >= points;
    if (allowed) lease.left -= points;
    if (lease.left < this.#credit / 2 && !lease.isExhausted) this.#renew(client, lease, this.#share);
    const remaining = Math.max(0, Math.min(this.#limit, this.#limit - lease.total + lease.left - lease.credit));
    return { allowed, remaining, resetMs: lease.endsAt - now };
  }

  async #takeAfterRenewal(client: string, points: number): Promise<Allowance> {
    const lease = this.#leaseOf(client, Date.now());
    const hasReply = await this.#renew(client, lease, Math.max(this.#share, points - lease.left));
    return hasReply ? this.take(client, points) : this.#memory.take(client, points);
  }

  #leaseOf(client: string, now: number): Lease {
    const known = this.#leases.get(client);
    if (known !== undefined && known.endsAt > now) return known;
    const credit = this.#credit;
    const endsAt = now + WINDOW_MS;
    const lease: Lease = { left: credit, credit, total: 0, endsAt, isExhausted: false, renewal: undefined };
    this.#leases.set(client, lease);
    if (credit > 0) this.#renew(client, lease, credit);
    return lease;
  }

  #renew(client: string, lease: Lease, points: number): Promise<boolean> {
    lease.renewal ??= this.#fetch(client, lease, points).finally(() => lease.renewal = undefined);
    return lease.renewal;
  }

  async #fetch(client: string, lease: Lease, points: number): Promise<boolean> {
    const addition = { name: "limit", client, points, windowMs: WINDOW_MS };
    const total = await this.#state.ask((engine) => engine.addPoints(addition));
    if (total === undefined) return false;
    const granted = Math.max(0, Math.min(points, this.#limit - (total.points - points)));
    lease.left += granted - lease.credit;
    lease.credit = 0;
    lease.total = Math.min(this.#limit, total.points);
    lease.endsAt = Date.now() + total.resetMs;
    lease.isExhausted = granted < points;
    return true;
  }
}
