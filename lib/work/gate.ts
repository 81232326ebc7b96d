import { ApiError } from "@/lib/http/errors.ts";

/** How many requests may wait at a gate. */
const QUEUE_PLACES = 500;

/** How long a request may wait, at all gates together. */
const WAIT_MS = 10_000;

/** When a caller whose request was refused should try again. */
const RETRY_SECONDS = 2;

/** The time, and timers that are disposed when they are no longer needed. Tests have their own. */
export interface Clock {
  now(): number;
  setTimer(ms: number, callback: () => void): Disposable;
}

/** The clock of the runtime. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** Options of {@linkcode Gate}. */
export interface GateOptions {
  /** What a refused request cannot do. It begins the message of the error: `Cannot filter the image`. */
  readonly action: string;
  /** The units that all requests together may hold. */
  readonly places: number;
  /** The units that one client may hold. A client that holds none may enter with a larger request. */
  readonly perClient: number;
  readonly queuePlaces?: number;
  readonly clock?: Clock;
}

/** The load of a gate. */
export interface GateStatus {
  readonly places: number;
  readonly used: number;
  readonly waiting: number;
}

/** A request at a gate. */
interface Waiter extends PromiseWithResolvers<Disposable> {
  readonly client: string;
  readonly units: number;
  isWaiting: boolean;
}

/** How long each request has waited at all gates. The signal identifies the request. */
const waitedMs = new WeakMap<AbortSignal, number>();

/** Returns how long the request with this signal has waited, at all gates together. */
export function getWaitedMs(signal: AbortSignal): number {
  return waitedMs.get(signal) ?? 0;
}

/** Limits how much heavy work runs at the same time: a number of places, and a queue in which clients take turns. */
export class Gate {
  readonly #options: Required<GateOptions>;
  /** The units that each client holds. */
  readonly #held = new Map<string, number>();
  /** The waiting requests of each client, the oldest first. The first client has the next turn. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #used = 0;
  #waiting = 0;

  constructor(options: GateOptions) {
    this.#options = { queuePlaces: QUEUE_PLACES, clock: SYSTEM_CLOCK, ...options };
  }

  get status(): GateStatus {
    return { places: this.#options.places, used: this.#used, waiting: this.#waiting };
  }

  /**
   * Waits until there is room for these units. Disposing the result frees them. A request for more units than the gate
   * has takes all of them.
   *
   * @throws {ApiError} `overloaded` if the queue is full, or if the request has waited for too long.
   * @throws the reason of the signal if it aborts.
   */
  async enter(client: string, signal: AbortSignal, units = 1): Promise<Disposable> {
    signal.throwIfAborted();
    const { places, queuePlaces, clock } = this.#options;
    const waiter = { client, units: Math.min(units, places), isWaiting: true, ...Promise.withResolvers<Disposable>() };
    this.#queues.set(client, (this.#queues.get(client) ?? new Set()).add(waiter));
    this.#waiting++;
    this.#admit();
    if (!waiter.isWaiting) return await waiter.promise;
    if (this.#waiting > queuePlaces) this.#dismissNewest(client);
    const startMs = clock.now();
    // On a busy machine, a request may have got its last place a little after its ten seconds.
    const leftMs = Math.max(0, WAIT_MS - getWaitedMs(signal));
    using _timer = clock.setTimer(leftMs, () => this.#leave(waiter, this.#overloadedError()));
    // The waiter leaves in the same task. Otherwise it could still get a place, which nobody would free.
    const onAbort = () => this.#leave(waiter, signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      waitedMs.set(signal, getWaitedMs(signal) + clock.now() - startMs);
    }
  }

  /** Gives places to waiting requests, while there is room for the next one. */
  #admit(): void {
    for (let next = this.#findNext(); next !== undefined; next = this.#findNext()) {
      const { client, units } = next;
      const queue = this.#remove(next);
      // The next turn of this client is after the turns of all the others.
      if (this.#queues.delete(client)) this.#queues.set(client, queue);
      this.#hold(client, units);
      const place = new DisposableStack();
      place.defer(() => {
        this.#hold(client, -units);
        this.#admit();
      });
      next.resolve(place);
    }
  }

  /**
   * Returns the request whose turn it is, if there is room for it. Otherwise no request enters, because small requests
   * could keep a large one waiting forever. A client that may not hold more units is skipped.
   */
  #findNext(): Waiter | undefined {
    for (const [client, [oldest]] of this.#queues) {
      const held = this.#held.get(client) ?? 0;
      if (oldest === undefined || held > 0 && held + oldest.units > this.#options.perClient) continue;
      return this.#used + oldest.units <= this.#options.places ? oldest : undefined;
    }
  }

  #hold(client: string, units: number): void {
    const held = (this.#held.get(client) ?? 0) + units;
    this.#held.set(client, held);
    if (held === 0) this.#held.delete(client);
    this.#used += units;
  }

  /** Dismisses the newest request of the client that has the most. That is this client, unless another has more. */
  #dismissNewest(client: string): void {
    let longest = this.#queues.get(client)!;
    for (const queue of this.#queues.values()) if (queue.size > longest.size) longest = queue;
    this.#leave([...longest].at(-1)!, this.#overloadedError());
  }

  /** Ends the waiting of a request, unless it has ended already. */
  #leave(waiter: Waiter, reason: unknown): void {
    if (!waiter.isWaiting) return;
    this.#remove(waiter);
    waiter.reject(reason);
    // The others may have waited behind a large request, which has left now.
    this.#admit();
  }

  /** Removes a request from its queue and returns the queue. A client with an empty queue loses its turn. */
  #remove(waiter: Waiter): Set<Waiter> {
    const queue = this.#queues.get(waiter.client)!;
    queue.delete(waiter);
    if (queue.size === 0) this.#queues.delete(waiter.client);
    waiter.isWaiting = false;
    this.#waiting--;
    return queue;
  }

  #overloadedError(): ApiError {
    const message = `${this.#options.action}: too many requests are waiting, try again in ${RETRY_SECONDS} s`;
    return new ApiError("overloaded", message, { headers: { "retry-after": String(RETRY_SECONDS) } });
  }
}
