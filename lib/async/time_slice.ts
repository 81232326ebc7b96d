import { sleep } from "@/lib/async/deadline.ts";

/** How long work may occupy the thread in one piece: a request that arrives meanwhile waits as long. */
const SLICE_MS = 5;

/**
 * A slice of time for work that takes long but never waits: it asks now and then whether its slice is over, and then
 * lets requests pass.
 *
 * ```ts
 * const slice = new TimeSlice();
 * for (const item of [1, 2, 3]) {
 *   if (slice.isOver) await slice.rest();
 *   Math.sqrt(item);
 * }
 * ```
 */
export class TimeSlice {
  #endsAt = performance.now() + SLICE_MS;

  /** Whether other work should run now. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets other work run, and begins a new slice. */
  async rest(): Promise<void> {
    await sleep(0);
    this.#endsAt = performance.now() + SLICE_MS;
  }
}
