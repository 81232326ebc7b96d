import type { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import { type Job, type JobResult, type JobWorker, kindOf } from "@/lib/workers/job.ts";
import { jobTimeoutError } from "@/lib/workers/job_errors.ts";
import type { JobWorkerKind } from "@/lib/workers/job.ts";
import type { Work } from "@/lib/workers/work.ts";
import { CancelledError, ImageError } from "@pawkit/images";

/** A job that a place can run. */
export interface PlacedJob {
  readonly job: Job;
  /** Its reservation has what the job needs while it runs, and its result when it has ended. */
  readonly work: Work;
}

/** How a job has left its place: it ran, or its worker could not be started. */
export type Outcome = "ended" | "no worker";

/** Options of {@linkcode Place}. */
export interface PlaceOptions {
  /** The worker for short jobs takes only those, so that nobody waits for the long jobs of others. */
  readonly kind: JobWorkerKind;
  /** The time limit for running. It begins when the worker has started. */
  readonly timeoutMs: number;
  /** Called with the first job, and again after the worker has failed. */
  readonly startWorker: () => Promise<JobWorker>;
  /** Called when a job has left its worker, before its caller continues. */
  readonly onEnd: (outcome: Outcome) => void;
  readonly setTimer: typeof setBackgroundTimeout;
  /** Returns the milliseconds since a fixed moment. */
  readonly now: () => number;
}

/** A place for one worker, which runs one job at a time. */
export class Place<T extends PlacedJob> {
  readonly kind: JobWorkerKind;
  readonly #options: PlaceOptions;
  #worker: JobWorker | undefined;
  #running: T | undefined;
  #isStuck = false;
  #failures = 0;

  constructor(options: PlaceOptions) {
    this.kind = options.kind;
    this.#options = options;
  }

  /** The job that has the place, until it leaves. */
  get running(): T | undefined {
    return this.#running;
  }

  /** Whether the time limit of its job is over while the worker is still busy. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** How often its worker has failed, or could not be started. */
  get failures(): number {
    return this.#failures;
  }

  /** Gives the place to a job, which runs next. */
  take(job: T): void {
    this.#running = job;
  }

  /** Makes the place free. Returns the job that had it. */
  leave(): T {
    const job = this.#running!;
    this.#running = undefined;
    this.#isStuck = false;
    return job;
  }

  /** Runs its job. The caller gets an error when time is up or the signal aborts; the job goes on. */
  async run(): Promise<JobResult> {
    const { timeoutMs, setTimer } = this.#options;
    const { job, work: { signal } } = this.#running!;
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const cancel = (reason: unknown) => {
      reject(reason);
      this.#worker?.cancel();
    };
    const onAbort = () => cancel(signal.reason);
    let stopTimer = () => {};
    const startTimer = () => {
      stopTimer = setTimer(timeoutMs, () => {
        this.#isStuck = true;
        cancel(jobTimeoutError(kindOf(job), timeoutMs));
      });
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    this.#execute(this.#running!, startTimer).finally(() => stopTimer()).then(resolve, reject);
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the worker, unless it is busy with a job that can still end in time. */
  close(): void {
    if (this.#running === undefined || this.#isStuck) this.#worker?.close();
  }

  /** Lets the worker do a job, charges its time, and keeps only the memory of its result. */
  async #execute({ job, work }: T, startTimer: () => void): Promise<JobResult> {
    const { startWorker, onEnd, now } = this.#options;
    let startedAt: number | undefined;
    let cpuMs: number | undefined;
    let resultBytes = 0;
    try {
      if (this.#worker?.hasEnded) this.#dropWorker();
      this.#worker ??= await startWorker();
      startedAt = now();
      // Its caller may have left since it has its place.
      if (work.signal.aborted) throw new CancelledError();
      startTimer();
      const ended = await this.#worker.run(job);
      cpuMs = ended.cpuMs;
      if ("error" in ended) throw ended.error;
      resultBytes = ended.result.bytes.length;
      return ended.result;
    } catch (error) {
      if (!(error instanceof ImageError || error instanceof CancelledError)) this.#dropWorker();
      throw error;
    } finally {
      // A worker that has failed reports no time.
      work.chargeTime(cpuMs ?? (startedAt === undefined ? 0 : now() - startedAt));
      work.reservation.releaseJob(resultBytes);
      onEnd(startedAt === undefined ? "no worker" : "ended");
    }
  }

  /** Ends a worker that is in an unknown state, or has not even started. The next job gets a new one. */
  #dropWorker(): void {
    this.#failures++;
    this.#worker?.close();
    this.#worker = undefined;
  }
}
