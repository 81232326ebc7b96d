import { type StartTimer, startTimer } from "@/lib/async/deadline.ts";
import { FairQueue, type JobKind, type QueuedJob } from "@/lib/filters/fair_queue.ts";
import type { Job, JobResult, JobRunner } from "@/lib/filters/job.ts";
import { PixelBudget } from "@/lib/filters/pixel_budget.ts";
import { overloadedError } from "@/lib/filters/errors.ts";
import { Runners, type RunOptions } from "@/lib/filters/runners.ts";
import type { Caller, Share } from "@/lib/http/caller.ts";
import { shareExceededError } from "@/lib/http/errors.ts";

/** The maximum size of all waiting images: six of the largest. 64 of them, the default queue, would take 640 MB. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** The maximum number of waiting drawings. At 50 ms each, two workers finish them within 7 s. */
const MAX_WAITING_DRAWINGS = 256;

/** The work of a job besides its pixels, as a number of pixels that take as long: 2 ms, and 40 ms for a drawing. */
const FIXED_WORK: Readonly<Record<JobKind, number>> = { filter: 100_000, drawing: 2_000_000 };

/** The limits of a {@linkcode Pool}, named like the settings that they come from. */
export interface PoolLimits {
  /** The maximum number of runners. 0 means one as well: `createRunner` then uses the main thread, not a worker. */
  readonly filterWorkers: number;
  /** The maximum number of waiting filters, of all clients together. */
  readonly filterQueue: number;
  /** The time limit for waiting, and again for running: a caller may wait twice as long, plus the start of a runner. */
  readonly filterTimeoutMs: number;
  /** The maximum number of pixels of all running jobs together; see {@linkcode PixelBudget}. */
  readonly maxPixels: number;
  /** The share of each client. */
  readonly shares: Readonly<Record<JobKind, Share>>;
}

/** The load of the pool. */
export interface PoolStatus {
  /** The maximum number of runners. */
  readonly workers: number;
  /** Runners with a job, without the stuck ones. */
  readonly busy: number;
  readonly waiting: number;
  /** Runners whose job has timed out but is still running. */
  readonly stuck: number;
}

interface PendingJob extends QueuedJob, RunOptions {
  /** The pixels of all frames, which determine the time of the job. */
  readonly totalPixels: number;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** Runs jobs on a limited number of runners, which are created on demand and reused. Clients whose jobs wait take turns. */
export class Pool {
  readonly #limits: PoolLimits;
  readonly #maxRunners: number;
  readonly #budget: PixelBudget;
  readonly #runners: Runners;
  readonly #queue: FairQueue<PendingJob>;
  #isClosed = false;

  /** Creates a pool. It calls `createRunner` whenever a job can start and no runner is idle. */
  constructor(
    limits: PoolLimits,
    createRunner: () => Promise<JobRunner>,
    private readonly timer: StartTimer = startTimer,
  ) {
    this.#limits = limits;
    this.#maxRunners = Math.max(limits.filterWorkers, 1);
    this.#budget = new PixelBudget(limits.maxPixels, this.#maxRunners);
    this.#runners = new Runners({
      maxRunners: this.#maxRunners,
      timeoutMs: limits.filterTimeoutMs,
      createRunner,
      startTimer: this.timer,
      // Waiting jobs may start again if the pool was exhausted.
      onUnstuck: () => this.#startNext(),
    });
    const capacity = { filter: limits.filterQueue, drawing: MAX_WAITING_DRAWINGS };
    this.#queue = new FairQueue({ shares: limits.shares, capacity, maxWaitingBytes: MAX_WAITING_BYTES });
  }

  /** The current load. */
  get status(): PoolStatus {
    const { busy, stuck } = this.#runners;
    return { workers: this.#maxRunners, busy, waiting: this.#queue.waiting.length, stuck };
  }

  /**
   * Whether no job may start because twice the maximum number of runners are stuck. A stuck runner is replaced by a new
   * one, but still uses a core and its memory.
   */
  get isExhausted(): boolean {
    return this.#runners.stuck >= 2 * this.#maxRunners;
  }

  /**
   * Runs a job when it is its client's turn and the limits allow it. If `signal` aborts, a waiting job is removed from the
   * queue; a running job continues, but its result is discarded.
   *
   * @throws {ApiError} `rate_limited`, `overloaded` or `filter_timeout`.
   * @throws {ImageError} `broken_image`.
   * @throws the reason of `signal` if it aborts.
   */
  async run(job: Job, { signal, client = "" }: Pick<Caller, "signal" | "client">): Promise<JobResult> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const isDrawing = "svg" in job;
    const kind = isDrawing ? "drawing" : "filter";
    const { framePixels, totalPixels } = isDrawing
      ? { framePixels: job.side ** 2, totalPixels: job.side ** 2 }
      : job.header;
    const pending: PendingJob = {
      job,
      client,
      kind,
      work: FIXED_WORK[kind] + totalPixels,
      bytes: isDrawing ? job.svg.length : job.bytes.length,
      framePixels,
      totalPixels,
      resolve,
      reject,
    };
    if (this.#isClosed) throw overloadedError(kind);
    const onAbort = () => this.#withdraw(pending, signal.reason);
    signal.addEventListener("abort", onAbort);
    this.#queue.add(pending);
    this.#startNext();
    const stopTimer = this.#queue.isWaiting(pending) ? this.#limitWaiting(pending) : undefined;
    try {
      return await promise;
    } finally {
      stopTimer?.();
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Rejects waiting and later jobs, and closes all runners: idle and stuck ones at once, busy ones after their job. */
  close(): void {
    this.#isClosed = true;
    for (const pending of this.#queue.waiting) this.#withdraw(pending, overloadedError(pending.kind));
    this.#runners.close();
  }

  #startNext(): void {
    while (!this.#isClosed && !this.isExhausted && this.#runners.busy < this.#maxRunners) {
      const mayStart = this.#budget.startRound();
      const next = this.#queue.take(({ totalPixels }) => mayStart(totalPixels));
      if (next === undefined) return;
      void this.#start(next);
    }
  }

  /** Rejects a job that may not wait, or the one that has to leave for it. Returns what stops the timer of its waiting. */
  #limitWaiting(pending: PendingJob): () => void {
    const { kind } = pending;
    if (this.isExhausted) {
      this.#withdraw(pending, overloadedError(kind));
    } else if (this.#queue.exceedsShare(pending)) {
      this.#withdraw(pending, shareExceededError(kind, this.#limits.shares[kind].waiting));
    } else {
      this.#makeRoom(pending);
    }
    // The time limit for waiting equals the one for running: after that the result would come too late.
    return this.timer(() => {
      if (this.#queue.isWaiting(pending)) this.#withdraw(pending, overloadedError(kind));
    }, this.#limits.filterTimeoutMs);
  }

  /** Rejects jobs until all that wait are within the limits: a large one may take the place of several small ones. */
  #makeRoom(newest: PendingJob): void {
    let overflow: PendingJob | undefined;
    do {
      overflow = this.#queue.findOverflow(newest);
      // Only about this caller: another client that waits for the same result may have fewer waiting jobs.
      if (overflow !== undefined) this.#withdraw(overflow, overloadedError(overflow.kind, true));
    } while (overflow !== undefined && overflow !== newest);
  }

  #withdraw(pending: PendingJob, reason: unknown): void {
    pending.reject(reason);
    // Jobs that it blocked may be smaller and fit alongside the running ones.
    if (this.#queue.remove(pending)) this.#startNext();
  }

  async #start(pending: PendingJob): Promise<void> {
    this.#budget.take(pending.totalPixels);
    try {
      pending.resolve(await this.#runners.run(pending));
    } catch (error) {
      pending.reject(error);
    }
    this.#budget.free(pending.totalPixels);
    this.#queue.end(pending);
    this.#startNext();
  }
}
