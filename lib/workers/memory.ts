// Memory, the fourth rule of docs/operating.md. A piece of work reserves the bytes that have arrived, then what its job
// needs while it runs, then its result until it is sent. The jobs of the ordinary workers together leave a part to
// transfers and short jobs. If a request asks for more bytes than are free:
//
// 1. The client that holds most loses a reservation, if it holds more than the client that asks would then hold.
//    Running jobs count as held.
// 2. It loses its largest one that waits, or else its largest one that is being sent, but never that of a running job.
// 3. This is repeated until there is enough. If it would not be enough, nobody loses anything.
// 4. Then what arrives is refused, and a job waits.
// 5. While no job runs, the next one gets its bytes, whoever holds more. Otherwise waiting images that fill the memory
//    could wait for each other.

import { freeBytes } from "@/lib/async/free_bytes.ts";

/** Options of {@linkcode MemoryBudget}. */
export interface MemoryBudgetOptions {
  /** The bytes of all work in progress. */
  readonly memoryBudget: number;
  /** How many of them the jobs of the ordinary workers may take together. */
  readonly maxJobBytes: number;
}

/** Options of {@linkcode MemoryBudget.reserve}. */
export interface ReservationOptions {
  readonly client: string;
  /** The signal of the request, which ends its use of the memory. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the error of a request that gets too few bytes, or whose bytes are taken away. */
  readonly createError: () => Error;
}

/** The worker whose job uses the bytes of a reservation: an ordinary one, or the one for short jobs. */
export type JobWorkerKind = "ordinary" | "short";

/**
 * The bytes that one request holds, from the first that arrives to the last that is sent. They can be taken away,
 * except while a job runs. Disposing it releases them; those of a running job are released when that ends.
 */
export class Reservation implements Disposable {
  readonly client: string;
  /** Aborts with the signal of the request, or with its error when it gets too few bytes or they are taken away. */
  readonly signal: AbortSignal;
  /** Whether it has a response that is being sent. */
  isSending = false;
  /** What has arrived. It is freed with the reservation, or when its job has ended: nobody may use it after that. */
  source: Uint8Array | undefined;
  readonly #budget: MemoryBudget;
  readonly #createError: () => Error;
  readonly #controller = new AbortController();
  #bytes = 0;
  #worker: JobWorkerKind | undefined;
  #isDisposed = false;
  readonly #companions = new DisposableStack();

  /** Creates a reservation without bytes; use {@linkcode MemoryBudget.reserve}. */
  constructor(budget: MemoryBudget, { client, signal, createError }: ReservationOptions) {
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

  /** The worker whose job uses the bytes, which cannot be taken away then. */
  get worker(): JobWorkerKind | undefined {
    return this.#worker;
  }

  /** Reserves at least this many bytes in total. @throws the error of the request, which ends, if there are too few. */
  growTo(bytes: number): void {
    if (this.#tryGrowTo(bytes, undefined)) return;
    this[Symbol.dispose]();
    this.#controller.abort(this.#createError());
    throw this.#controller.signal.reason;
  }

  /** Lets something end with the reservation: at once, if that has ended already. */
  endWith(companion: Disposable): void {
    if (this.#companions.disposed) companion[Symbol.dispose]();
    else this.#companions.use(companion);
  }

  /**
   * Reserves at least this many bytes in total for a job, which nobody can take away until {@linkcode shrinkTo}.
   * Returns whether there were enough.
   */
  tryStartJob(bytes: number, worker: JobWorkerKind): boolean {
    if (!this.#tryGrowTo(bytes, worker)) return false;
    this.#worker = worker;
    return true;
  }

  /** Keeps at most this many bytes, the result of a job that has ended. They can be taken away again. */
  shrinkTo(bytes: number): void {
    this.#worker = undefined;
    if (this.source !== undefined) freeBytes(this.source);
    this.#setBytes(this.#isDisposed ? 0 : Math.min(bytes, this.#bytes));
    if (this.#isDisposed) this.#companions.dispose();
    // Later, because the caller may be about to use what it has released. Even if that is nothing: a job that leaves
    // the queue may have blocked the next one.
    queueMicrotask(() => this.#budget.onRelease());
  }

  /** Releases the bytes, or lets a running job do so. */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (this.#worker === undefined) this.shrinkTo(0);
  }

  #tryGrowTo(bytes: number, worker: JobWorkerKind | undefined): boolean {
    if (this.#isDisposed) return false;
    const victims = this.#budget.findVictims(this, Math.max(bytes, this.#bytes), worker);
    if (victims === undefined) return false;
    for (const victim of victims) victim.#takeAway();
    this.#setBytes(Math.max(bytes, this.#bytes));
    return true;
  }

  #takeAway(): void {
    this[Symbol.dispose]();
    // With an empty stack: an error keeps what the functions on its stack refer to, here the data of the new request.
    queueMicrotask(() => this.#controller.abort(this.#createError()));
  }

  #setBytes(bytes: number): void {
    this.#budget.used += bytes - this.#bytes;
    this.#bytes = bytes;
    if (bytes > 0) this.#budget.reservations.add(this);
    else this.#budget.reservations.delete(this);
  }
}

/**
 * A weighted semaphore over the memory of all work in progress, whatever its kind: transfers, waiting images, running
 * jobs and responses that are being sent.
 *
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const memory = new MemoryBudget({ memoryBudget: 1000, maxJobBytes: 1000 });
 * const createError = () => new Error("too busy");
 * using first = memory.reserve({ client: "a", createError });
 * using second = memory.reserve({ client: "a", createError });
 * first.growTo(600);
 * assertThrows(() => second.growTo(600), Error, "too busy");
 * ```
 */
export class MemoryBudget {
  readonly limit: number;
  /** The bytes that are reserved, which each reservation adds. */
  used = 0;
  /** The reservations that have bytes. Each adds and removes itself. */
  readonly reservations: Set<Reservation> = new Set();
  /** Called after memory was released, so that waiting work can start. */
  onRelease: () => void = () => {};
  readonly #maxJobBytes: number;

  constructor({ memoryBudget, maxJobBytes }: MemoryBudgetOptions) {
    this.limit = memoryBudget;
    this.#maxJobBytes = maxJobBytes;
  }

  /** Creates a reservation without bytes. */
  reserve(options: ReservationOptions): Reservation {
    return new Reservation(this, options);
  }

  /**
   * Returns the reservations to take away so that one can have `bytes` in total, for a job if there is a worker for it.
   * Returns `undefined` if that would not suffice: nobody should lose memory in vain.
   */
  findVictims(
    own: Reservation,
    bytes: number,
    worker: JobWorkerKind | undefined,
  ): readonly Reservation[] | undefined {
    if (bytes > this.limit || (worker === "ordinary" && this.#ordinaryBytes + bytes > this.#maxJobBytes)) {
      return undefined;
    }
    const missing = this.used - own.bytes + bytes - this.limit;
    if (missing <= 0) return [];
    const others = this.reservations.values().filter((each) => each !== own);
    const holders = [...Map.groupBy(others, ({ client }) => client).values()].map(toHolder);
    const needed = bytes + (holders.find(({ client }) => client === own.client)?.bytes ?? 0);
    const isUrgent = worker !== undefined && holders.every(({ isRunning }) => !isRunning);
    const victims: Reservation[] = [];
    for (let freed = 0; freed < missing;) {
      const most = holders.reduce((a, b) => b.bytes > a.bytes ? b : a, NOBODY);
      if (most.bytes <= needed && !isUrgent) return undefined;
      most.removable ??= toRemovable(most.reservations);
      const victim = most.removable.pop();
      if (victim === undefined) return undefined;
      victims.push(victim);
      most.bytes -= victim.bytes;
      freed += victim.bytes;
    }
    return victims;
  }

  get #ordinaryBytes(): number {
    return sumOf(this.reservations.values().filter(({ worker }) => worker === "ordinary"));
  }
}

/** A client that holds bytes. */
interface Holder {
  readonly client: string;
  readonly reservations: readonly Reservation[];
  bytes: number;
  /** Whether one of its jobs runs. */
  readonly isRunning: boolean;
  /** What can be taken away, the first to go at the end, once it is needed: sorting takes most of the time. */
  removable?: Reservation[];
}

const NOBODY: Holder = { client: "", reservations: [], bytes: 0, isRunning: false };

function toHolder(reservations: readonly Reservation[]): Holder {
  return {
    client: reservations[0]!.client,
    reservations,
    bytes: sumOf(reservations),
    isRunning: reservations.some(({ worker }) => worker !== undefined),
  };
}

// The first to go is the largest, and of these the newest. An error is better than a response that breaks off.
function toRemovable(reservations: readonly Reservation[]): Reservation[] {
  const idle = reservations.filter(({ worker }) => worker === undefined).sort((a, b) => a.bytes - b.bytes);
  return [...idle.filter(({ isSending }) => isSending), ...idle.filter(({ isSending }) => !isSending)];
}

function sumOf(reservations: Iterable<Reservation>): number {
  let sum = 0;
  for (const { bytes } of reservations) sum += bytes;
  return sum;
}
