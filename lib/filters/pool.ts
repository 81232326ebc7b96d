import type { Job, JobResult } from "@/lib/filters/job.ts";
import type { Lane } from "@/lib/filters/job_runner.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/** Options of {@linkcode Pool}. */
export interface PoolOptions {
  /** Threads that work at once. */
  readonly workers: number;
  /** Jobs that may wait. */
  readonly queue: number;
  /** How long a job may run, and how long it may wait. */
  readonly timeoutMs: number;
  /**
   * Pixels that all running jobs together may have. At its peak a job takes up to 20 bytes for each pixel of a frame
   * (measured: JPEG 13, PNG 12, and 20 in a single row: what the decoder holds, the pixels, and the blur or the
   * encoder), so 25 MP are 500 MB: a picture of the largest size runs alone, two of 12 MP side by side. With 64 MiB of
   * kept answers, 32 of sources and 80 for the rest of the service that fits into the 768 MB of a small machine.
   */
  readonly maxPixels: number;
  readonly open: () => Promise<Lane>;
}

/**
 * A thread that worked on more pixels is ended, and another one started when it is needed: that takes 50 ms, and its
 * memory is back at once, while what a garbage collector finds may stay for many jobs.
 */
const MAX_KEPT_PIXELS = 4_000_000;

/** What the pool is doing. */
export interface PoolStatus {
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
  /** Threads whose job went over its time and still runs. */
  readonly stuck: number;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** Shares out jobs to threads, which are started when the first jobs come. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #timeoutMs: number;
  readonly #idle: Lane[] = [];
  readonly #queue: Waiting[] = [];
  readonly #stuck = new Set<Lane>();
  #busy = 0;
  #pixels = 0;
  #isClosed = false;

  /** Makes an empty pool. */
  constructor(options: PoolOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs;
  }

  /** What the pool is doing. */
  get status(): PoolStatus {
    const { workers } = this.#options;
    return { workers, busy: this.#busy, waiting: this.#queue.length, stuck: this.#stuck.size };
  }

  /** Whether so many threads are stuck that new ones would only make it worse. */
  get isExhausted(): boolean {
    return this.#stuck.size >= 2 * this.#options.workers;
  }

  /**
   * Does a job as soon as a thread is free. A caller who leaves frees the place in the queue.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`; the reason of `signal` when it aborts.
   * @throws {ImageError} `broken_image`.
   */
  async run(job: Job, signal: AbortSignal): Promise<JobResult> {
    signal.throwIfAborted();
    const isFull = this.#queue.length >= this.#options.queue && !(this.#queue.length === 0 && this.#hasRoom(job));
    if (isFull || this.isExhausted || this.#isClosed) throw overloaded();
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const waiting = { job, resolve, reject };
    const leave = () => this.#dismiss(waiting, signal.reason);
    // Who has waited as long as a job may run is told to come back: the answer would come too late.
    const timer = setTimeout(
      () => this.#queue.includes(waiting) && this.#dismiss(waiting, overloaded()),
      this.#timeoutMs,
    );
    signal.addEventListener("abort", leave);
    this.#queue.push(waiting);
    this.#startNext();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  /** Ends all threads; a busy one ends after its job. */
  close(): void {
    this.#isClosed = true;
    for (const lane of [...this.#idle.splice(0), ...this.#stuck]) lane.close();
    for (const waiting of [...this.#queue]) this.#dismiss(waiting, overloaded());
  }

  #dismiss(waiting: Waiting, reason: unknown): void {
    const place = this.#queue.indexOf(waiting);
    if (place >= 0) this.#queue.splice(place, 1);
    waiting.reject(reason);
    // Whoever comes next may be smaller, and fit beside those that run.
    this.#startNext();
  }

  #hasRoom({ header }: Job): boolean {
    const fits = this.#pixels === 0 || this.#pixels + header.framePixels <= this.#options.maxPixels;
    return fits && this.#busy < this.#options.workers;
  }

  #startNext(): void {
    for (let next = this.#queue[0]; next !== undefined && this.#hasRoom(next.job); next = this.#queue[0]) {
      this.#queue.shift();
      void this.#start(next);
    }
  }

  async #start({ job, resolve, reject }: Waiting): Promise<void> {
    this.#busy++;
    this.#pixels += job.header.framePixels;
    try {
      const lane = this.#idle.pop() ?? await this.#options.open();
      resolve(await this.#runInTime(lane, job));
    } catch (error) {
      reject(error);
    }
    this.#busy--;
    this.#pixels -= job.header.framePixels;
    this.#startNext();
  }

  /** Runs a job, and afterwards keeps the thread or, if it failed or took too long, lets it go. */
  async #runInTime(lane: Lane, job: Job): Promise<JobResult> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#stuck.add(lane);
      reject(timedOut(this.#timeoutMs));
    }, this.#timeoutMs);
    const result = lane.run(job);
    const end = (isSound: boolean) => {
      clearTimeout(timer);
      const isLate = this.#stuck.delete(lane);
      const isLarge = job.header.framePixels > MAX_KEPT_PIXELS;
      if (isSound && !isLate && !isLarge && !this.#isClosed) this.#idle.push(lane);
      else lane.close();
    };
    // A file that cannot be decoded is no fault of the thread.
    result.then(() => end(true), (error) => end(error instanceof ImageError));
    return await Promise.race([result, late]);
  }
}

function overloaded(): ApiError {
  return new ApiError("overloaded", "Cannot filter the image: too many are waiting, try again in 2 s", {
    headers: { "retry-after": "2" },
  });
}

function timedOut(limit: number): ApiError {
  return new ApiError("filter_timeout", `Cannot filter the image: the filter took longer than ${limit} ms`, {
    details: { limit },
  });
}
