/**
 * Differences that are not corrected. They are the time that a reply takes, and a clock that followed them could go
 * back to the minute before, in which nothing is counted any more.
 */
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

  /** Returns the time at a moment of `uptime`. */
  at(uptime: number): number {
    return uptime + this.#offsetMs;
  }

  /** Follows the clock of the store. */
  follow(now: number): void {
    const differenceMs = now - this.at(this.uptime());
    if (Math.abs(differenceMs) > MAX_DIFFERENCE_MS) this.#offsetMs += differenceMs;
  }
}
