import type { Share } from "@/lib/http/caller.ts";

/** What a job is about. Each kind has its own limits. */
export type JobKind = "filter" | "drawing";

/** A job in the queue. */
export interface QueuedJob {
  readonly client: string;
  readonly kind: JobKind;
  /** How much work it is, in pixels. */
  readonly work: number;
  /** The memory that it holds while it waits. */
  readonly bytes: number;
}

/** The limits of a {@linkcode FairQueue}, by kind. */
export interface FairQueueOptions {
  /** The share of each client. */
  readonly shares: Readonly<Record<JobKind, Share>>;
  /** The most waiting jobs of all clients together. */
  readonly capacity: Readonly<Record<JobKind, number>>;
  /** The most bytes of all waiting jobs together; a larger job may wait alone. */
  readonly maxWaitingBytes: number;
}

/** The jobs of a client: the waiting ones in the order of their arrival, and how many are running. */
interface ClientJobs<T> {
  readonly waiting: T[];
  readonly running: Record<JobKind, number>;
  /** The client's clock, which each job that starts advances by its work. */
  clock: number;
}

/**
 * Gives each client the same amount of work, so that the jobs of one do not delay those of the others: the next job is
 * the one after which its client's clock shows the least. A client with small jobs thereby gets more turns than one with
 * large jobs. The queue's own clock shows what a client would have got if all had always been waiting. A newcomer starts
 * there, so that neither it nor the others have to catch up. Among equals a client goes to the end when a job of it
 * starts, and again when it ends. Only clients with a waiting or running job are in memory.
 */
export class FairQueue<T extends QueuedJob> {
  readonly #options: FairQueueOptions;
  /** Among equals in the order of their turns. */
  readonly #clients = new Map<string, ClientJobs<T>>();
  #clock = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The number of clients with a waiting or running job. */
  get clients(): number {
    return this.#clients.size;
  }

  /** The waiting jobs of all clients. */
  get waiting(): T[] {
    return Array.from(this.#clients.values(), ({ waiting }) => waiting).flat();
  }

  /** Adds a job, whatever the limits are: it may be able to start at once. */
  add(job: T): void {
    const jobs = this.#clients.get(job.client) ?? { waiting: [], running: { filter: 0, drawing: 0 }, clock: 0 };
    if (jobs.waiting.length === 0) jobs.clock = Math.max(jobs.clock, this.#clock);
    jobs.waiting.push(job);
    this.#clients.set(job.client, jobs);
  }

  /** Takes the first job, in the order of turns, that its client's share and `canStart` allow to start. */
  take(canStart: (job: T) => boolean): T | undefined {
    const { shares } = this.#options;
    const turns = Array.from(this.#clients.values(), ({ waiting, running, clock }) =>
      waiting
        .filter(({ kind }) => running[kind] < shares[kind].running)
        .map((job) => ({ job, clock: clock += job.work }))).flat();
    const job = turns.sort((a, b) => a.clock - b.clock).find(({ job }) => canStart(job))?.job;
    if (job === undefined) return undefined;
    const jobs = this.#clients.get(job.client)!;
    jobs.waiting.splice(jobs.waiting.indexOf(job), 1);
    jobs.running[job.kind]++;
    jobs.clock += job.work;
    this.#clock += job.work / this.#clients.size;
    this.#endTurn(job.client);
    return job;
  }

  /** Reports that a job that was taken has ended. */
  end({ client, kind }: T): void {
    this.#clients.get(client)!.running[kind]--;
    this.#endTurn(client);
  }

  /** Whether a job has been added and neither taken nor removed. */
  isWaiting(job: T): boolean {
    return this.#clients.get(job.client)?.waiting.includes(job) ?? false;
  }

  /** Removes a waiting job. Returns whether it was waiting. */
  remove(job: T): boolean {
    const jobs = this.#clients.get(job.client);
    const index = jobs?.waiting.indexOf(job) ?? -1;
    if (jobs === undefined || index < 0) return false;
    jobs.waiting.splice(index, 1);
    if (isIdle(jobs)) this.#clients.delete(job.client);
    return true;
  }

  /** Whether more jobs of this kind wait than the share of the client allows. */
  exceedsShare({ client, kind }: T): boolean {
    const { waiting = [] } = this.#clients.get(client) ?? {};
    return waiting.filter((job) => job.kind === kind).length > this.#options.shares[kind].waiting;
  }

  /**
   * Returns the waiting job that has to leave after `job` was added, or `undefined` if there is room for all. It is the
   * newest job of the client that has the most waiting, so that a few clients cannot lock out all others. But it is
   * `job` itself if its client would then have as much: nothing would be fairer.
   */
  findOverflow(job: T): T | undefined {
    const { capacity, maxWaitingBytes } = this.#options;
    return this.#findOverflow(job, capacity[job.kind], ({ kind }) => kind === job.kind ? 1 : 0) ??
      this.#findOverflow(job, Math.max(maxWaitingBytes, job.bytes), ({ bytes }) => bytes);
  }

  #findOverflow(job: T, limit: number, measure: (job: T) => number): T | undefined {
    let total = 0, most = 0, own = 0;
    let longest: T[] = [];
    for (const [client, { waiting }] of this.#clients) {
      const sum = waiting.reduce((sum, each) => sum + measure(each), 0);
      total += sum;
      if (client === job.client) own = sum;
      if (sum > most) [most, longest] = [sum, waiting];
    }
    if (total <= limit) return undefined;
    return most <= own ? job : longest.findLast((each) => measure(each) > 0);
  }

  #endTurn(client: string): void {
    const jobs = this.#clients.get(client)!;
    this.#clients.delete(client);
    if (!isIdle(jobs)) this.#clients.set(client, jobs);
  }
}

function isIdle<T>({ waiting, running }: ClientJobs<T>): boolean {
  return waiting.length + running.filter + running.drawing === 0;
}
