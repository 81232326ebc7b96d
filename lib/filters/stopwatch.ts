/** The parts of a job. */
export const PHASES = ["decode", "filter", "encode"] as const;

type Phase = (typeof PHASES)[number];

/** Milliseconds that each part took, over all frames. */
export type Timings = Readonly<Record<Phase, number>>;

/** Adds up the time between laps. */
export class Stopwatch {
  readonly #timings = { decode: 0, filter: 0, encode: 0 };
  #last = performance.now();

  /** Counts the time since the last lap towards a part. */
  lap(phase: Phase): void {
    const now = performance.now();
    this.#timings[phase] += now - this.#last;
    this.#last = now;
  }

  /** What was counted so far. */
  get timings(): Timings {
    return this.#timings;
  }
}
