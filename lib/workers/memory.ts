// Memory, the fourth rule of docs/operating.md. Each request that needs much memory has a reservation:
//
//   it waits    `growTo`       for the bytes that have arrived; they can be taken away
//   it runs     `tryStartJob`  for what its job needs; nobody can take that away
//   it is sent  `releaseJob`   for its result; this can be taken away, but after what waits
//   it is over  disposed, or taken away: `signal` aborts with the error of the request
//
// A file or a cached picture that is sent has no job. A job that still runs when its request is over keeps the bytes
// until it ends.
//
// If there are too few bytes, choose_victims.ts decides who loses some. If nobody does, a transfer that arrives gets
// 503, and a job stays in the queue. The jobs of the ordinary workers together leave a part to transfers and short
// jobs.

import { freeBytes } from "@/lib/async/free_bytes.ts";
import { chooseVictims, type HeldBytes } from "@/lib/workers/choose_victims.ts";
import type { JobWorkerKind } from "@/lib/workers/job.ts";

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

/** The bytes that one request holds, from the first that arrives to the last that is sent. */
export class Reservation implements Disposable, HeldBytes {
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
  readonly #companions = new DisposableStack();
  #bytes = 0;
  /** The worker of the running job. */
  #worker: JobWorkerKind | undefined;
  #isDisposed = false;

  /** Creates a reservation without bytes; use {@linkcode MemoryBudget.reserve}. */
  constructor(budget: MemoryBudget, { client, signal, createError }: ReservationOptions) {
    this.client = client;
    this.#budget = budget;
    this.#createError = createError;
    const lost = this.#controller.signal;
    this.signal = signal === undefined ? lost : AbortSignal.any([signal, lost]);
  }

  /** The reserved bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The worker of its job, while that runs. */
  get worker(): JobWorkerKind | undefined {
    return this.#worker;
  }

  /** Whether its job runs, so that the bytes cannot be taken away. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Reserves at least this many bytes in total. @throws the error of the request, which ends, if there are too few. */
  growTo(bytes: number): void {
    if (this.#tryGrowTo(bytes)) return;
    this[Symbol.dispose]();
    this.#controller.abort(this.#createError());
    throw this.#controller.signal.reason;
  }

  /** Reserves at least this many bytes in total for a job that starts now. Returns whether there were enough. */
  tryStartJob(bytes: number, worker: JobWorkerKind): boolean {
    if (!this.#tryGrowTo(bytes, worker)) return false;
    this.#worker = worker;
    return true;
  }

  /** Releases the memory of the job, which has ended or will not run. At most `resultBytes` stay, for its result. */
  releaseJob(resultBytes: number): void {
    this.#worker = undefined;
    if (this.source !== undefined) freeBytes(this.source);
    this.#setBytes(this.#isDisposed ? 0 : Math.min(resultBytes, this.#bytes));
    if (this.#isDisposed) this.#companions.dispose();
    this.#budget.reportRelease();
  }

  /** Lets something end with the reservation: at once, if that has ended already. */
  endWith(companion: Disposable): void {
    if (this.#companions.disposed) companion[Symbol.dispose]();
    else this.#companions.use(companion);
  }

  /** Releases the bytes, or lets a running job do so. */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (!this.isRunning) this.releaseJob(0);
  }

  #tryGrowTo(bytes: number, worker?: JobWorkerKind): boolean {
    if (this.#isDisposed) return false;
    const total = Math.max(bytes, this.#bytes);
    const victims = this.#budget.findVictims(this, total, worker);
    if (victims === undefined) return false;
    for (const victim of victims) victim.#takeAway();
    this.#setBytes(total);
    return true;
  }

  #takeAway(): void {
    this[Symbol.dispose]();
    // With an empty stack: an error keeps what the functions on its stack refer to, here the data of the new request.
    queueMicrotask(() => this.#controller.abort(this.#createError()));
  }

  #setBytes(bytes: number): void {
    const change = bytes - this.#bytes;
    this.#bytes = bytes;
    this.#budget.count(this, change);
  }
}

/**
 * The memory of all work in progress, whatever its kind: transfers, waiting images, running jobs and responses that are
 * being sent.
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
  /** Called after memory was released, so that waiting work can start. */
  onRelease: () => void = () => {};
  readonly #maxJobBytes: number;
  /** The reservations that have bytes. */
  readonly #reservations = new Set<Reservation>();
  #used = 0;

  constructor({ memoryBudget, maxJobBytes }: MemoryBudgetOptions) {
    this.limit = memoryBudget;
    this.#maxJobBytes = maxJobBytes;
  }

  /** The bytes that are reserved. */
  get used(): number {
    return this.#used;
  }

  /** Creates a reservation without bytes. */
  reserve(options: ReservationOptions): Reservation {
    return new Reservation(this, options);
  }

  /**
   * Returns the reservations to take away so that one can have `bytes` in total, or `undefined` if it cannot have them.
   * With a `worker`, the bytes are for a job that starts now. Called by the reservation.
   */
  findVictims(own: Reservation, bytes: number, worker?: JobWorkerKind): readonly Reservation[] | undefined {
    if (bytes > this.limit) return undefined;
    if (worker === "ordinary" && this.#sumOrdinaryJobs() + bytes > this.#maxJobBytes) return undefined;
    const missing = this.#used - own.bytes + bytes - this.limit;
    if (missing <= 0) return [];
    const others = [...this.#reservations].filter((each) => each !== own);
    return chooseVictims({ client: own.client, bytes, missing, worker, others });
  }

  /** Counts what a reservation has got or released. Called by the reservation. */
  count(reservation: Reservation, change: number): void {
    this.#used += change;
    if (reservation.bytes > 0) this.#reservations.add(reservation);
    else this.#reservations.delete(reservation);
  }

  /**
   * Reports that waiting jobs may be able to start. The report comes in a microtask, because the caller may be about to
   * use the memory itself. A reservation also calls this when it has released nothing: its job may have left the queue,
   * where it blocked the next one.
   */
  reportRelease(): void {
    queueMicrotask(() => this.onRelease());
  }

  #sumOrdinaryJobs(): number {
    let sum = 0;
    for (const { bytes, worker } of this.#reservations) if (worker === "ordinary") sum += bytes;
    return sum;
  }
}
