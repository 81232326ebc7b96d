interface Running<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lets callers who ask for the same thing at the same time share one piece of work. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Joins the work under way for `key`, or starts it. A caller whose signal aborts leaves alone; the work's own signal
   * aborts when all have left.
   *
   * @throws the reason of `signal`, or what the work throws.
   */
  async run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, start);
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave);
    running.waiting++;
    try {
      return await Promise.race([left, running.result]);
    } finally {
      signal.removeEventListener("abort", leave);
      if (--running.waiting === 0) this.#end(key, running);
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const running = { result: start(controller.signal), controller, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }

  // Whoever comes after the last has left starts anew: aborted work is nobody's answer.
  #end(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
    running.controller.abort(new DOMException("Nobody waits for it any more", "AbortError"));
  }
}
