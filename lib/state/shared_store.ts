import { getLogger } from "@logtape/logtape";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { openKvStore } from "@/lib/state/kv_store.ts";
import type { Store } from "@/lib/state/store.ts";

/** Extra wait after the timeout, because this process may have been too busy to read a reply that arrived in time. */
const GRACE_MS = 50;

/** Pause after an error, so that only one request waits for a dead store, not every request. */
const RETRY_MS = 500;

/** Time between two warnings: a dead store is logged once a minute, not once a request. */
const WARN_EVERY_MS = 60_000;

/** Maximum number of calls that wait at the same time. With more, the store is treated as down. */
const MAX_CALLS = 4_000;

/** Runs work in a span of its own; see `Telemetry.trace`. */
export type Trace = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Defaults of {@linkcode SharedStoreOptions}. `timeoutMs` is the longest wait before a request uses memory. */
const DEFAULTS = { timeoutMs: 400, now: Date.now, open: openStore, trace: ((_name, work) => work()) as Trace };

/** Options of {@linkcode SharedStore}. */
export interface SharedStoreOptions extends Readonly<Partial<typeof DEFAULTS>> {
  readonly url: string;
}

/** The store that all instances share, and whether it is available right now. */
export class SharedStore {
  readonly #options: SharedStoreOptions & typeof DEFAULTS;
  #store: Promise<Store> | undefined;
  #isOpen = false;
  #pendingCalls = 0;
  #downUntil = 0;
  #warnedAt = -Infinity;
  #epoch = 0;

  /** Opens nothing yet. The first call of {@linkcode SharedStore.ask} opens the store. */
  constructor(options: SharedStoreOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Changes whenever the store may lack data: after each error, each call that was not made, each new connection. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether the store is likely to reply soon: it is open, did not just fail and is not flooded. */
  get isUp(): boolean {
    return this.#isOpen && this.#pendingCalls < MAX_CALLS && this.#options.now() >= this.#downUntil;
  }

  /** Uses the store. Returns `undefined` if it is down, too slow or fails: the caller then continues from memory. */
  async ask<T>(work: (store: Store) => Promise<T>, timeoutMs = this.#options.timeoutMs): Promise<T | undefined> {
    if (this.#isOpen && !this.isUp) return void this.#epoch++;
    this.#pendingCalls++;
    try {
      return await this.#options.trace("state.ask", () => waitWithGrace(timeoutMs, this.#open().then(work)));
    } catch (error) {
      this.#onError(error);
      return undefined;
    } finally {
      this.#pendingCalls--;
    }
  }

  /** Closes the store. */
  async close(): Promise<void> {
    const store = await this.#store?.catch(() => undefined);
    this.#store = undefined;
    this.#isOpen = false;
    store?.close();
  }

  async #open(): Promise<Store> {
    this.#store ??= this.#options.open(this.#options.url, () => this.#epoch++);
    try {
      const store = await this.#store;
      this.#isOpen = true;
      return store;
    } catch (error) {
      // The next call tries again, because a database can be attached while the service runs.
      this.#store = undefined;
      throw error;
    }
  }

  #onError(error: unknown): void {
    const now = this.#options.now();
    this.#epoch++;
    this.#downUntil = now + RETRY_MS;
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    const [engine] = this.#options.url.split(":");
    getLogger(["pawkit", "state"])
      .warn("Cannot reach the store {engine}: limits and bans continue from memory", { engine, error });
  }
}

/**
 * Opens the Deno KV or Redis of `STATE_URL`. `onReconnect` is called for each connection after the first.
 *
 * @throws {TypeError} if Deno KV is not available.
 */
export async function openStore(url: string, onReconnect: () => void): Promise<Store> {
  if (url.startsWith("kv:")) return await openKvStore(url);
  // Its client is loaded only if it is used.
  const { openRedisStore } = await import("@/lib/state/redis_store.ts");
  return await openRedisStore(url, onReconnect);
}

async function waitWithGrace<T>(ms: number, work: Promise<T>): Promise<T> {
  const reply = work.then((value) => ({ value }));
  const inTime = await waitAtMost(ms, reply) ?? await waitAtMost(GRACE_MS, reply);
  if (inTime === undefined) throw new DOMException(`No reply within ${ms} ms`, "TimeoutError");
  return inTime.value;
}
