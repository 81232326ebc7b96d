/** The phases of a job. */
export const PHASES = ["decode", "filter", "encode"] as const;

type Phase = (typeof PHASES)[number];

/** Milliseconds that each phase took, over all frames. */
export type Timings = Readonly<Record<Phase, number>>;

/** Measures how long each phase of a job takes. */
export class Stopwatch {
  readonly #timings = { decode: 0, filter: 0, encode: 0 };
  #last = performance.now();

  /** Adds the time since the last lap to a phase. */
  lap(phase: Phase): void {
    const now = performance.now();
    this.#timings[phase] += now - this.#last;
    this.#last = now;
  }

  /** The time measured so far. */
  get timings(): Timings {
    return this.#timings;
  }
}
