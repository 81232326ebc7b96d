import type { Job, JobResult, JobRunner } from "@/lib/filters/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/**
 * A runner that worked on more pixels is closed, and a new one is created when it is needed. That takes 50 ms and frees
 * its memory at once, while garbage may stay in memory for many jobs.
 */
const MAX_REUSE_PIXELS = 4_000_000;

/** The settings of the pool. */
export interface PoolLimits {
  /** Threads, each of which runs one job; 0 runs one job at a time in the main thread. */
  readonly filterWorkers: number;
  /** Jobs that may wait. */
  readonly filterQueue: number;
  /** How long a job may run, and how long it may wait. */
  readonly filterTimeoutMs: number;
  /**
   * Pixels of all running jobs together. At its peak a job takes up to 20 bytes for each pixel of a frame (measured:
   * JPEG 13, PNG 12, and 20 in a single row: what the decoder holds, the pixels, and the blur or the encoder), so 25 MP
   * are 500 MB: an image of the largest size runs alone, two of 12 MP run side by side. With 64 MiB of cached results,
   * 32 MiB of sources and 80 MB for the rest of the service this fits into the 768 MB of a small machine.
   */
  readonly maxPixels: number;
}

/** The load of the pool. */
export interface PoolStatus {
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
  /** Runners whose job exceeded its time and still runs. */
  readonly stuck: number;
}

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** Distributes jobs to runners, which are created when the first jobs arrive. */
export class Pool {
  readonly #limits: PoolLimits;
  readonly #workers: number;
  readonly #createRunner: () => Promise<JobRunner>;
  readonly #idle: JobRunner[] = [];
  readonly #queue: QueuedJob[] = [];
  readonly #stuck = new Set<JobRunner>();
  #busy = 0;
  #pixels = 0;
  #isClosed = false;

  /** Creates a pool without runners. */
  constructor(limits: PoolLimits, createRunner: () => Promise<JobRunner>) {
    this.#limits = limits;
    this.#workers = Math.max(limits.filterWorkers, 1);
    this.#createRunner = createRunner;
  }

  /** The load now. */
  get status(): PoolStatus {
    return { workers: this.#workers, busy: this.#busy, waiting: this.#queue.length, stuck: this.#stuck.size };
  }

  /** Whether so many runners are stuck that new ones would only make it worse. */
  get isExhausted(): boolean {
    return this.#stuck.size >= 2 * this.#workers;
  }

  /**
   * Runs a job as soon as a runner is free. A caller that leaves frees its place in the queue.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`; the reason of `signal` when it aborts.
   * @throws {ImageError} `broken_image`.
   */
  async run(job: Job, signal: AbortSignal): Promise<JobResult> {
    signal.throwIfAborted();
    const startsAtOnce = this.#queue.length === 0 && this.#hasRoom(job);
    const isFull = this.#queue.length >= this.#limits.filterQueue && !startsAtOnce;
    if (isFull || this.isExhausted || this.#isClosed) throw overloadedError();
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const queued = { job, resolve, reject };
    const leave = () => this.#dismiss(queued, signal.reason);
    // A job that has waited as long as it may run is rejected, because its result would come too late.
    const timer = setTimeout(() => {
      if (this.#queue.includes(queued)) this.#dismiss(queued, overloadedError());
    }, this.#limits.filterTimeoutMs);
    signal.addEventListener("abort", leave);
    this.#queue.push(queued);
    this.#startNext();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  /** Closes all runners; a busy one is closed after its job. */
  close(): void {
    this.#isClosed = true;
    for (const runner of [...this.#idle.splice(0), ...this.#stuck]) runner.close();
    for (const queued of [...this.#queue]) this.#dismiss(queued, overloadedError());
  }

  #dismiss(queued: QueuedJob, reason: unknown): void {
    const index = this.#queue.indexOf(queued);
    if (index >= 0) this.#queue.splice(index, 1);
    queued.reject(reason);
    // The next job may be smaller and fit beside the running ones.
    this.#startNext();
  }

  #hasRoom({ header }: Job): boolean {
    const fits = this.#pixels === 0 || this.#pixels + header.framePixels <= this.#limits.maxPixels;
    return fits && this.#busy < this.#workers;
  }

  #startNext(): void {
    for (let next = this.#queue[0]; next !== undefined && this.#hasRoom(next.job); next = this.#queue[0]) {
      this.#queue.shift();
      void this.#start(next);
    }
  }

  async #start({ job, resolve, reject }: QueuedJob): Promise<void> {
    this.#busy++;
    this.#pixels += job.header.framePixels;
    try {
      const runner = this.#idle.pop() ?? await this.#createRunner();
      resolve(await this.#runInTime(runner, job));
    } catch (error) {
      reject(error);
    }
    this.#busy--;
    this.#pixels -= job.header.framePixels;
    this.#startNext();
  }

  async #runInTime(runner: JobRunner, job: Job): Promise<JobResult> {
    const { filterTimeoutMs: limit } = this.#limits;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#stuck.add(runner);
      const message = `Cannot filter the image: the filter took longer than ${limit} ms`;
      reject(new ApiError("filter_timeout", message, { details: { limit } }));
    }, limit);
    const result = runner.run(job);
    const end = (isIntact: boolean) => {
      clearTimeout(timer);
      const isLate = this.#stuck.delete(runner);
      const isLarge = job.header.framePixels > MAX_REUSE_PIXELS;
      if (isIntact && !isLate && !isLarge && !this.#isClosed) this.#idle.push(runner);
      else runner.close();
    };
    // A file that cannot be decoded does not damage the runner.
    result.then(() => end(true), (error) => end(error instanceof ImageError));
    return await Promise.race([result, late]);
  }
}

function overloadedError(): ApiError {
  return new ApiError("overloaded", "Cannot filter the image: too many are waiting, try again in 2 s", {
    headers: { "retry-after": "2" },
  });
}
