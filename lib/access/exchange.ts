import type { Points } from "@/lib/access/points.ts";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import type { SharedStore } from "@/lib/store/shared_store.ts";
import { MAX_COUNTS, type Store } from "@/lib/store/store.ts";

/** Pause between two exchanges. Each instance of a fleet can grant what fits into this time. */
const PAUSE_MS = 1_000;

/** Options of {@linkcode PointsExchange}. */
export interface PointsExchangeOptions {
  readonly store: SharedStore;
  readonly points: Points;
  /** Starts to repeat the exchange and returns a function that stops it. */
  readonly repeat?: typeof repeatInBackground;
}

/**
 * Makes the instances of a fleet share one limit: adds what clients have spent here to the counters in the store, and
 * charges what they have spent at other instances. Nothing else is read, and no request waits for it.
 */
export class PointsExchange {
  readonly #options: PointsExchangeOptions;
  #running = Promise.resolve();
  #isSending = false;
  #stopTimer = () => {};

  constructor(options: PointsExchangeOptions) {
    this.#options = options;
  }

  /** Exchanges points every second from now on. */
  start(): void {
    const { repeat = repeatInBackground } = this.#options;
    this.#stopTimer = repeat(PAUSE_MS, () => this.run());
  }

  /** Exchanges points once, after an exchange that is still running. */
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
    await this.#options.store.use("add", async (store) => {
      // If the store was too slow, the last exchange still runs. Until it has ended, nobody knows what the store has.
      if (this.#isSending) throw new DOMException("The last exchange has not ended", "TimeoutError");
      this.#isSending = true;
      try {
        await this.#send(store);
      } finally {
        this.#isSending = false;
      }
    });
  }

  async #send(store: Store): Promise<void> {
    const { points } = this.#options;
    const spent = points.takeSpent();
    try {
      while (spent.length > 0) {
        // The service answers requests while it waits for the reply to each part.
        const part = spent.slice(0, MAX_COUNTS);
        const sums = await store.add("points", part);
        for (const [i, each] of part.entries()) points.applySum(each, sums[i]!);
        spent.splice(0, part.length);
      }
    } finally {
      // The store may have added what it did not confirm. Nothing is sent again, and the next sum is a starting point,
      // so that nobody is charged twice.
      for (const each of spent) points.applySum(each, undefined);
    }
  }
}
