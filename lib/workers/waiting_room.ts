// The last part of rule 3 in docs/operating.md: nobody waits for long. Requests wait for a turn on the main thread, for
// a slot or for a worker. Each has a time limit, and at most 2,000 requests of all clients wait. If there is one more,
// the client with the most waiting requests loses its newest one.

import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";

/** The most requests that wait. */
const MAX_WAITING = 2_000;

/** Options of {@linkcode WaitingRoom}. */
export interface WaitingRoomOptions {
  readonly maxWaiting?: number;
  readonly setTimer?: typeof setBackgroundTimeout;
}

/** Who waits, and for how long. */
export interface WaitOptions {
  readonly client: string;
  /** The signal of the request. */
  readonly signal: AbortSignal;
  /** The longest time to wait. */
  readonly waitMs?: number | undefined;
  /** Creates the error of a request whose time is up, if it is another one. */
  readonly timeoutError?: (() => Error) | undefined;
  /** Creates the error of a request that has to leave, because its time is up, too many wait or the service stops. */
  readonly overloadedError: () => Error;
  /** Called at once when it no longer waits, for whatever reason. */
  readonly onEnd: () => void;
}

/** A request that waits until it is called. */
export interface Waiter<T> {
  /** @throws the error with which it left, or the reason of its signal. */
  readonly called: Promise<T>;
  /** Ends the wait. */
  call(value: T): void;
  /** Ends the wait with an error. */
  dismiss(reason: unknown): void;
}

/** The requests of all clients that wait: for their turn on the main thread, for a slot, or for a worker. */
export class WaitingRoom {
  /** The waiting requests of each client, as functions that let them leave. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #maxWaiting: number;
  readonly #setTimer: typeof setBackgroundTimeout;
  #size = 0;

  constructor({ maxWaiting = MAX_WAITING, setTimer = setBackgroundTimeout }: WaitingRoomOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#setTimer = setTimer;
  }

  /** The number of requests that wait. */
  get size(): number {
    return this.#size;
  }

  /** Whether another request of a client may wait: not if the room is full, and nobody has more in it. */
  hasRoomFor(client: string): boolean {
    if (this.#size < this.#maxWaiting) return true;
    const own = this.#waiting.get(client)?.size ?? 0;
    return this.#waiting.values().some(({ size }) => size > own);
  }

  /** Lets a request wait until it is called. */
  enter<T>({ client, signal, waitMs, overloadedError, timeoutError = overloadedError, onEnd }: WaitOptions): Waiter<T> {
    const { promise: called, resolve, reject } = Promise.withResolvers<T>();
    const waiting = this.#waiting.get(client) ?? new Set();
    const leave = () => dismiss(overloadedError());
    const end = () => {
      if (!waiting.delete(leave)) return;
      this.#size--;
      if (waiting.size === 0) this.#waiting.delete(client);
      stopTimer();
      signal.removeEventListener("abort", onAbort);
      onEnd();
    };
    const dismiss = (reason: unknown) => {
      reject(reason);
      end();
    };
    const onAbort = () => dismiss(signal.reason);
    const stopTimer = waitMs === undefined ? () => {} : this.#setTimer(waitMs, () => dismiss(timeoutError()));
    signal.addEventListener("abort", onAbort);
    this.#waiting.set(client, waiting.add(leave));
    this.#size++;
    if (this.#size > this.#maxWaiting) this.#dismissNewest();
    return {
      called,
      dismiss,
      call(value) {
        resolve(value);
        end();
      },
    };
  }

  /** Lets everybody leave. */
  close(): void {
    for (const leave of [...this.#waiting.values()].flatMap((waiting) => [...waiting])) leave();
  }

  #dismissNewest(): void {
    let most = new Set<() => void>();
    // Of two clients with as many, it is the newer one.
    for (const waiting of this.#waiting.values()) if (waiting.size >= most.size) most = waiting;
    [...most].at(-1)?.();
  }
}
