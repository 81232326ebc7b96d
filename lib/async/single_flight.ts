/** Work that is running, and the number of callers that wait for it. */
interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Lets callers that need the same result at the same time share one piece of work. It caches neither results nor
 * errors: a call after the work has ended starts it again.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const flights = new SingleFlight<number>();
 * let starts = 0;
 * const run = () => flights.run("key", () => Promise.resolve(++starts));
 * assertEquals(await Promise.all([run(), run()]), [1, 1]);
 * ```
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();
  readonly #concernsOnlyStarter: (error: unknown) => boolean;

  /** `concernsOnlyStarter` recognizes errors of the caller that started the work, such as its rate limit. */
  constructor(concernsOnlyStarter: (error: unknown) => boolean = () => false) {
    this.#concernsOnlyStarter = concernsOnlyStarter;
  }

  /**
   * Joins the running work for `key`, or starts it. A caller whose `signal` aborts stops waiting; the others still get
   * the result. The signal passed to `start` aborts when no caller is waiting any more. If the work fails with an error
   * that concerns only the caller that started it, the others start it again.
   *
   * @throws the reason of `signal`, or the error of the work.
   */
  async run(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let hasStarted = false;
    const startOnce = (sharedSignal: AbortSignal) => {
      hasStarted = true;
      return start(sharedSignal);
    };
    while (true) {
      try {
        return await this.#join(key, startOnce, signal);
      } catch (error) {
        if (hasStarted || signal?.aborted || !this.#concernsOnlyStarter(error)) throw error;
      }
    }
  }

  /** Lets no further caller join the running work for `key`. Returns how many callers wait for it. */
  end(key: string): number {
    const flight = this.#flights.get(key);
    this.#flights.delete(key);
    return flight?.callers ?? 0;
  }

  async #join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
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
    } catch (error) {
      // Deleted by its first caller, so that the others do not join it again.
      if (!signal?.aborted) this.#delete(key, flight);
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      flight.callers--;
      if (flight.callers === 0) {
        // Deleted before it is aborted, so that the next caller starts new work instead of joining aborted work.
        this.#delete(key, flight);
        flight.controller.abort(new DOMException("No caller is waiting any more", "AbortError"));
      }
    }
  }

  #delete(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
