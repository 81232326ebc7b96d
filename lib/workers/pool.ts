import { setImmediate } from "node:timers/promises";
import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import type { MemoryBudget, Reservation } from "@/lib/workers/memory_budget.ts";
import type { Cost } from "@/lib/workers/cost.ts";
import type { Caller } from "@/lib/http/caller.ts";
import type { Bill } from "@/lib/http/price.ts";
import { jobTimeoutError, overloadedError } from "@/lib/workers/job_errors.ts";
import { FairQueue, type QueuedJob } from "@/lib/workers/fair_queue.ts";
import { type Job, type JobResult, type JobWorker, kindOf, sizeOf } from "@/lib/workers/job.ts";
import { StallWatch } from "@/lib/workers/stall_watch.ts";
import { CancelledError, ImageError } from "@pawkit/images";

/** One worker takes only jobs up to this estimate, so that nobody waits for the long jobs of others. */
const MAX_SHORT_MS = 300;

/** Options of {@linkcode Pool}. */
export interface PoolOptions {
  /** The number of workers for every job; one more is for short jobs. 0: the main thread runs all jobs. */
  readonly filterWorkers: number;
  /** The time limit for waiting, and again for running: a caller may wait twice as long, plus the start of a worker. */
  readonly filterTimeoutMs: number;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** How much of it the jobs of the workers for every job may take together. */
  readonly maxJobBytes: number;
  /** Called when a job can start, if its worker does not run yet or has failed. */
  readonly startWorker: () => Promise<JobWorker>;
  readonly setTimer?: typeof setBackgroundTimeout;
  /** Returns the milliseconds since a fixed moment; by default `performance.now()`. */
  readonly now?: () => number;
}

/** The load of the pool. */
export interface PoolStatus {
  /** The number of workers, including the one for short jobs. */
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
  /** The busy workers whose job has timed out. */
  readonly stuck: number;
  /** How many workers have failed, or could not be started. */
  readonly failures: number;
  /** Whether a restart is needed, see {@linkcode StallWatch}. */
  readonly isStalled: boolean;
  /** The memory of all work in progress, in bytes. */
  readonly memory: { readonly used: number; readonly limit: number };
}

/** The caller of a job: the memory of its request, which has the client and the signal, and who pays for its time. */
export interface JobCaller extends Pick<Caller, "assertNoDebt"> {
  readonly reservation: Reservation;
  readonly bill: Bill;
}

/** A job for the pool. */
export interface PoolRequest<Found> {
  readonly job: Job;
  readonly cost: Cost;
  readonly caller: JobCaller;
  /**
   * Called when its turn comes. Returns the result if another job has made it: clients that need the same result at the
   * same time do not wait for each other, but those whose turn comes later find what the first one has stored.
   */
  readonly findResult: () => Found | undefined;
}

/** A place for a worker, which is started with the first job, and again after it has failed. */
interface WorkerSlot {
  /** Whether it takes only jobs of up to {@linkcode MAX_SHORT_MS}. */
  readonly isForShortJobs: boolean;
  worker?: JobWorker | undefined;
  running?: PoolJob | undefined;
}

interface PoolJob extends QueuedJob {
  readonly job: Job;
  /** Its reservation has its source while it waits, what it needs while it runs, and its result when it has ended. */
  readonly caller: JobCaller;
  readonly bytes: number;
  readonly queuedAt: number;
  /** Ends the job without running it if its result exists by now or its client has a debt. Returns whether it ended. */
  readonly skipIfNotNeeded: () => boolean;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops the timer of the longest time that it may wait or, when it runs, that it may run. */
  stopTimer: () => void;
  /** Whether its caller has got a 504 while its worker is still busy. */
  isStuck?: boolean;
  /** Whether nobody needs its result any more. */
  isCancelled?: boolean;
}

/**
 * Runs jobs in workers. Clients take turns, weighted by the estimated work of their jobs, and a job starts when there
 * is memory for it. A job occupies its memory and worker until it ends, even if its caller has gone or got a 504.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #slots: readonly WorkerSlot[];
  readonly #queue = new FairQueue<PoolJob>();
  readonly #now: () => number;
  readonly #setTimer: typeof setBackgroundTimeout;
  readonly #watch: StallWatch;
  #failures = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { filterWorkers } = options;
    this.#options = options;
    options.memory.onRelease = () => this.#startNext();
    this.#now = options.now ?? (() => performance.now());
    this.#setTimer = options.setTimer ?? setBackgroundTimeout;
    this.#watch = new StallWatch(options.filterTimeoutMs, this.#now);
    const slots = Array.from({ length: Math.max(filterWorkers, 1) }, (): WorkerSlot => ({ isForShortJobs: false }));
    this.#slots = filterWorkers === 0 ? slots : [{ isForShortJobs: true }, ...slots];
  }

  /** The current load. */
  get status(): PoolStatus {
    const { memory } = this.#options;
    const jobs = this.#slots.flatMap(({ running }) => running ?? []);
    return {
      workers: this.#slots.length,
      busy: jobs.length,
      waiting: this.#queue.waiting.length,
      stuck: jobs.filter(({ isStuck }) => isStuck).length,
      failures: this.#failures,
      isStalled: this.isStalled,
      memory: { used: memory.used, limit: memory.limit },
    };
  }

  /** Whether a restart is needed, see {@linkcode StallWatch}. */
  get isStalled(): boolean {
    return this.#watch.isStalled;
  }

  /**
   * Runs a job when it is its client's turn and there is memory for it, unless its result is found then. The next job
   * starts a task later, so that the caller can store the result before. If the signal of the caller aborts, the job is
   * removed from the queue, or told to give up if it is running.
   *
   * @throws {ApiError} `overloaded`, `filter_timeout`, or `rate_limited` if the client has a debt when its turn comes.
   * @throws {ImageError} `broken_image` or `too_expensive`.
   * @throws the reason of the signal if it aborts.
   */
  async run<Found>({ job, cost, caller, findResult }: PoolRequest<Found>): Promise<JobResult | Found> {
    const { client, signal } = caller.reservation;
    signal.throwIfAborted();
    if (this.#isClosed) throw overloadedError(kindOf(job));
    // What was downloaded is reserved already, but not a picture of this service.
    caller.reservation.growTo(sizeOf(job));
    const { promise, resolve, reject } = Promise.withResolvers<JobResult | Found>();
    const skipIfNotNeeded = () => {
      try {
        const found = findResult();
        // Earlier requests of its client may have ended, and cost more than it had, while this one waited.
        if (found === undefined) caller.assertNoDebt();
        else resolve(found);
        return found !== undefined;
      } catch (error) {
        reject(error);
        return true;
      }
    };
    // The time limit for waiting equals the one for running: after that the result would come too late.
    const onTimeout = () => this.#withdraw(pending, overloadedError(kindOf(job)));
    const stopTimer = this.#setTimer(this.#options.filterTimeoutMs, onTimeout);
    const queuedAt = this.#now();
    const pending: PoolJob = { ...cost, job, client, caller, queuedAt, stopTimer, skipIfNotNeeded, resolve, reject };
    const onAbort = () => this.#cancel(pending, signal.reason);
    signal.addEventListener("abort", onAbort);
    caller.bill.startJob();
    this.#watch.add();
    this.#queue.add(pending);
    this.#startNext();
    this.#rejectOverflow();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Rejects waiting and later jobs, and ends all workers: idle ones at once, busy ones after their job. */
  close(): void {
    this.#isClosed = true;
    for (const pending of this.#queue.waiting) this.#withdraw(pending, overloadedError(kindOf(pending.job)));
    for (const { worker, running } of this.#slots) if (running === undefined || running.isStuck) worker?.close();
  }

  /** Whether a job of a client is past its time. No other job of it starts then, because nothing can stop that one. */
  #hasStuckJob(client: string): boolean {
    return this.#slots.some(({ running }) => running?.client === client && running.isStuck);
  }

  #startNext(): void {
    for (const slot of this.#slots) {
      if (slot.running !== undefined) continue;
      const next = this.#findNext(slot);
      if (next === undefined) continue;
      // A job for which there is no memory is not passed over, except by short ones: it could wait forever.
      if (!this.#hasRoom(slot, next) || !next.caller.reservation.tryPin(next.bytes)) continue;
      this.#queue.start(next);
      void this.#start(slot, next);
    }
  }

  /** Whether the jobs of the workers for every job leave the rest of the memory to transfers and short jobs. */
  #hasRoom({ isForShortJobs }: WorkerSlot, { bytes }: PoolJob): boolean {
    const running = this.#slots.filter((slot) => !slot.isForShortJobs).map((slot) => slot.running?.bytes ?? 0);
    return isForShortJobs || running.reduce((sum, size) => sum + size, bytes) <= this.#options.maxJobBytes;
  }

  /** Returns the job whose turn it is. Jobs whose result another one has made, or that may not run, end here. */
  #findNext({ isForShortJobs }: WorkerSlot): PoolJob | undefined {
    while (true) {
      const next = this.#queue.peek(({ cpuMs, client }) =>
        (!isForShortJobs || cpuMs <= MAX_SHORT_MS) && !this.#hasStuckJob(client)
      );
      if (next === undefined || !next.skipIfNotNeeded()) return next;
      this.#remove(next);
    }
  }

  /** Rejects what cannot be done within the time that a job may wait. */
  #rejectOverflow(): void {
    const { filterWorkers, filterTimeoutMs } = this.#options;
    const capacityMs = Math.max(filterWorkers, 1) * filterTimeoutMs;
    for (let job = this.#queue.findOverflow(capacityMs); job; job = this.#queue.findOverflow(capacityMs)) {
      this.#withdraw(job, overloadedError(kindOf(job.job)));
    }
  }

  #withdraw(pending: PoolJob, reason: unknown): void {
    if (this.#remove(pending)) pending.reject(reason);
  }

  /** Removes a job from the queue. Returns whether it was waiting. */
  #remove(pending: PoolJob): boolean {
    if (!this.#queue.remove(pending)) return false;
    this.#watch.remove("withdrawn");
    settle(pending, { usedMs: 0, resultBytes: 0 });
    return true;
  }

  #cancel(pending: PoolJob, reason: unknown): void {
    pending.reject(reason);
    pending.isCancelled = true;
    this.#withdraw(pending, reason);
    this.#slots.find(({ running }) => running === pending)?.worker?.cancel();
  }

  async #start(slot: WorkerSlot, pending: PoolJob): Promise<void> {
    const { filterTimeoutMs, startWorker } = this.#options;
    slot.running = pending;
    pending.stopTimer();
    pending.stopTimer = this.#setTimer(filterTimeoutMs, () => {
      pending.isStuck = true;
      this.#cancel(pending, jobTimeoutError(kindOf(pending.job), filterTimeoutMs));
    });
    let startedAt = this.#now();
    let isStarted = false;
    let cpuMs: number | undefined;
    let resultBytes = 0;
    try {
      slot.worker ??= await startWorker();
      startedAt = this.#now();
      isStarted = true;
      // Its caller may have left while the worker was starting.
      if (!pending.isCancelled) {
        const ended = await slot.worker.run(pending.job);
        cpuMs = ended.cpuMs;
        if ("error" in ended) throw ended.error;
        const { result } = ended;
        resultBytes = result.bytes.length;
        pending.resolve({ ...result, timings: { queue: startedAt - pending.queuedAt, ...result.timings } });
      }
    } catch (error) {
      pending.reject(error);
      if (!(error instanceof ImageError || error instanceof CancelledError)) {
        // The worker is in an unknown state, or has not even started. The next job gets a new one.
        this.#failures++;
        slot.worker?.close();
        slot.worker = undefined;
      }
    }
    // A worker that has failed reports no time.
    const usedMs = cpuMs ?? (isStarted ? this.#now() - startedAt : 0);
    settle(pending, { usedMs, resultBytes });
    this.#queue.end(pending, usedMs);
    this.#watch.remove(isStarted ? "ended" : "no worker");
    // Jobs of other clients for the same picture look for the result when their turn comes. Its caller stores it now.
    await setImmediate();
    slot.running = undefined;
    this.#startNext();
    if (this.#isClosed) slot.worker?.close();
  }
}

/** Settles what a job has cost and still holds, whether or not it has run. */
function settle(
  { caller, stopTimer }: PoolJob,
  { usedMs, resultBytes }: { usedMs: number; resultBytes: number },
): void {
  stopTimer();
  caller.reservation.shrinkTo(resultBytes);
  caller.bill.endJob(usedMs);
}
