import { type Count, WINDOWS_MS } from "@/lib/store/store.ts";

/**
 * How many clients are counted in a window, so that a flood of them cannot fill the memory. Those beyond are not
 * limited: whoever has so many addresses has as many limits anyway.
 */
const MAX_CLIENTS = 100_000;

/** The result of taking points from a client. */
export interface Allowance {
  readonly allowed: boolean;
  /** Points that remain in this window. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
  /** Milliseconds until a request of this price would be allowed, at most two windows. 0 if it is allowed now. */
  readonly retryMs: number;
}

/** Options of {@linkcode Limiter}. */
export interface LimiterOptions {
  /** Points that a client has in each window. */
  readonly limit: number;
  /** Under which name the counts are exchanged with other instances. Without it, they stay in this process. */
  readonly name?: Count["name"];
  readonly windowMs?: number;
  /** Returns the time by which windows begin and end; instances with one store share it. */
  readonly clock: () => number;
  /** Called with the points of all instances after each exchange. */
  readonly onSum?: (client: string, points: number) => void;
}

/**
 * Counts the points of clients in whole windows. A decision needs only this memory: the counts of this instance, and
 * those of the others as of the last exchange.
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #windowMs: number;
  #window = -Infinity;
  /** The points that each client has used in this window. */
  #points = new Map<string, number>();
  /** Points that did not fit into this window. They are counted in the next one. */
  #debts = new Map<string, number>();
  /** What other instances do not know yet, by window and client. */
  readonly #unsent = new Map<string, Count & { points: number }>();

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#windowMs = options.windowMs ?? WINDOWS_MS.limit;
  }

  /**
   * Takes `points` from a client, or none if it has too few. `price` is what the whole request costs, if it has taken
   * other points before.
   */
  take(client: string, points: number, price: number = points): Allowance {
    const now = this.#openWindow();
    const allowed = this.#usedBy(client) + points <= this.#options.limit;
    if (allowed) this.#count(client, points);
    return this.#toAllowance(client, now, allowed, price);
  }

  /** Counts points for work that is done. What does not fit into this window counts in the next, up to the limit. */
  charge(client: string, points: number): Allowance {
    const { limit } = this.#options;
    const now = this.#openWindow();
    const owed = this.#owedBy(client);
    const fitting = Math.min(points, Math.max(0, limit - this.#usedBy(client)));
    const debt = Math.min(points - fitting, Math.max(0, limit - owed));
    this.#count(client, fitting);
    if (debt > 0) {
      put(this.#debts, client, owed + debt);
      this.#addUnsent(this.#window + 1, client, debt);
    }
    return this.#toAllowance(client, now, true, 0);
  }

  /** Whether a client has been charged more than fits into this window. `price` is that of its next request. */
  checkDebt(client: string, price: number): Allowance {
    const now = this.#openWindow();
    return this.#toAllowance(client, now, this.#owedBy(client) === 0, price);
  }

  /** Forgets what a client has used. */
  forget(client: string): void {
    this.#points.delete(client);
    this.#debts.delete(client);
    this.#unsent.delete(toKey(this.#window, client));
  }

  /** Removes and returns the counts that other instances do not know yet, except those whose window is over. */
  takeUnsent(): Count[] {
    this.#openWindow();
    const counts = [...this.#unsent.values()].filter((count) => count.window >= this.#window);
    this.#unsent.clear();
    return counts;
  }

  /** Returns counts that could not be exchanged. */
  putBack(counts: readonly Count[]): void {
    for (const { window, client, points } of counts) this.#addUnsent(window, client, points);
  }

  /** Applies what all instances together have counted. */
  applySum({ window, client }: Count, sum: number): void {
    this.#openWindow();
    const ahead = window - this.#window;
    if (ahead !== 0 && ahead !== 1) return;
    const counts = ahead === 0 ? this.#points : this.#debts;
    const own = this.#unsent.get(toKey(window, client))?.points ?? 0;
    // Not less than before: the store may lack an add to which it did not reply, or may have lost its data.
    put(counts, client, Math.max(counts.get(client) ?? 0, sum + own));
    this.#options.onSum?.(client, this.#usedBy(client));
  }

  /** Begins a new window if the last one is over. Returns the time, which costs a system call. */
  #openWindow(): number {
    const now = this.#options.clock();
    const window = Math.floor(now / this.#windowMs);
    const ahead = window - this.#window;
    if (ahead === 0) return now;
    this.#points = ahead === 1 ? this.#debts : new Map();
    this.#debts = new Map();
    this.#window = window;
    return now;
  }

  #usedBy(client: string): number {
    return this.#points.get(client) ?? 0;
  }

  #owedBy(client: string): number {
    return this.#debts.get(client) ?? 0;
  }

  #count(client: string, points: number): void {
    if (points === 0) return;
    put(this.#points, client, this.#usedBy(client) + points);
    this.#addUnsent(this.#window, client, points);
  }

  /** Adds points to the next exchange. */
  #addUnsent(window: number, client: string, points: number): void {
    const { name } = this.#options;
    if (name === undefined) return;
    const key = toKey(window, client);
    const earlier = this.#unsent.get(key)?.points ?? 0;
    put(this.#unsent, key, { name, window, client, points: earlier + points });
  }

  #toAllowance(client: string, now: number, allowed: boolean, price: number): Allowance {
    const { limit } = this.#options;
    const remaining = Math.max(0, limit - this.#usedBy(client));
    const resetMs = (this.#window + 1) * this.#windowMs - now;
    const waitMs = this.#owedBy(client) + price <= limit ? resetMs : resetMs + this.#windowMs;
    return { allowed, remaining, resetMs, retryMs: allowed ? 0 : waitMs };
  }
}

/** Differences that are not corrected, because replies take time. */
const MAX_DIFFERENCE_MS = 1_000;

/**
 * The clock by which windows begin and end: that of the store, so that they are the same for all instances. Without a
 * store, and until it has replied, the first window begins when this clock is created.
 */
export class SharedClock {
  #offsetMs: number;

  /** Creates a clock. `uptime` returns the milliseconds since any moment; unlike the time of day, it cannot be set. */
  constructor(readonly uptime: () => number = () => performance.now()) {
    this.#offsetMs = -uptime();
  }

  /** Returns the milliseconds since 1970 by the clock of the store or, without one, since this clock was created. */
  now(): number {
    return this.uptime() + this.#offsetMs;
  }

  /** Follows the clock of the store, but never back: a minute that began again would forget all counts. */
  adjust(now: number): void {
    const aheadMs = now - this.now();
    if (aheadMs > MAX_DIFFERENCE_MS) this.#offsetMs += aheadMs;
  }
}

/** Returns the `ratelimit-policy` header: the points per window, and the length of the window in seconds. */
export function toRateLimitPolicy(limit: number): string {
  return `"default";q=${limit};w=${WINDOWS_MS.limit / 1000}`;
}

function toKey(window: number, client: string): string {
  return `${window} ${client}`;
}

/** Sets the value of a client, unless there are too many others. */
function put<Value>(values: Map<string, Value>, key: string, value: Value): void {
  if (values.size < MAX_CLIENTS || values.has(key)) values.set(key, value);
}
