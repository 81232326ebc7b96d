import { setImmediate } from "node:timers";

/** How long requests that arrive together are answered in one piece. */
const SLICE_MS = 10;

/** Options of {@linkcode RequestTurns}. */
export interface RequestTurnsOptions {
  /** Returns the milliseconds since any moment. */
  readonly clock: () => number;
  /** Calls a function after Deno has looked for new requests. */
  readonly callLater?: (call: () => void) => unknown;
}

/**
 * Lets clients take turns on the main thread, a part of the third rule of docs/operating.md. Deno passes on all
 * requests that have arrived, one after the other, so a client that sends a thousand at once would delay everybody by
 * as many pages. When 10 ms are over, requests wait. Whenever Deno has looked for new ones, one of the next client goes
 * on.
 */
export class RequestTurns {
  readonly #clock: () => number;
  readonly #callLater: (call: () => void) => unknown;
  /** The waiting requests of each client, in the order of the clients' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** When the slice is over; `undefined` if no request has arrived since Deno has looked for new ones. */
  #endsAt: number | undefined;

  constructor({ clock, callLater = setImmediate }: RequestTurnsOptions) {
    this.#clock = clock;
    this.#callLater = callLater;
  }

  /** Lets a request go on at once, or returns a promise that resolves when it is its turn. */
  enter(client: string): void | Promise<void> {
    const endsAt = this.#endsAt ?? this.#startSlice();
    const queue = this.#waiting.get(client);
    if (queue === undefined && this.#clock() < endsAt) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (queue === undefined) this.#waiting.set(client, [resolve]);
    else queue.push(resolve);
    return promise;
  }

  #startSlice(): number {
    this.#callLater(() => this.#endSlice());
    return this.#endsAt = this.#clock() + SLICE_MS;
  }

  #endSlice(): void {
    this.#endsAt = undefined;
    const next = this.#waiting.entries().next();
    if (next.done) return;
    const [client, queue] = next.value;
    const resume = queue.shift();
    // Its next request has its turn after those of all others.
    this.#waiting.delete(client);
    if (queue.length > 0) this.#waiting.set(client, queue);
    this.#startSlice();
    resume?.();
  }
}
