import type { StartTimer } from "@/lib/async/deadline.ts";
import type { JobKind } from "@/lib/filters/fair_queue.ts";
import type { Job, JobResult, JobRunner } from "@/lib/filters/job.ts";
import { LARGE_PIXELS } from "@/lib/filters/pixel_budget.ts";
import { jobTimeoutError } from "@/lib/filters/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

/** Options of {@linkcode Runners}. */
export interface RunnersOptions {
  /** The maximum number of runners with a job, without the stuck ones. */
  readonly maxRunners: number;
  /** The time limit of a job. */
  readonly timeoutMs: number;
  readonly createRunner: () => Promise<JobRunner>;
  readonly startTimer: StartTimer;
  /** Called when a stuck job has ended. */
  readonly onUnstuck: () => void;
}

/** A job to run. */
export interface RunOptions {
  readonly job: Job;
  readonly kind: JobKind;
  /** The pixels of a frame, which determine the memory of the job. */
  readonly framePixels: number;
}

/** Creates runners on demand, reuses them, and replaces those whose job takes too long. */
export class Runners {
  readonly #options: RunnersOptions;
  readonly #idle: JobRunner[] = [];
  readonly #stuck = new Set<JobRunner>();
  #busy = 0;
  #isClosed = false;

  constructor(options: RunnersOptions) {
    this.#options = options;
  }

  /** The number of runners with a job, without the stuck ones. */
  get busy(): number {
    return this.#busy;
  }

  /** The number of runners whose job has timed out but is still running. */
  get stuck(): number {
    return this.#stuck.size;
  }

  /**
   * Runs a job on an idle or a new runner.
   *
   * @throws {ApiError} `filter_timeout`. The job still runs then, but its runner no longer counts as busy, because a job
   * that never ends would block the others.
   * @throws {ImageError} `broken_image`.
   */
  async run(options: RunOptions): Promise<JobResult> {
    this.#busy++;
    try {
      const runner = this.#takeIdle(options) ?? await this.#options.createRunner();
      return await this.#runWithTimeout(runner, options);
    } finally {
      this.#busy--;
    }
  }

  /** Closes all runners: idle and stuck ones at once, busy ones after their job. */
  close(): void {
    this.#isClosed = true;
    for (const runner of [...this.#idle.splice(0), ...this.#stuck]) runner.close();
  }

  // A large job closes its runner. It leaves an idle one to the jobs of others, unless all runners exist already: while one
  // client sends large images, the small ones of others would otherwise wait for the start of a runner each time.
  #takeIdle({ framePixels }: RunOptions): JobRunner | undefined {
    if (framePixels > LARGE_PIXELS && this.#busy + this.#idle.length <= this.#options.maxRunners) return undefined;
    return this.#idle.pop();
  }

  async #runWithTimeout(runner: JobRunner, { job, kind, framePixels }: RunOptions): Promise<JobResult> {
    const { timeoutMs, onUnstuck, startTimer } = this.#options;
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const stopTimer = startTimer(() => {
      // Not closed yet: that would not stop the job, and the runner could no longer report that it has ended.
      this.#stuck.add(runner);
      reject(jobTimeoutError(kind, timeoutMs));
    }, timeoutMs);
    const result = runner.run(job);
    const release = (isReusable: boolean) => {
      stopTimer();
      const wasStuck = this.#stuck.delete(runner);
      // Closing a runner frees its memory at once, the garbage collector perhaps after many jobs. The next takes 50 ms.
      const isLarge = framePixels > LARGE_PIXELS;
      if (isReusable && !wasStuck && !isLarge && !this.#isClosed) this.#idle.push(runner);
      else runner.close();
      if (wasStuck) onUnstuck();
    };
    // A runner can be reused after an image that cannot be decoded, but not after any other error.
    result.then(() => release(true), (error) => release(error instanceof ImageError));
    return await Promise.race([result, timeout]);
  }
}
