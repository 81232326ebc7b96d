/** The part of a budget that running jobs leave to transfers, waiting images and short jobs. */
const RESERVED_BYTES = 64 * 1024 * 1024;

/** Returns how much of a budget running jobs may take together: all but 64 MiB, or but half of it if that is less. */
export function toMaxJobBytes(limit: number): number {
  return limit - Math.min(RESERVED_BYTES, limit / 2);
}

/** Who reserves memory. */
export interface Holder {
  readonly client?: string | undefined;
  /** The holder's own signal, which ends its use of the memory. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the error for a lease that has to end, or cannot start. */
  readonly createError: () => Error;
}

/** Bytes that can be taken away from their holder. Disposing the lease releases them. */
export interface Lease extends Disposable {
  /** Aborts with the holder's own signal, or with its error when the bytes are taken away. */
  readonly signal: AbortSignal;
  /** Reserves at least this many bytes in total. @throws the error of the holder if there are too few. */
  growTo(bytes: number): void;
  /**
   * Reserves at least this many bytes in total, which cannot be taken away until the lease is disposed. Returns whether
   * there were enough. While nobody keeps bytes this way, any lease gives way: waiting images that fill the memory
   * could otherwise wait for each other.
   */
  tryPin(bytes: number): boolean;
}

interface Reservation {
  readonly client: string;
  bytes: number;
  /** Whether the bytes cannot be taken away. */
  isPinned: boolean;
  /** Ends the use of the memory. */
  readonly revoke: () => void;
}

/**
 * A weighted semaphore over the memory of all work in progress, whatever its kind: transfers, waiting images and
 * running jobs.
 *
 * If there are too few bytes, the client that holds most loses its largest lease, unless the client that needs the
 * bytes would then have as much: a few clients with slow transfers could otherwise lock out all others. Bytes that
 * cannot be taken away count, too. If the client that holds most has no others, nobody loses anything: a client that
 * runs large jobs must not cut off the responses of those that hold little.
 *
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const memory = new MemoryBudget(1000);
 * const createError = () => new Error("too busy");
 * using lease = memory.lease(600, { client: "a", createError });
 * assertThrows(() => memory.lease(600, { client: "a", createError }), Error, "too busy");
 * ```
 */
export class MemoryBudget {
  readonly #reservations = new Set<Reservation>();
  #used = 0;
  /** Called after memory was released, so that waiting work can start. */
  onRelease: () => void = () => {};

  /** Creates a budget of `limit` bytes. */
  constructor(readonly limit: number) {}

  /** The bytes that are reserved. */
  get used(): number {
    return this.#used;
  }

  /** Reserves bytes that can be taken away. @throws the error of the holder if there are too few. */
  lease(bytes: number, { client = "", signal, createError }: Holder): Lease {
    const controller = new AbortController();
    const revoke = () => controller.abort(createError());
    const own: Reservation = { client, bytes: 0, isPinned: false, revoke };
    if (!this.#grow(own, bytes)) throw createError();
    this.#reservations.add(own);
    const tryGrowTo = (size: number, isForPinning: boolean) =>
      this.#reservations.has(own) && this.#grow(own, Math.max(0, size - own.bytes), isForPinning);
    return {
      signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
      growTo(size) {
        if (!tryGrowTo(size, false)) throw createError();
      },
      tryPin: (size) => own.isPinned = tryGrowTo(size, true),
      [Symbol.dispose]: () => this.#release(own),
    };
  }

  #grow(own: Reservation, bytes: number, isForPinning = false): boolean {
    if (own.bytes + bytes > this.limit) return false;
    const missing = this.#used + bytes - this.limit;
    const revoked = missing > 0 ? this.#findVictims(own, bytes, missing, isForPinning) : [];
    if (revoked === undefined) return false;
    for (const lease of revoked) {
      // With an empty stack: an error keeps what the functions on its stack refer to, here the data of the new holder.
      queueMicrotask(lease.revoke);
      this.#release(lease);
    }
    own.bytes += bytes;
    this.#used += bytes;
    return true;
  }

  /** Returns the leases to take away, or `undefined` if they would not suffice: nobody should lose memory in vain. */
  #findVictims(own: Reservation, bytes: number, missing: number, isForPinning: boolean): Reservation[] | undefined {
    let others = [...this.#reservations].filter((each) => each !== own);
    const needed = sumOf(others.filter(({ client }) => client === own.client)) + own.bytes + bytes;
    // While no job runs, the first one gets its bytes from any lease.
    const isUrgent = isForPinning && !others.some(({ isPinned }) => isPinned);
    const victims: Reservation[] = [];
    while (sumOf(victims) < missing) {
      const clients = Map.groupBy(others, ({ client }) => client).values();
      const [most = []] = [...clients].sort((a, b) => sumOf(b) - sumOf(a));
      const leases = most.filter(({ isPinned }) => !isPinned);
      if (leases.length === 0 || (sumOf(most) <= needed && !isUrgent)) return undefined;
      const largest = leases.reduce((a, b) => a.bytes >= b.bytes ? a : b);
      others = others.filter((lease) => lease !== largest);
      victims.push(largest);
    }
    return victims;
  }

  #release(reservation: Reservation): void {
    if (!this.#reservations.delete(reservation)) return;
    this.#used -= reservation.bytes;
    // Later, because the caller may be about to use what it has released.
    queueMicrotask(() => this.onRelease());
  }
}

function sumOf(reservations: Iterable<Reservation>): number {
  let sum = 0;
  for (const { bytes } of reservations) sum += bytes;
  return sum;
}
