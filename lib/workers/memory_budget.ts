import { freeBytes } from "@/lib/async/free_bytes.ts";

/** Options of {@linkcode MemoryBudget.reserve}. */
export interface ReservationOptions {
  readonly client?: string | undefined;
  /** The signal of the request, which ends its use of the memory. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the error of a request that gets too few bytes, or whose bytes are taken away. */
  readonly createError: () => Error;
}

/**
 * The bytes that one request holds, from the first that arrives to the last that is sent. They can be taken away,
 * except while a job runs. Disposing it releases them; those of a running job are released when that ends.
 */
export class Reservation implements Disposable {
  readonly client: string;
  /** Aborts with the signal of the request, or with its error when it gets too few bytes or they are taken away. */
  readonly signal: AbortSignal;
  readonly #budget: MemoryBudget;
  readonly #createError: () => Error;
  readonly #controller = new AbortController();
  /** Whether it has a response that is being sent. */
  isSending = false;
  /** What has arrived. It is freed with the reservation, or when its job has ended: nobody may use it after that. */
  source: Uint8Array | undefined;
  #bytes = 0;
  #isPinned = false;
  #isDisposed = false;

  /** Creates a reservation without bytes; use {@linkcode MemoryBudget.reserve}. */
  constructor(budget: MemoryBudget, { client = "", signal, createError }: ReservationOptions) {
    this.client = client;
    this.#budget = budget;
    this.#createError = createError;
    const taken = this.#controller.signal;
    this.signal = signal === undefined ? taken : AbortSignal.any([signal, taken]);
  }

  /** The reserved bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a job runs, so that the bytes cannot be taken away. */
  get isPinned(): boolean {
    return this.#isPinned;
  }

  /** Reserves at least this many bytes in total. @throws the error of the request, which ends, if there are too few. */
  growTo(bytes: number): void {
    if (this.#tryGrowTo(bytes, false)) return;
    this[Symbol.dispose]();
    this.#controller.abort(this.#createError());
    throw this.#controller.signal.reason;
  }

  /**
   * Reserves at least this many bytes in total for a job, which nobody can take away until {@linkcode shrinkTo}.
   * Returns whether there were enough. While no job runs, other reservations give way, first those of the client that
   * has most: waiting images that fill the memory could otherwise wait for each other.
   */
  tryPin(bytes: number): boolean {
    this.#isPinned = this.#tryGrowTo(bytes, true);
    return this.#isPinned;
  }

  /** Keeps at most this many bytes, the result of a job that has ended. They can be taken away again. */
  shrinkTo(bytes: number): void {
    this.#isPinned = false;
    if (this.source !== undefined) freeBytes(this.source);
    this.#setBytes(this.#isDisposed ? 0 : Math.min(bytes, this.#bytes));
    // Later, because the caller may be about to use what it has released. Even if that is nothing: a job that leaves
    // the queue may have blocked the next one.
    queueMicrotask(() => this.#budget.onRelease());
  }

  /** Releases the bytes, or lets a running job do so. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    if (!this.#isPinned) this.shrinkTo(0);
  }

  #tryGrowTo(bytes: number, isForJob: boolean): boolean {
    if (this.#isDisposed) return false;
    if (bytes <= this.#bytes) return true;
    const victims = this.#budget.findVictims(this, bytes, isForJob);
    if (victims === undefined) return false;
    for (const victim of victims) victim.#takeAway();
    this.#setBytes(bytes);
    return true;
  }

  #takeAway(): void {
    this[Symbol.dispose]();
    // With an empty stack: an error keeps what the functions on its stack refer to, here the data of the new request.
    queueMicrotask(() => this.#controller.abort(this.#createError()));
  }

  #setBytes(bytes: number): void {
    this.#bytes = bytes;
    if (bytes > 0) this.#budget.reservations.add(this);
    else this.#budget.reservations.delete(this);
  }
}

/**
 * A weighted semaphore over the memory of all work in progress, whatever its kind: transfers, waiting images, running
 * jobs and responses that are being sent.
 *
 * If there are too few bytes, the client that holds most loses its largest reservation, unless the client that needs
 * the bytes would then have as much: a few clients with slow transfers could otherwise lock out all others. The bytes
 * of running jobs count, but cannot be taken away. If all bytes of the client that holds most belong to running jobs,
 * nothing is taken: a client that runs large jobs must not cut off the responses of those that hold little.
 *
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const memory = new MemoryBudget(1000);
 * const createError = () => new Error("too busy");
 * using first = memory.reserve({ client: "a", createError });
 * using second = memory.reserve({ client: "a", createError });
 * first.growTo(600);
 * assertThrows(() => second.growTo(600), Error, "too busy");
 * ```
 */
export class MemoryBudget {
  /** The reservations that have bytes. Each adds and removes itself. */
  readonly reservations: Set<Reservation> = new Set();
  /** Called after memory was released, so that waiting work can start. */
  onRelease: () => void = () => {};

  /** Creates a budget of `limit` bytes. */
  constructor(readonly limit: number) {}

  /** The bytes that are reserved. */
  get used(): number {
    return sumOf(this.reservations);
  }

  /** Creates a reservation without bytes. */
  reserve(options: ReservationOptions): Reservation {
    return new Reservation(this, options);
  }

  /**
   * Returns the reservations to take away so that one can have `bytes` in total, or `undefined` if that would not
   * suffice: nobody should lose memory in vain.
   */
  findVictims(own: Reservation, bytes: number, isForJob: boolean): readonly Reservation[] | undefined {
    if (bytes > this.limit) return undefined;
    const missing = this.used - own.bytes + bytes - this.limit;
    if (missing <= 0) return [];
    let others = [...this.reservations].filter((each) => each !== own);
    const needed = sumOf(others.filter(({ client }) => client === own.client)) + bytes;
    // While no job runs, the first one gets its bytes even if its client then has most: clients that do not read their
    // responses could otherwise stop all jobs.
    const isUrgent = isForJob && !others.some(({ isPinned }) => isPinned);
    const victims: Reservation[] = [];
    while (sumOf(victims) < missing) {
      const clients = Map.groupBy(others, ({ client }) => client).values();
      const [most = []] = [...clients].sort((a, b) => sumOf(b) - sumOf(a));
      if (sumOf(most) <= needed && !isUrgent) return undefined;
      const unpinned = most.filter(({ isPinned }) => !isPinned);
      const waiting = unpinned.filter(({ isSending }) => !isSending);
      // An error is better than a response that breaks off.
      const removable = waiting.length > 0 ? waiting : unpinned;
      if (removable.length === 0) return undefined;
      const largest = removable.reduce((a, b) => a.bytes >= b.bytes ? a : b);
      others = others.filter((each) => each !== largest);
      victims.push(largest);
    }
    return victims;
  }
}

function sumOf(reservations: Iterable<Reservation>): number {
  let sum = 0;
  for (const { bytes } of reservations) sum += bytes;
  return sum;
}
