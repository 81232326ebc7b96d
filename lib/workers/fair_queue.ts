/** A job in the queue. */
export interface QueuedJob {
  readonly client: string;
  /** The estimated processor time in milliseconds. */
  readonly cpuMs: number;
}

/** The jobs of a client. */
interface Flow<T> {
  /** In the order of their arrival. */
  readonly waiting: T[];
  running: number;
  /** The virtual time at which the next job of the client starts. */
  startTag: number;
}

/**
 * Start-time fair queueing over processor time.
 *
 * - Each client has a start tag. The next job is that of the client with the lowest one. A job that starts advances the
 *   tag of its client by the estimated time, which is corrected when the job ends.
 * - The virtual time of the queue is the tag of the job that started last, or of the first that waits if that is lower.
 *   A client that had nothing to do starts there, so that neither it nor the others have to catch up.
 * - Only clients with jobs, or ahead of the virtual time, are in memory.
 */
export class FairQueue<T extends QueuedJob> {
  readonly #flows = new Map<string, Flow<T>>();
  #lastStart = 0;

  /** The waiting jobs of all clients. */
  get waiting(): T[] {
    return Array.from(this.#flows.values(), ({ waiting }) => waiting).flat();
  }

  /** Adds a job. */
  add(job: T): void {
    const flow = this.#flows.get(job.client) ?? { waiting: [], running: 0, startTag: 0 };
    if (flow.waiting.length === 0) flow.startTag = Math.max(flow.startTag, this.#virtualTime());
    flow.waiting.push(job);
    this.#flows.set(job.client, flow);
  }

  /** Returns the first job, in the order of turns, that may start now. */
  peek(mayStart: (job: T) => boolean): T | undefined {
    let first: T | undefined;
    let lowest = Infinity;
    for (const { waiting, startTag } of this.#flows.values()) {
      if (startTag >= lowest) continue;
      const job = waiting.find(mayStart);
      if (job === undefined) continue;
      first = job;
      lowest = startTag;
    }
    return first;
  }

  /** Reports that a waiting job starts. */
  start(job: T): void {
    const flow = this.#flows.get(job.client)!;
    flow.waiting.splice(flow.waiting.indexOf(job), 1);
    flow.running++;
    this.#lastStart = Math.max(this.#lastStart, flow.startTag);
    flow.startTag += job.cpuMs;
    // Of clients with equal tags, the one whose job starts moves to the end.
    this.#flows.delete(job.client);
    this.#flows.set(job.client, flow);
  }

  /** Reports that a job has ended, and the time that it really took, which corrects the turns of its client. */
  end(job: T, cpuMs: number): void {
    const flow = this.#flows.get(job.client)!;
    flow.running--;
    flow.startTag += cpuMs - job.cpuMs;
    this.#forgetIdle();
  }

  /** Removes a waiting job. Returns whether it was waiting. */
  remove(job: T): boolean {
    const { waiting = [] } = this.#flows.get(job.client) ?? {};
    const index = waiting.indexOf(job);
    if (index < 0) return false;
    waiting.splice(index, 1);
    this.#forgetIdle();
    return true;
  }

  /**
   * Returns the job that has to leave if all waiting jobs take longer than `capacityMs`: the newest one of the client
   * whose waiting jobs take longest, so that no number of long jobs can keep out the short ones of others.
   */
  findOverflow(capacityMs: number): T | undefined {
    let total = 0, most = 0;
    let longest: readonly T[] = [];
    for (const { waiting } of this.#flows.values()) {
      const sum = waiting.reduce((ms, { cpuMs }) => ms + cpuMs, 0);
      total += sum;
      // Of two equal clients it is the newer one.
      if (sum > 0 && sum >= most) {
        most = sum;
        longest = waiting;
      }
    }
    return total > capacityMs ? longest.at(-1) : undefined;
  }

  #virtualTime(): number {
    let time = this.#lastStart;
    for (const { waiting, startTag } of this.#flows.values()) if (waiting.length > 0) time = Math.min(time, startTag);
    return time;
  }

  // A client that had more than the others is remembered until they have caught up, or until nobody has a job.
  #forgetIdle(): void {
    const idle = [...this.#flows].filter(([, { waiting, running }]) => waiting.length + running === 0);
    const hasNoJobs = idle.length === this.#flows.size;
    const virtualTime = this.#virtualTime();
    for (const [client, { startTag }] of idle) {
      if (hasNoJobs || startTag <= virtualTime) this.#flows.delete(client);
    }
  }
}
