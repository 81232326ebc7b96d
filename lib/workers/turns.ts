// Turns, the third rule of docs/operating.md: the next job is that of the client with the fewest running jobs; among
// equals, clients take turns. waiting_room.ts has the rest of the rule.

/** A job that waits for a worker, or runs. */
export interface QueuedJob {
  readonly client: string;
}

/** The jobs of a client: those that wait, in the order of their arrival, and how many run. */
interface ClientQueue<T> {
  readonly waiting: T[];
  running: number;
}

/** The jobs of all clients, in the order in which they start. */
export class Turns<T extends QueuedJob> {
  /** The queues of the clients that have jobs, in the order of their turns: the client that was last is at the end. */
  readonly #queues = new Map<string, ClientQueue<T>>();

  /** Adds a job, which waits. */
  add(job: T): void {
    const queue = this.#queues.get(job.client) ?? { waiting: [], running: 0 };
    queue.waiting.push(job);
    this.#queues.set(job.client, queue);
  }

  /** Returns the first job, in the order of turns, that may start now. */
  peek(mayStart: (job: T) => boolean): T | undefined {
    let next: T | undefined;
    let fewest = Infinity;
    for (const { waiting, running } of this.#queues.values()) {
      if (running >= fewest) continue;
      const job = waiting.find(mayStart);
      if (job === undefined) continue;
      next = job;
      fewest = running;
    }
    return next;
  }

  /** Reports that a waiting job starts. */
  start(job: T): void {
    const queue = this.#queues.get(job.client)!;
    queue.waiting.splice(queue.waiting.indexOf(job), 1);
    queue.running++;
    this.#endTurn(job.client, queue);
  }

  /** Reports that a running job has ended. */
  end({ client }: T): void {
    const queue = this.#queues.get(client)!;
    queue.running--;
    // The start of the job has ended its turn. This lets clients go first that have come since then.
    this.#endTurn(client, queue);
  }

  /** Removes a job, if it is waiting. */
  remove(job: T): void {
    const { waiting = [] } = this.#queues.get(job.client) ?? {};
    const index = waiting.indexOf(job);
    if (index < 0) return;
    waiting.splice(index, 1);
    if (waiting.length + this.#queues.get(job.client)!.running === 0) this.#queues.delete(job.client);
  }

  /** Moves a client to the end, or forgets one without jobs. */
  #endTurn(client: string, queue: ClientQueue<T>): void {
    this.#queues.delete(client);
    if (queue.waiting.length + queue.running > 0) this.#queues.set(client, queue);
  }
}
