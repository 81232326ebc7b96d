import type { Limiter } from "@/lib/access/limiter.ts";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import type { SharedStore } from "@/lib/store/shared_store.ts";
import { MAX_COUNTS, RefusedError, type Store } from "@/lib/store/store.ts";

/** Pause between two exchanges. A fleet can exceed a limit by what fits into this time. */
const PAUSE_MS = 1_000;

/** Options of {@linkcode CountExchange}. */
export interface CountExchangeOptions {
  readonly store: SharedStore;
  readonly limiters: readonly Limiter[];
  /** Called with the time of the store after each reply. */
  readonly onStoreTime: (now: number) => void;
  /** Starts to repeat the exchange and returns a function that stops it. */
  readonly repeat?: typeof repeatInBackground;
}

/** Adds the counts of this instance to those in the store, and reads the sums of all instances. */
export class CountExchange {
  readonly #options: CountExchangeOptions;
  #running = Promise.resolve();
  #isSending = false;
  #stopTimer = () => {};

  constructor(options: CountExchangeOptions) {
    this.#options = options;
  }

  /** Exchanges the counts every second from now on. */
  start(): void {
    const { repeat = repeatInBackground } = this.#options;
    this.#stopTimer = repeat(PAUSE_MS, () => this.run());
  }

  /** Exchanges the counts once, after an exchange that is still running. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#exchange());
    return this.#running;
  }

  /** Stops, after one last exchange. */
  async close(): Promise<void> {
    this.#stopTimer();
    await this.run();
  }

  async #exchange(): Promise<void> {
    const { store, limiters } = this.#options;
    await store.use("add", async (opened) => {
      // The last one goes on if the store was too slow. Its counts would pile up if others were sent meanwhile.
      if (this.#isSending) throw new DOMException("the last exchange has not ended", "TimeoutError");
      this.#isSending = true;
      try {
        for (const limiter of limiters) await this.#send(opened, limiter);
      } finally {
        this.#isSending = false;
      }
    });
  }

  async #send(store: Store, limiter: Limiter): Promise<void> {
    const counts = limiter.takeUnsent();
    while (counts.length > 0) {
      // The service answers requests while it waits for the reply to each part.
      const part = counts.splice(0, MAX_COUNTS);
      try {
        const { now, points } = await store.add(part);
        this.#options.onStoreTime(now);
        for (const [i, count] of part.entries()) limiter.applySum(count, points[i]!);
      } catch (error) {
        // Any other error may mean that only the reply is missing, and a count that is added twice would be wrong.
        if (error instanceof RefusedError) limiter.putBack(part);
        limiter.putBack(counts);
        throw error;
      }
    }
  }
}
