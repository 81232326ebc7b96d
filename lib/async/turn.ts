import { sleep } from "@/lib/async/deadline.ts";

/** How long work may occupy the thread in one piece: a request that arrives meanwhile waits as long. */
const TURN_MS = 5;

/**
 * The turn of work that takes long but never waits: it asks now and then whether its turn is over, and lets requests
 * pass then.
 *
 * ```ts
 * const turn = new Turn();
 * for (const item of [1, 2, 3]) {
 *   if (turn.isOver) await turn.pass();
 *   Math.sqrt(item);
 * }
 * ```
 */
export class Turn {
  #endsAt = performance.now() + TURN_MS;

  /** Whether other work should run now. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets other work run, and begins a new turn. */
  async pass(): Promise<void> {
    await sleep(0);
    this.#endsAt = performance.now() + TURN_MS;
  }
}
