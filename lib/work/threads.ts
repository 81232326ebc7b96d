import { ApiError } from "@/lib/http/errors.ts";
import { type Clock, type Gate, SYSTEM_CLOCK } from "@/lib/work/gate.ts";
import { JOB_MS } from "@/lib/work/job.ts";

/** How much longer a job may take before the process has to end, because nothing else ends the job. */
const STUCK_MS = 60_000;

/** A thread that runs one job at a time. */
export interface Thread<Job, Result> {
  /** @throws {ApiError} an error of the job. After any other error the thread is of no use. */
  run(job: Job): Promise<Result>;
  close(): void;
}

/** Options of {@linkcode Threads}. */
export interface ThreadsOptions<Job, Result> {
  /** Gives each job its places. */
  readonly gate: Gate;
  /** What a refused request cannot do, as in the options of the gate. */
  readonly action: string;
  readonly start: () => Promise<Thread<Job, Result>>;
  /** Ends the process. */
  readonly onStuck: () => void;
  readonly clock?: Clock;
}

/** A job and its places. */
export interface Task<Job, Found> {
  /** Called when the job has its places, because creating a job may take time, too. */
  readonly createJob: () => Job;
  readonly units?: number;
  /** Called when the job has its places. If it returns a result, the job does not run. */
  readonly find?: (() => Found | undefined) | undefined;
}

/** Threads that start when they are needed, and that are used again. */
export class Threads<Job, Result> {
  readonly #options: ThreadsOptions<Job, Result>;
  readonly #idle: Thread<Job, Result>[] = [];
  #isClosed = false;

  constructor(options: ThreadsOptions<Job, Result>) {
    this.#options = options;
  }

  /**
   * Runs a job when there is room for it. A job keeps its places until it ends, also if its request has ended earlier,
   * because no thread can be stopped.
   *
   * @throws {ApiError} `overloaded`, `filter_timeout`, or the error of the job.
   * @throws the reason of the signal if it aborts.
   */
  async run<Found = never>(client: string, signal: AbortSignal, task: Task<Job, Found>): Promise<Result | Found> {
    const { gate, action, onStuck, clock = SYSTEM_CLOCK } = this.#options;
    using places = new DisposableStack();
    places.use(await gate.enter(client, signal, task.units));
    signal.throwIfAborted();
    const found = task.find?.();
    if (found !== undefined) return found;
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
    const untilJobEnds = places.move();
    const onTimeout = () => {
      const message = `${action}: must take at most ${JOB_MS / 1000} s`;
      stop(new ApiError("filter_timeout", message, { details: { limit: JOB_MS } }));
    };
    untilJobEnds.use(clock.setTimer(JOB_MS, onTimeout));
    untilJobEnds.use(clock.setTimer(JOB_MS + STUCK_MS, onStuck));
    const onAbort = () => stop(signal.reason);
    signal.addEventListener("abort", onAbort);
    untilJobEnds.defer(() => signal.removeEventListener("abort", onAbort));
    const ended = this.#runJob(task.createJob()).finally(() => untilJobEnds.dispose());
    return await Promise.race([ended, stopped]);
  }

  /** Closes idle threads now, and the others after their job. */
  close(): void {
    this.#isClosed = true;
    for (const thread of this.#idle.splice(0)) thread.close();
  }

  async #runJob(job: Job): Promise<Result> {
    const thread = this.#idle.pop() ?? await this.#options.start();
    // Nobody knows the state of a thread after an unexpected error.
    let isUsable = false;
    try {
      const result = await thread.run(job);
      isUsable = true;
      return result;
    } catch (error) {
      isUsable = error instanceof ApiError;
      throw error;
    } finally {
      if (isUsable && !this.#isClosed) this.#idle.push(thread);
      else thread.close();
    }
  }
}
