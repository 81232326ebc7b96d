/** Calls a function regularly, without keeping the process running. Returns a function that stops it. */
export function repeatInBackground(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  Deno.unrefTimer(Number(timer));
  return () => clearInterval(timer);
}

/** Calls a function once, some time after the first of several requests for it, without keeping the process running. */
export class BackgroundTimer {
  readonly #ms: number;
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Creates a timer that calls `run` after `ms` milliseconds. */
  constructor(ms: number, run: () => void) {
    this.#ms = ms;
    this.#run = run;
  }

  /** Starts the timer, unless it is running. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#ms);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Stops the timer. It can be started again. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
