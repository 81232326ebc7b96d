import { setImmediate } from "node:timers/promises";
import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import type { Cost } from "@/lib/workers/cost.ts";
import { type Job, type JobResult, type JobWorker, type JobWorkerKind, kindOf, sizeOf } from "@/lib/workers/job.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { MemoryBudget } from "@/lib/workers/memory.ts";
import { type Outcome, Place, type PlacedJob } from "@/lib/workers/place.ts";
import { StallWatch } from "@/lib/workers/stall_watch.ts";
import { type QueuedJob, Turns } from "@/lib/workers/turns.ts";
import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import type { Work } from "@/lib/workers/work.ts";

/** Options of {@linkcode Pool}. */
export interface PoolOptions {
  /** The number of ordinary workers; one more is for short jobs. 0: the main thread runs all jobs. */
  readonly filterWorkers: number;
  /** The time limit for running. A job may wait twice as long for a worker. */
  readonly filterTimeoutMs: number;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** Where jobs wait. */
  readonly room: WaitingRoom;
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
  /** The requests that wait: for their turn, a slot or a worker. */
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

/** A job for the pool. */
export interface PoolRequest<Found> {
  readonly job: Job;
  readonly cost: Cost;
  /** The work that the job belongs to: its memory, and who pays for its time. */
  readonly work: Work;
  /**
   * Called when its turn comes. Returns the result if another job has made it: clients that need the same result at the
   * same time do not wait for each other, but those whose turn comes later find what the first one has stored.
   */
  readonly findResult: () => Found | undefined;
}

interface PoolJob extends QueuedJob, PlacedJob, Cost {
  /** Ends the wait if its result exists by now. Returns whether it did. */
  readonly skip: () => boolean;
  /** Ends the wait, because the job has a place. */
  readonly start: (place: Place<PoolJob>) => void;
}

/**
 * Runs jobs in workers, in the order of turns (turns.ts), each when there is memory for it (memory.ts). A job occupies
 * its memory and worker until it ends, even if its caller has gone or got a 504.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #places: readonly Place<PoolJob>[];
  readonly #turns = new Turns<PoolJob>();
  readonly #now: () => number;
  readonly #watch: StallWatch;
  /** A worker that was started before there was a job for it. */
  #spare: Promise<JobWorker> | undefined;
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { filterWorkers, filterTimeoutMs } = options;
    this.#options = options;
    options.memory.onRelease = () => this.#startNext();
    this.#now = options.now ?? (() => performance.now());
    this.#watch = new StallWatch(filterTimeoutMs, this.#now);
    const ordinary = Array.from({ length: Math.max(filterWorkers, 1) }, () => this.#createPlace("ordinary"));
    this.#places = filterWorkers === 0 ? ordinary : [this.#createPlace("short"), ...ordinary];
  }

  /** The memory of all work in progress. */
  get memory(): MemoryBudget {
    return this.#options.memory;
  }

  /** The current load. */
  get status(): PoolStatus {
    const { memory, room } = this.#options;
    return {
      workers: this.#places.length,
      busy: this.#places.filter(({ running }) => running !== undefined).length,
      waiting: room.size,
      stuck: this.#places.filter(({ isStuck }) => isStuck).length,
      failures: this.#places.reduce((sum, { failures }) => sum + failures, 0),
      isStalled: this.isStalled,
      memory: { used: memory.used, limit: memory.limit },
    };
  }

  /** Whether a restart is needed, see {@linkcode StallWatch}. */
  get isStalled(): boolean {
    return this.#watch.isStalled(this.#canStart);
  }

  /** Whether any job of another client could start: a worker is free, and no job waits for memory. */
  get #canStart(): boolean {
    const isFree = this.#places.some(({ kind, running }) => kind === "ordinary" && running === undefined);
    return isFree && this.#turns.peek(({ client }) => !this.#hasStuckJob(client)) === undefined;
  }

  /** Starts the worker of the first job, so that the job does not wait for it. An error is that of the job. */
  startSpare(): void {
    // The main thread would load the codecs while requests wait.
    if (this.#options.filterWorkers === 0) return;
    this.#spare = this.#options.startWorker();
    this.#spare.catch(() => {});
  }

  /**
   * Runs a job when it is its client's turn and there is memory for it, unless its result is found then. The next job
   * starts a task later, so that the caller can store the result before. If the signal of the work aborts, the job is
   * removed from the queue, or told to give up if it is running.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`.
   * @throws {ImageError} `broken_image` or `too_expensive`.
   * @throws the reason of the signal if it aborts.
   */
  async run<Found>(request: PoolRequest<Found>): Promise<JobResult | Found> {
    const { job, work } = request;
    work.signal.throwIfAborted();
    if (this.#isClosed) throw overloadedError(kindOf(job));
    // What was downloaded is reserved already, but not a picture of this service.
    work.reservation.growTo(sizeOf(job));
    const queuedAt = this.#now();
    this.#watch.add(this.#canStart);
    const turn = await this.#waitForTurn(request);
    work.waitedMs += this.#now() - queuedAt;
    if ("found" in turn) return turn.found;
    const result = await turn.place.run();
    return { ...result, timings: { queue: work.waitedMs, ...result.timings } };
  }

  /** Rejects what waits and later jobs, and ends all workers: idle ones at once, busy ones after their job. */
  close(): void {
    this.#isClosed = true;
    this.#options.room.close();
    for (const place of this.#places) place.close();
    this.#spare?.then((worker) => worker.close(), () => {});
  }

  /** Waits until a job has a place, or its result is found. */
  async #waitForTurn<Found>({ job, cost, work, findResult }: PoolRequest<Found>): Promise<Turn<Found>> {
    const { room, filterTimeoutMs } = this.#options;
    const { client, signal } = work.reservation;
    const skip = () => {
      const found = findResult();
      if (found !== undefined) waiter.call({ found });
      return found !== undefined;
    };
    const start = (place: Place<PoolJob>) => waiter.call({ place });
    const pending: PoolJob = { ...cost, job, client, work, skip, start };
    // Before `waiter` exists, because the room may end the wait at once. Nothing calls `skip` or `start` that early.
    this.#turns.add(pending);
    const waiter = room.enter<Turn<Found>>({
      client,
      signal,
      waitMs: 2 * filterTimeoutMs,
      overloadedError: () => overloadedError(kindOf(job)),
      onEnd: () => this.#turns.remove(pending),
    });
    this.#startNext();
    const turn = await waiter.called.catch((error) => {
      this.#withdraw(pending);
      throw error;
    });
    if ("found" in turn) this.#withdraw(pending);
    return turn;
  }

  /** Releases what a job holds that will not run. */
  #withdraw({ work }: PoolJob): void {
    this.#watch.remove("withdrawn");
    work.reservation.releaseJob(0);
  }

  #startNext(): void {
    for (const place of this.#places) {
      if (place.running !== undefined) continue;
      const next = this.#findNext(place);
      // A job for which there is no memory is not passed over, except by short ones: it could wait forever.
      if (next === undefined || !next.work.reservation.tryStartJob(next.bytes, place.kind)) continue;
      place.take(next);
      this.#turns.start(next);
      next.start(place);
    }
  }

  /** Returns the job whose turn it is. Jobs whose result another one has made end here. */
  #findNext({ kind }: Place<PoolJob>): PoolJob | undefined {
    const mayStart = ({ isShort, client }: PoolJob) => (kind === "ordinary" || isShort) && !this.#hasStuckJob(client);
    let next = this.#turns.peek(mayStart);
    while (next?.skip()) next = this.#turns.peek(mayStart);
    return next;
  }

  /** Whether a job of a client is past its time. No other job of it starts then, because nothing can stop that one. */
  #hasStuckJob(client: string): boolean {
    return this.#places.some(({ running, isStuck }) => isStuck && running?.client === client);
  }

  #createPlace(kind: JobWorkerKind): Place<PoolJob> {
    const { filterTimeoutMs: timeoutMs, setTimer = setBackgroundTimeout } = this.#options;
    const startWorker = () => this.#takeWorker();
    const onEnd = (outcome: Outcome) => {
      this.#watch.remove(outcome);
      void this.#leave(place);
    };
    const place = new Place<PoolJob>({ kind, timeoutMs, startWorker, onEnd, setTimer, now: this.#now });
    return place;
  }

  #takeWorker(): Promise<JobWorker> {
    const worker = this.#spare ?? this.#options.startWorker();
    this.#spare = undefined;
    return worker;
  }

  /** Starts the next job in a place. */
  async #leave(place: Place<PoolJob>): Promise<void> {
    // Jobs of other clients for the same picture look for the result when their turn comes. Its caller stores it now.
    await setImmediate();
    this.#turns.end(place.leave());
    this.#startNext();
    if (this.#isClosed) place.close();
  }
}

/** What a job that waited has got: a place, or its result, which another one has made. */
type Turn<Found> = { readonly place: Place<PoolJob> } | { readonly found: Found };
