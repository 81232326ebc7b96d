import type { Job, JobResult, JobRunner } from "@/lib/filters/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/**
 * A runner is reused only after images of at most this many pixels. After a larger one it is closed, which frees its memory at
 * once; the garbage collector may not free it for many jobs. Creating the next runner takes 50 ms.
 */
const MAX_REUSE_PIXELS = 4_000_000;

/** Seconds after which a rejected caller should try again. */
const RETRY_AFTER_SECONDS = 2;

/** The limits of a {@linkcode Pool}, named like the settings that they come from. */
export interface PoolLimits {
  /** The maximum number of runners. 0 means one as well: `createRunner` then uses the main thread, not a worker. */
  readonly filterWorkers: number;
  /** The maximum number of waiting jobs. */
  readonly filterQueue: number;
  /** The time limit for waiting, and again for running: a caller may wait twice as long, plus the start of a runner. */
  readonly filterTimeoutMs: number;
  /**
   * The maximum number of pixels of all running jobs together, except stuck ones; a larger job runs alone. It limits memory: a job takes
   * up to 20 bytes per pixel of a frame for the decoder, the pixels, and the blur or the encoder. (Measured: PNG 12,
   * JPEG 13, images that are one row high 20.) The default of 25 million pixels takes 500 MB. Together with 64 MiB of
   * cached results, 32 MiB of cached sources and 80 MB for the rest of the service, this fits into 768 MB.
   */
  readonly maxPixels: number;
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

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: unknown) => void;
  /** Rejects the job when it has waited too long. */
  readonly waitTimer: ReturnType<typeof setTimeout>;
}

/** Runs jobs on a limited number of runners, which are created on demand and reused. Jobs that must wait are queued. */
export class Pool {
  readonly #limits: PoolLimits;
  readonly #maxRunners: number;
  readonly #createRunner: () => Promise<JobRunner>;
  readonly #idle: JobRunner[] = [];
  readonly #queue: QueuedJob[] = [];
  readonly #stuck = new Set<JobRunner>();
  #busy = 0;
  #runningPixels = 0;
  #isClosed = false;

  /** Creates a pool. It calls `createRunner` whenever a job can start and no runner is idle. */
  constructor(limits: PoolLimits, createRunner: () => Promise<JobRunner>) {
    this.#limits = limits;
    this.#maxRunners = Math.max(limits.filterWorkers, 1);
    this.#createRunner = createRunner;
  }

  /** The current load. */
  get status(): PoolStatus {
    return { workers: this.#maxRunners, busy: this.#busy, waiting: this.#queue.length, stuck: this.#stuck.size };
  }

  /**
   * Whether no job may start because twice the maximum number of runners are stuck. A stuck runner is replaced by a new
   * one, but still uses a core and its memory.
   */
  get isExhausted(): boolean {
    return this.#stuck.size >= 2 * this.#maxRunners;
  }

  /**
   * Runs a job when the jobs before it have started and the limits allow it. If `signal` aborts, a waiting job is removed
   * from the queue; a running job continues, but its result is discarded.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`.
   * @throws {ImageError} `broken_image`.
   * @throws the reason of `signal` if it aborts.
   */
  async run(job: Job, signal: AbortSignal): Promise<JobResult> {
    signal.throwIfAborted();
    const canStartNow = this.#queue.length === 0 && this.#canStart(job);
    const canWait = this.#queue.length < this.#limits.filterQueue && !this.isExhausted;
    if (this.#isClosed || !(canStartNow || canWait)) throw overloadedError();
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    // The time limit for waiting equals the one for running: after that the result would come too late.
    const waitTimer = setTimeout(() => this.#reject(queued, overloadedError()), this.#limits.filterTimeoutMs);
    const queued: QueuedJob = { job, resolve, reject, waitTimer };
    const onAbort = () => this.#reject(queued, signal.reason);
    signal.addEventListener("abort", onAbort);
    this.#queue.push(queued);
    this.#startNext();
    try {
      return await promise;
    } finally {
      clearTimeout(waitTimer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Rejects waiting and later jobs, and closes all runners: idle and stuck ones at once, busy ones after their job. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(overloadedError());
    for (const runner of [...this.#idle.splice(0), ...this.#stuck]) runner.close();
  }

  #reject(queued: QueuedJob, reason: unknown): void {
    queued.reject(reason);
    const index = this.#queue.indexOf(queued);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    // If it was the first, the next job may be smaller and fit alongside the running ones.
    this.#startNext();
  }

  #canStart({ header }: Job): boolean {
    if (this.#busy >= this.#maxRunners || this.isExhausted) return false;
    // A job above the limit may run alone.
    return this.#busy === 0 || this.#runningPixels + header.framePixels <= this.#limits.maxPixels;
  }

  #startNext(): void {
    for (let next = this.#queue[0]; next !== undefined && this.#canStart(next.job); next = this.#queue[0]) {
      this.#queue.shift();
      clearTimeout(next.waitTimer);
      void this.#start(next);
    }
  }

  async #start({ job, resolve, reject }: QueuedJob): Promise<void> {
    this.#busy++;
    this.#runningPixels += job.header.framePixels;
    try {
      const runner = this.#idle.pop() ?? await this.#createRunner();
      resolve(await this.#runWithTimeout(runner, job));
    } catch (error) {
      reject(error);
    }
    // After a timeout the job may still run. Its pixels no longer count, because a job that never ends would block the others.
    this.#busy--;
    this.#runningPixels -= job.header.framePixels;
    this.#startNext();
  }

  async #runWithTimeout(runner: JobRunner, job: Job): Promise<JobResult> {
    const { filterTimeoutMs: limit } = this.#limits;
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      // Not closed yet: that would not stop the job, and the runner could no longer report that it has ended.
      this.#stuck.add(runner);
      const message = `Cannot filter the image: the filter took longer than ${limit} ms`;
      reject(new ApiError("filter_timeout", message, { details: { limit } }));
    }, limit);
    const result = runner.run(job);
    const release = (isReusable: boolean) => {
      clearTimeout(timer);
      const wasStuck = this.#stuck.delete(runner);
      const isLarge = job.header.framePixels > MAX_REUSE_PIXELS;
      if (isReusable && !wasStuck && !isLarge && !this.#isClosed) this.#idle.push(runner);
      else runner.close();
      // Waiting jobs may start again if the pool was exhausted.
      if (wasStuck) this.#startNext();
    };
    // A runner can be reused after an image that cannot be decoded, but not after any other error.
    result.then(() => release(true), (error) => release(error instanceof ImageError));
    return await Promise.race([result, timeout]);
  }
}

function overloadedError(): ApiError {
  const message = `Cannot filter the image: the service is overloaded, try again in ${RETRY_AFTER_SECONDS} s`;
  return new ApiError("overloaded", message, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}
