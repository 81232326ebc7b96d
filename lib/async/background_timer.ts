/** Calls a function once after a delay, without keeping the process running. Returns a function that cancels it. */
export function runInBackground(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  Deno.unrefTimer(Number(timer));
  return () => clearTimeout(timer);
}

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
  #cancel: (() => void) | undefined;

  /** Creates a timer that calls `run` after `ms` milliseconds. */
  constructor(ms: number, run: () => void) {
    this.#ms = ms;
    this.#run = run;
  }

  /** Starts the timer, unless it is running. */
  start(): void {
    this.#cancel ??= runInBackground(this.#ms, () => {
      this.#cancel = undefined;
      this.#run();
    });
  }

  /** Stops the timer. It can be started again. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
