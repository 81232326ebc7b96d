import { getLogger } from "@logtape/logtape";
import { NO_TELEMETRY, type Telemetry } from "@/lib/metrics/telemetry.ts";
import { openStateEngine, type StateEngine } from "@/lib/state/state_engine.ts";

/** Longest wait for the engine: a request that needs it goes on from memory after this. */
const DEFAULT_TIMEOUT_MS = 400;

/** Time added once it is over: when this process itself was too busy to read the answer, it gets to read it now. */
const GRACE_MS = 50;

/** Pause after a failure, so that a dead engine costs one request a wait and not every one. */
const RETRY_MS = 500;

/** A dead engine is named once a minute, not once a request. */
const WARN_EVERY_MS = 60_000;

/** Calls under way at most; beyond it the engine is too slow to be asked. */
const MAX_CALLS = 4_000;

/** Options of {@linkcode SharedState}. */
export interface SharedStateOptions {
  readonly url: string;
  readonly timeoutMs?: number;
  readonly clock?: () => number;
  readonly open?: typeof openStateEngine;
  readonly telemetry?: Telemetry;
}

/** The engine all instances share, and the knowledge whether it can be asked right now. */
export class SharedState {
  readonly #options: Required<SharedStateOptions>;
  readonly #log = getLogger(["pawkit", "state"]);
  #engine: Promise<StateEngine> | undefined;
  #isOpen = false;
  #calls = 0;
  #downUntil = 0;
  #warnedAt = -Infinity;
  #epoch = 0;

  /** Opens nothing yet: the engine is opened when it is first asked. */
  constructor(options: SharedStateOptions) {
    this.#options = {
      timeoutMs: DEFAULT_TIMEOUT_MS,
      clock: Date.now,
      open: openStateEngine,
      telemetry: NO_TELEMETRY,
      ...options,
    };
  }

  /** Changes whenever the engine may have lost something: after each failure and each new connection. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether an answer can be had soon: the engine is open, did not just fail and is not flooded. */
  get isUp(): boolean {
    return this.#isOpen && this.#calls < MAX_CALLS && this.#options.clock() >= this.#downUntil;
  }

  /** Asks the engine; yields `undefined` when it is down, too slow or refuses: go on from memory. */
  async ask<T>(
    work: (engine: StateEngine) => Promise<T>,
    timeoutMs: number = this.#options.timeoutMs,
  ): Promise<T | undefined> {
    if (this.#isOpen && !this.isUp) return undefined;
    this.#calls++;
    try {
      const engine = await this.#open();
      return await this.#options.telemetry.trace("state.ask", () => within(timeoutMs, work(engine)));
    } catch (error) {
      this.#fail(error);
      return undefined;
    } finally {
      this.#calls--;
    }
  }

  /** Lets go of the engine. */
  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    this.#engine = undefined;
    this.#isOpen = false;
    await engine?.close();
  }

  async #open(): Promise<StateEngine> {
    this.#engine ??= this.#options.open(this.#options.url, () => this.#epoch++);
    try {
      const engine = await this.#engine;
      this.#isOpen = true;
      return engine;
    } catch (error) {
      // The next question opens it anew: a database may be attached while the service runs.
      this.#engine = undefined;
      throw error;
    }
  }

  #fail(error: unknown): void {
    const now = this.#options.clock();
    this.#epoch++;
    this.#downUntil = now + RETRY_MS;
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    const engine = this.#options.url.split(":")[0];
    this.#log.warn("Cannot reach the state engine {engine}: limits and bans go on from memory", { engine, error });
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
    timer = setTimeout(() => timer = setTimeout(giveUp, GRACE_MS), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
