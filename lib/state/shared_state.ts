import { getLogger } from "@logtape/logtape";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { openKvEngine } from "@/lib/state/kv_engine.ts";
import type { StateEngine } from "@/lib/state/state_engine.ts";

/** Longest wait for the engine. After that a request continues from memory. */
const DEFAULT_TIMEOUT_MS = 400;

/** Extra wait after the timeout, because this process may have been too busy to read a reply that arrived in time. */
const GRACE_MS = 50;

/** Pause after an error, so that only one request waits for a dead engine, not every request. */
const RETRY_MS = 500;

/** Time between two warnings: a dead engine is logged once a minute, not once a request. */
const WARN_EVERY_MS = 60_000;

/** Maximum number of calls that wait at the same time. With more, the engine is treated as down. */
const MAX_CALLS = 4_000;

/** Runs work in a span of its own; see `Telemetry.trace`. */
export type Trace = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Options of {@linkcode SharedState}. */
export interface SharedStateOptions {
  readonly url: string;
  readonly timeoutMs?: number;
  /** Milliseconds from any fixed moment. */
  readonly clock?: () => number;
  readonly open?: typeof openStateEngine;
  readonly trace?: Trace;
}

/** The engine that all instances share, and whether it is available right now. */
export class SharedState {
  readonly #options: Required<SharedStateOptions>;
  #engine: Promise<StateEngine> | undefined;
  #isOpen = false;
  #pendingCalls = 0;
  #downUntil = 0;
  #warnedAt = -Infinity;
  #epoch = 0;

  /** Opens nothing yet. The first call of {@linkcode SharedState.ask} opens the engine. */
  constructor(options: SharedStateOptions) {
    this.#options = {
      timeoutMs: DEFAULT_TIMEOUT_MS,
      clock: Date.now,
      open: openStateEngine,
      trace: (_name, work) => work(),
      ...options,
    };
  }

  /** Changes whenever the engine may have lost data: after each error and each new connection. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether the engine is likely to reply soon: it is open, did not just fail and is not flooded. */
  get isUp(): boolean {
    return this.#isOpen && this.#pendingCalls < MAX_CALLS && this.#options.clock() >= this.#downUntil;
  }

  /** Uses the engine. Returns `undefined` if it is down, too slow or fails: the caller then continues from memory. */
  async ask<T>(
    work: (engine: StateEngine) => Promise<T>,
    timeoutMs: number = this.#options.timeoutMs,
  ): Promise<T | undefined> {
    if (this.#isOpen && !this.isUp) return undefined;
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

  /** Closes the engine. */
  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    this.#engine = undefined;
    this.#isOpen = false;
    engine?.close();
  }

  async #open(): Promise<StateEngine> {
    this.#engine ??= this.#options.open(this.#options.url, () => this.#epoch++);
    try {
      const engine = await this.#engine;
      this.#isOpen = true;
      return engine;
    } catch (error) {
      // The next call tries again, because a database can be attached while the service runs.
      this.#engine = undefined;
      throw error;
    }
  }

  #onError(error: unknown): void {
    const now = this.#options.clock();
    this.#epoch++;
    this.#downUntil = now + RETRY_MS;
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    const [engine] = this.#options.url.split(":");
    getLogger(["pawkit", "state"])
      .warn("Cannot reach the state engine {engine}: limits and bans continue from memory", { engine, error });
  }
}

/**
 * Opens the engine that `STATE_URL` names. `onReconnect` is called for each connection after the first.
 *
 * @throws {TypeError} if the form of `url` is unknown or Deno KV is not available.
 */
export async function openStateEngine(url: string, onReconnect: () => void): Promise<StateEngine> {
  if (url.startsWith("kv:")) return await openKvEngine(url);
  if (/^rediss?:\/\//.test(url)) {
    // Its client is loaded only if it is used.
    const { openRedisEngine } = await import("@/lib/state/redis_engine.ts");
    return await openRedisEngine(url, onReconnect);
  }
  const [scheme] = url.split(":");
  // Only the scheme, because the rest of the URL may hold a password.
  throw new TypeError(`Cannot open the state engine: its URL must start with kv: or redis://, got "${scheme}:"`);
}

async function waitWithGrace<T>(ms: number, work: Promise<T>): Promise<T> {
  const reply = work.then((value) => ({ value }));
  const inTime = await waitAtMost(ms, reply) ?? await waitAtMost(GRACE_MS, reply);
  if (inTime === undefined) throw new DOMException(`No reply within ${ms} ms`, "TimeoutError");
  return inTime.value;
}
