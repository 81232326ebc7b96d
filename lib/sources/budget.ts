import type { Caller } from "@/lib/http/caller.ts";

/** The bytes of a {@linkcode Budget} that one transfer has reserved. Disposing the lease releases them. */
export interface Lease extends Disposable {
  /** Aborts with the holder's own signal, or with the error of the budget when the bytes are taken away. */
  readonly signal: AbortSignal;
  /** Reserves at least this many bytes in total. @throws the error of the budget if there are too few. */
  growTo(bytes: number): void;
}

interface Reservation {
  readonly client: string;
  readonly controller: AbortController;
  bytes: number;
}

/**
 * Limits the bytes that all transfers in progress reserve, so that many at once cannot exhaust memory. If there are too
 * few, the client that has most loses its largest transfer, unless the one that needs them would then have as much: a
 * few clients with slow transfers could otherwise lock out all others.
 */
export class Budget {
  readonly #limit: number;
  readonly #createError: () => Error;
  readonly #reservations = new Set<Reservation>();

  /** Creates a budget; `createError` creates the error for a transfer that has to end, or cannot start. */
  constructor(limit: number, createError: () => Error) {
    this.#limit = limit;
    this.#createError = createError;
  }

  /** Reserves `bytes` for a transfer that `signal` ends. @throws the error of the budget if there are too few. */
  lease(bytes: number, { client = "", signal }: Partial<Pick<Caller, "client" | "signal">> = {}): Lease {
    const own: Reservation = { client, controller: new AbortController(), bytes: 0 };
    const growTo = (size: number) => {
      own.controller.signal.throwIfAborted();
      if (size > own.bytes) this.#makeRoom(client, size - own.bytes);
      own.bytes = Math.max(size, own.bytes);
    };
    growTo(bytes);
    this.#reservations.add(own);
    return {
      signal: signal === undefined ? own.controller.signal : AbortSignal.any([signal, own.controller.signal]),
      growTo,
      [Symbol.dispose]: () => void this.#reservations.delete(own),
    };
  }

  #makeRoom(client: string, bytes: number): void {
    while (sumOf(this.#reservations) + bytes > this.#limit) {
      const clients = Map.groupBy(this.#reservations, (reservation) => reservation.client);
      const [most = []] = [...clients.values()].sort((a, b) => sumOf(b) - sumOf(a));
      if (sumOf(most) <= sumOf(clients.get(client) ?? []) + bytes) throw this.#createError();
      const largest = most.reduce((a, b) => a.bytes >= b.bytes ? a : b);
      this.#reservations.delete(largest);
      largest.controller.abort(this.#createError());
    }
  }
}

function sumOf(reservations: Iterable<Reservation>): number {
  let sum = 0;
  for (const { bytes } of reservations) sum += bytes;
  return sum;
}
