import { getLogger } from "@logtape/logtape";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { openKvStore } from "@/lib/store/kv_store.ts";
import { parseStateUrl } from "@/lib/store/state_url.ts";
import type { Store } from "@/lib/store/store.ts";

/** Shortest time between two errors that are logged, because a store on a starved machine comes and goes. */
const LOG_EVERY_MS = 10_000;

/** Defaults of {@linkcode SharedStoreOptions}. Without `timeoutMs`, a store that hangs would never be reported. */
const DEFAULTS = { timeoutMs: 10_000, clock: () => performance.now(), open: openStore };

/** Options of {@linkcode SharedStore}. */
export interface SharedStoreOptions extends Readonly<Partial<typeof DEFAULTS>> {
  readonly url: string;
}

/** The operations of a store. */
export type StoreOperation = Exclude<keyof Store, "close">;

/** The store that all instances share, and whether it is available: each operation succeeded when it was last tried. */
export class SharedStore {
  readonly #options: SharedStoreOptions & typeof DEFAULTS;
  /** The operations that must succeed before the store counts as up. The bans must have been read once. */
  readonly #failing = new Set<StoreOperation>(["readBans"]);
  #opening: Promise<Store> | undefined;
  #isClosed = false;
  /** The current loss of the store, if it is lost, and the causes of it that were logged. */
  #loss: { readonly at: number; readonly causes: Set<string> } | undefined;
  #loggedAt = -Infinity;

  /** Opens nothing yet. The first call of {@linkcode SharedStore.use} opens the store. */
  constructor(options: SharedStoreOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Whether the store is available. */
  get isUp(): boolean {
    return this.#failing.size === 0 && !this.#isClosed;
  }

  /** Uses the store. Returns `undefined` if it fails or hangs; the caller continues from memory then. */
  async use<T>(operation: StoreOperation, work: (store: Store) => Promise<T>): Promise<T | undefined> {
    if (this.#isClosed) return undefined;
    const { timeoutMs, open, url } = this.#options;
    try {
      // Opened again after an error, because a database can be attached while the service runs.
      this.#opening ??= open(url).catch((error) => {
        this.#opening = undefined;
        throw error;
      });
      const reply = await waitAtMost(timeoutMs, this.#opening.then(work).then((value) => ({ value })));
      if (reply === undefined) throw new DOMException(`No reply within ${timeoutMs} ms`, "TimeoutError");
      this.#reportSuccess(operation);
      return reply.value;
    } catch (error) {
      this.#reportError(operation, error);
      return undefined;
    }
  }

  /** Closes the store, or waits no longer for one that is still being opened, which is closed then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = this.#opening?.then((store) => store.close(), () => {}) ?? Promise.resolve();
    await waitAtMost(this.#options.timeoutMs, closed);
  }

  #reportSuccess(operation: StoreOperation): void {
    this.#failing.delete(operation);
    if (this.#failing.size > 0) return;
    if (this.#loss !== undefined && this.#loss.causes.size > 0) {
      const seconds = Math.ceil((this.#options.clock() - this.#loss.at) / 1000);
      this.#log("The store {engine} is back after {seconds} s", { seconds });
    }
    this.#loss = undefined;
  }

  #reportError(operation: StoreOperation, error: unknown): void {
    // Reading the bans always asks the store. The others succeed without asking if they have nothing to write.
    this.#failing.add(operation).add("readBans");
    if (this.#isClosed) return;
    const now = this.#options.clock();
    this.#loss ??= { at: now, causes: new Set() };
    const cause = messageOf(error);
    // A loss soon after another one is logged only if it lasts. Each cause is logged once: a Redis that was started
    // again may lack its password.
    if (this.#loss.causes.has(cause) || now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loss.causes.add(cause);
    this.#loggedAt = now;
    this.#log("Cannot use the store {engine}: limits and bans continue from memory ({cause})", { cause });
  }

  #log(message: string, properties: Record<string, unknown>): void {
    const { engine } = parseStateUrl(this.#options.url);
    getLogger(["pawkit", "state"]).warn(message, { engine, ...properties });
  }
}

/**
 * Opens the Deno KV or Redis of `STATE_URL`.
 *
 * @throws {TypeError} if Deno KV is not available.
 */
export async function openStore(url: string): Promise<Store> {
  const { engine } = parseStateUrl(url);
  switch (engine) {
    case "memory":
      throw new TypeError("Cannot open a store: must have a STATE_URL");
    case "kv":
      return await openKvStore(url);
    case "redis": {
      // Its client is loaded only if it is used.
      const { openRedisStore } = await import("@/lib/store/redis_store.ts");
      return await openRedisStore(url);
    }
    default:
      return engine satisfies never;
  }
}
