import type { Caller } from "@/lib/http/caller.ts";

/** The bytes of a {@linkcode Budget} that one transfer has reserved. Disposing the lease releases them. */
export interface Lease extends Disposable {
  /** Aborts with the signal of the transfer, or with the error of the budget when another client gets the bytes. */
  readonly signal: AbortSignal;
  /** Reserves at least this many bytes in total. @throws the error of the budget if too few are left. */
  growTo(bytes: number): void;
}

interface Reservation {
  readonly client: string | undefined;
  readonly controller: AbortController;
  bytes: number;
}

/**
 * Limits the bytes that all transfers in progress reserve, so that many at once cannot exhaust memory. When a transfer
 * needs more than is left, the largest transfer of the client with the most bytes is aborted, provided that this client
 * has more than the other would then have. Otherwise a few clients with slow transfers could lock out everybody else.
 */
export class Budget {
  readonly #limit: number;
  readonly #createError: () => Error;
  readonly #reservations = new Set<Reservation>();

  /** Creates a budget; `createError` creates the error of a transfer that is aborted, cannot start or cannot grow. */
  constructor(limit: number, createError: () => Error) {
    this.#limit = limit;
    this.#createError = createError;
  }

  /** Reserves bytes for a transfer of a client. @throws the error of the budget if too few are left. */
  lease(bytes: number, { client, signal }: Pick<Caller, "client" | "signal">): Lease {
    const reservation: Reservation = { client, controller: new AbortController(), bytes: 0 };
    const growTo = (size: number) => {
      reservation.controller.signal.throwIfAborted();
      if (size > reservation.bytes) this.#makeRoom(client, size - reservation.bytes);
      reservation.bytes = Math.max(size, reservation.bytes);
    };
    growTo(bytes);
    this.#reservations.add(reservation);
    return {
      signal: AbortSignal.any([signal, reservation.controller.signal]),
      growTo,
      [Symbol.dispose]: () => void this.#reservations.delete(reservation),
    };
  }

  #makeRoom(client: string | undefined, bytes: number): void {
    while (sumOf(this.#reservations) + bytes > this.#limit) {
      const byClient = Map.groupBy(this.#reservations, (reservation) => reservation.client);
      const [most = []] = [...byClient.values()].sort((a, b) => sumOf(b) - sumOf(a));
      if (sumOf(most) <= sumOf(byClient.get(client) ?? []) + bytes) throw this.#createError();
      const largest = most.reduce((a, b) => a.bytes >= b.bytes ? a : b);
      this.#reservations.delete(largest);
      largest.controller.abort(this.#createError());
    }
  }
}

function sumOf(reservations: Iterable<Reservation>): number {
  return Iterator.from(reservations).reduce((sum, { bytes }) => sum + bytes, 0);
}
