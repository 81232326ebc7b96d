import type { Clock } from "@/lib/work/gate.ts";
import { setImmediate } from "node:timers/promises";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock whose time passes only when a test says so. */
export class TestClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  setTimer(ms: number, callback: () => void): Disposable {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  /** The timers that have neither ended nor been disposed. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass, and calls back what is due, in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    const findNext = () => [...this.#timers].sort((a, b) => a.at - b.at).find(({ at }) => at <= end);
    for (let next = findNext(); next !== undefined; next = findNext()) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

/** Waits until all promises that can settle have settled. */
export async function settle(): Promise<void> {
  await setImmediate();
}

/** Returns the signal of a new request. */
export function request(): AbortSignal {
  return new AbortController().signal;
}
