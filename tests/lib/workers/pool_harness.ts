import { setImmediate } from "node:timers/promises";
import { assert } from "@std/assert";
import { MemoryBudget, type Reservation } from "@/lib/workers/memory.ts";
import type { EndedJob, Job, JobResult, JobWorker } from "@/lib/workers/job.ts";
import { Pool, type PoolOptions } from "@/lib/workers/pool.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { Work } from "@/lib/workers/work.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { createHeader, planPipeline } from "@pawkit/images";

/** The time limit for running. A job may wait twice as long. */
export const LIMIT_MS = 10_000;

/** The result of every job. */
export const RESULT: JobResult = {
  bytes: Uint8Array.of(1),
  format: "png",
  etag: '"x"',
  isTruncated: false,
  timings: {},
};

/** The work that a test gives to the pool. */
export interface TestJob {
  readonly isShort?: boolean;
  /** The memory that it needs to run. */
  readonly bytes?: number;
  /** The size of its source. */
  readonly size?: number;
  /** How long it has waited for its slot. */
  readonly slotWaitMs?: number;
  readonly signal?: AbortSignal;
  /** The reservation of its request; by default one that is released when the job is answered. */
  readonly reservation?: Reservation;
}

/** Further options of {@linkcode PoolHarness}. */
export interface HarnessOptions {
  /** The memory that all jobs have together. */
  readonly limit: number;
  readonly maxJobBytes: number;
  readonly maxWaiting: number;
  /** The jobs whose result can be found. */
  readonly stored: Set<string>;
  /** Returns the job whose result another one stores. */
  readonly storesAs: (name: string) => string;
}

interface RunningJob {
  readonly name: string;
  /** The number of its worker, in the order of their creation. */
  readonly worker: number;
  readonly startedAt: number;
  readonly ended: PromiseWithResolvers<EndedJob>;
  cancels: number;
}

/**
 * A pool whose workers, clock and timers do what the test says. A job is named `a1`: the first of client `a`; a name in
 * upper case is a drawing.
 */
export class PoolHarness {
  readonly memory: MemoryBudget;
  readonly pool: Pool;
  /** The jobs that have started, in this order. */
  readonly started: string[] = [];
  /** The names of the jobs that have been answered, with the code or message if it was an error. */
  readonly ended: string[] = [];
  /** How long the jobs with a result have waited. */
  readonly queueMs: number[] = [];
  readonly closed: number[] = [];
  /** The jobs that have run, with their processor time. */
  readonly charged: string[] = [];
  /** The workers that have ended by themselves. */
  readonly endedWorkers: Set<number> = new Set();
  created = 0;
  now = 0;
  /** The error with which the next workers fail to start. */
  startError: Error | undefined;
  readonly #stored: Set<string>;
  readonly #storesAs: (name: string) => string;
  readonly #names = new Map<Job, string>();
  readonly #running = new Map<string, RunningJob>();
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>();

  constructor(given: Partial<PoolOptions & HarnessOptions> = {}) {
    const { limit = 1_000_000, maxJobBytes = limit, maxWaiting = 2000, stored, storesAs, ...options } = given;
    this.#stored = stored ?? new Set();
    this.#storesAs = storesAs ?? ((name) => name);
    this.memory = new MemoryBudget({ memoryBudget: limit, maxJobBytes });
    const setTimer: PoolOptions["setTimer"] = (ms, work) => {
      const timer = { at: this.now + ms, work };
      this.#timers.add(timer);
      return () => void this.#timers.delete(timer);
    };
    const room = new WaitingRoom({ maxWaiting, setTimer });
    this.pool = new Pool({
      filterWorkers: 2,
      filterTimeoutMs: LIMIT_MS,
      memory: this.memory,
      room,
      startWorker: () => this.#startWorker(),
      setTimer,
      now: () => this.now,
      ...options,
    });
  }

  /** Adds jobs, and waits until they have started, wait, or have been rejected. */
  async run(names: string, job: TestJob = {}): Promise<void> {
    for (const name of names.split(" ")) this.#run(name, job);
    await settle();
  }

  /** Lets `ms` milliseconds pass, then ends a running job. */
  async finish(name: string, ms = 0): Promise<void> {
    await this.advance(ms);
    const { ended, startedAt } = this.#take(name);
    ended.resolve({ result: RESULT, cpuMs: this.now - startedAt });
    await settle();
  }

  /** Lets a running job fail. */
  async fail(name: string, error: unknown): Promise<void> {
    const { ended, startedAt } = this.#take(name);
    ended.resolve({ error, cpuMs: this.now - startedAt });
    await settle();
  }

  /** Lets the worker of a running job fail, which then reports no time. */
  async crash(name: string): Promise<void> {
    this.#take(name).ended.reject(new Error("crashed"));
    await settle();
  }

  /** Lets time pass, and ends the timers that are due. */
  async advance(ms: number): Promise<void> {
    this.now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.now) continue;
      this.#timers.delete(timer);
      timer.work();
    }
    await settle();
  }

  /** The names of the jobs that workers are working on. */
  get running(): string {
    return [...this.#running.keys()].join(" ");
  }

  /** How many timers have been started but not stopped. */
  get timers(): number {
    return this.#timers.size;
  }

  /** How often a running job was told to give up. */
  cancelsOf(name: string): number {
    return this.#running.get(name)!.cancels;
  }

  /** The number of the worker that runs a job. */
  workerOf(name: string): number {
    return this.#running.get(name)!.worker;
  }

  /** Creates the reservation of a job. */
  reserve(name: string, signal?: AbortSignal): Reservation {
    const client = name.charAt(0).toLowerCase();
    return this.memory.reserve({ client, signal, createError: () => new ApiError("overloaded", "Cannot") });
  }

  #run(
    name: string,
    { isShort = false, bytes = 1, size = 0, slotWaitMs = 0, signal, reservation: given }: TestJob,
  ): void {
    const job = toJob(name, size);
    this.#names.set(job, name);
    const reservation = given ?? this.reserve(name, signal);
    const chargeTime = (cpuMs: number) => void this.charged.push(`${name} ${cpuMs}`);
    const work = new Work({ reservation, slotWaitMs, chargeTime });
    const findResult = () => this.#stored.has(name) ? `${name} cached` : undefined;
    this.pool.run({ job, cost: { cpuMs: 1, isShort, bytes }, work, findResult }).then(
      (outcome) => this.ended.push(typeof outcome === "string" ? outcome : this.#store(name, outcome)),
      (error) => this.ended.push(`${name} ${error instanceof ApiError ? error.code : error.message}`),
    ).finally(() => given ?? reservation[Symbol.dispose]());
  }

  #store(name: string, { bytes, timings }: JobResult): string {
    this.#stored.add(this.#storesAs(name));
    this.queueMs.push(timings.queue!);
    return bytes === RESULT.bytes ? name : `${name} has the wrong result`;
  }

  #take(name: string): RunningJob {
    const running = this.#running.get(name);
    assert(running !== undefined, `${name} is not running`);
    this.#running.delete(name);
    return running;
  }

  // deno-lint-ignore require-await
  async #startWorker(): Promise<JobWorker> {
    if (this.startError !== undefined) throw this.startError;
    const worker = this.created++;
    let current: RunningJob | undefined;
    const hasEnded = () => this.endedWorkers.has(worker);
    return {
      get hasEnded() {
        return hasEnded();
      },
      run: (job) => {
        assert(current === undefined || !this.#running.has(current.name), "A worker works on one job at a time");
        const name = this.#names.get(job)!;
        current = { name, worker, startedAt: this.now, ended: Promise.withResolvers(), cancels: 0 };
        this.#running.set(current.name, current);
        this.started.push(current.name);
        return current.ended.promise;
      },
      cancel: () => void current!.cancels++,
      close: () => void this.closed.push(worker),
    };
  }
}

function toJob(name: string, size: number): Job {
  if (/^[A-Z]/.test(name)) return { svg: " ".repeat(size), width: 8, format: "png" };
  const header = createHeader({ format: "gif", width: 1, height: 1, frames: 1, totalPixels: 1 });
  const plan = planPipeline({ header, steps: [{ filter: "invert", values: {} }] });
  return { source: new Uint8Array(size), plan };
}

/** Lets the reactions of settled promises run, and then what the pool starts a task later. */
async function settle(): Promise<void> {
  for (let task = 0; task < 3; task++) await setImmediate();
}
