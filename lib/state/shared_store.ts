import { getLogger } from "@logtape/logtape";
import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { openKvStore } from "@/lib/state/kv_store.ts";
import type { Store } from "@/lib/state/store.ts";

/** Extra wait after the timeout, because this process may have been too busy to read a reply that arrived in time. */
const GRACE_MS = 50;

/** Pause between two checks of a lost store. Requests do not wait for it meanwhile. */
const CHECK_EVERY_MS = 500;

/** What a check writes. It must be a write, because a store that is full or a replica can still be read. */
const CHECK = { name: "check", client: "pawkit", points: 1, windowMs: 1_000 };

/** Shortest time between two losses that are logged, because a store on a starved machine comes and goes. */
const LOG_EVERY_MS = 10_000;

/** Defaults of {@linkcode SharedStoreOptions}. `timeoutMs` is the longest wait before a request uses memory. */
const DEFAULTS = {
  timeoutMs: 400,
  clock: () => performance.now(),
  setTimer: setBackgroundTimeout,
  open: openStore,
};

/** Options of {@linkcode SharedStore}. */
export interface SharedStoreOptions extends Readonly<Partial<typeof DEFAULTS>> {
  readonly url: string;
}

/**
 * The store that all instances share, and whether it is available: from the first call that succeeds until one fails,
 * and again from the next check that succeeds.
 */
export class SharedStore {
  /** The number of decisions that were made without the store. Whoever makes them counts them. */
  fallbacks = 0;
  readonly #options: SharedStoreOptions & typeof DEFAULTS;
  #opening: Promise<Store> | undefined;
  #isUp = false;
  #isClosed = false;
  #epoch = 0;
  /** The current loss of the store, if it is lost. */
  #loss: { readonly at: number; readonly isLogged: boolean } | undefined;
  #loggedAt = -Infinity;
  #stopTimer = () => {};

  /** Opens nothing yet. The first call of {@linkcode SharedStore.ask} opens the store. */
  constructor(options: SharedStoreOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Changes whenever the store may lack data: after each error, each call that was not made, each new connection. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether the store is available: the last call or check succeeded. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /**
   * Uses the store. Returns `undefined` if it is lost, too slow or fails: the caller then continues from memory. Work
   * that is too slow still ends, so it can use a late reply.
   */
  async ask<T>(work: (store: Store) => Promise<T>, timeoutMs = this.#options.timeoutMs): Promise<T | undefined> {
    if (this.#loss !== undefined) {
      this.#epoch++;
      return undefined;
    }
    try {
      const opening = this.#isUp ? this.#opening! : this.#check();
      return await waitWithGrace(timeoutMs, opening.then(work));
    } catch (error) {
      this.#lose(error);
      return undefined;
    }
  }

  /** Closes the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isUp = false;
    this.#stopTimer();
    const store = await this.#opening?.catch(() => undefined);
    store?.close();
  }

  /** Opens the store if necessary, and writes to it. */
  async #check(): Promise<Store> {
    this.#opening ??= this.#options.open(this.#options.url, () => this.#epoch++);
    const store = await this.#opening.catch((error) => {
      // The next check tries again, because a database can be attached while the service runs.
      this.#opening = undefined;
      throw error;
    });
    await store.addPoints(CHECK);
    this.#isUp = !this.#isClosed;
    if (this.#loss?.isLogged) {
      const seconds = Math.ceil((this.#options.clock() - this.#loss.at) / 1000);
      this.#log("The store {engine} is back after {seconds} s", { seconds });
    }
    this.#loss = undefined;
    return store;
  }

  #lose(error: unknown): void {
    this.#epoch++;
    if (this.#loss !== undefined) return;
    const at = this.#options.clock();
    const isLogged = at - this.#loggedAt >= LOG_EVERY_MS;
    this.#isUp = false;
    this.#loss = { at, isLogged };
    this.#checkLater();
    if (!isLogged) return;
    this.#loggedAt = at;
    const cause = messageOf(error);
    this.#log("Cannot use the store {engine}: limits and bans continue from memory ({cause})", { cause });
  }

  #checkLater(): void {
    this.#stopTimer();
    if (this.#isClosed) return;
    const check = () => void this.#check().catch(() => this.#checkLater());
    this.#stopTimer = this.#options.setTimer(CHECK_EVERY_MS, check);
  }

  #log(message: string, properties: Record<string, unknown>): void {
    const [engine] = this.#options.url.split(":");
    getLogger(["pawkit", "state"]).warn(message, { engine, ...properties });
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
