/** Work that is running, and the number of callers that wait for it. */
interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Lets callers that need the same result at the same time share one piece of work. It caches neither results nor
 * errors: a call after the work has ended starts it again.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the running work for `key`, or starts it. A caller whose `signal` aborts stops waiting; the others still get
   * the result. The signal passed to `start` aborts when no caller is waiting any more.
   *
   * @throws the reason of `signal`, or the error of the work.
   */
  async run(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    let flight = this.#flights.get(key);
    if (flight === undefined) {
      const controller = new AbortController();
      flight = { result: start(controller.signal), controller, callers: 0 };
      this.#flights.set(key, flight);
    }
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    flight.callers++;
    try {
      return await Promise.race([aborted, flight.result]);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      flight.callers--;
      if (flight.callers === 0) {
        // Deleted before it is aborted, so that the next caller starts new work instead of joining aborted work.
        this.#flights.delete(key);
        flight.controller.abort(new DOMException("No caller is waiting any more", "AbortError"));
      }
    }
  }
}
