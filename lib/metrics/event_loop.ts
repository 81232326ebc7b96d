import { Histogram } from "@/lib/metrics/histogram.ts";

/** Time between two measurements. */
const INTERVAL_MS = 100;

/** Measures by how much timers are late. That is also how long a new request waits for the thread that responds. */
export class EventLoopDelay {
  readonly histogram: Histogram = new Histogram();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Starts to measure. The timer does not keep the process running. */
  start(): void {
    let due = performance.now() + INTERVAL_MS;
    this.#timer ??= setInterval(() => {
      const now = performance.now();
      this.histogram.add(now - due);
      due = now + INTERVAL_MS;
    }, INTERVAL_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Stops to measure. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
