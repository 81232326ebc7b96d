// Who loses memory when too little is free: the second half of the fourth rule of docs/operating.md.
//
// 1. The client with the most memory, running jobs included, loses one reservation. It must have more than the asking
//    client would have afterwards. If all its memory is in running jobs, the client with the second most loses one. It
//    must have much more than that, so that large jobs of one client do not cut off clients with little memory.
// 2. A client loses its largest reservation that waits. If none waits, it loses its largest one that is being sent. A
//    reservation of a running job is never taken away.
// 3. These steps are repeated until enough memory is free. If they cannot free enough, nothing is taken away.
// 4. The comparisons of rule 1 do not count for a job in the worker for short jobs, and for any job while none runs.
//    Otherwise what waits could fill the memory: drawings would wait for the long jobs of others, and waiting images
//    would block each other for ever.

import type { JobWorkerKind } from "@/lib/workers/job.ts";

/** What the rule has to know about a reservation. */
export interface HeldBytes {
  readonly client: string;
  readonly bytes: number;
  /** Whether a job uses the bytes, which cannot be taken away then. */
  readonly isRunning: boolean;
  /** Whether they are a response that is being sent. */
  readonly isSending: boolean;
}

/** A request for more bytes than are free. */
export interface MemoryRequest<T extends HeldBytes> {
  readonly client: string;
  /** The bytes that its reservation would have in total. */
  readonly bytes: number;
  /** How many of them are not free. */
  readonly missing: number;
  /** The worker in which a job starts if it gets them. */
  readonly worker: JobWorkerKind | undefined;
  /** All other reservations, also those of the same client. */
  readonly others: readonly T[];
}

/**
 * "Much more" in rule 1: the client with the second most memory must have more than this many times what the asking
 * client would have.
 */
const MUCH_MORE = 8;

/** Returns the reservations to take away, or `undefined` if the request does not get its bytes. */
export function chooseVictims<T extends HeldBytes>(request: MemoryRequest<T>): readonly T[] | undefined {
  const { client, bytes, missing, worker, others } = request;
  const holders = Array.from(Map.groupBy(others, (each) => each.client), ([client, held]) => new Holder(client, held));
  const wouldHold = bytes + (holders.find((each) => each.client === client)?.bytes ?? 0);
  const mayTakeFromAnyone = worker === "short" || (worker === "ordinary" && !others.some(({ isRunning }) => isRunning));
  // Who has no more than this loses nothing.
  let spared = mayTakeFromAnyone ? 0 : wouldHold;
  const victims: T[] = [];
  // What is taken counts twice: `freed` for the request, and in `takeNext` for the client that holds less from then on.
  for (let freed = 0; freed < missing;) {
    const most = findMost(holders);
    if (most === undefined || most.bytes <= spared) return undefined;
    const victim = most.takeNext();
    if (victim === undefined) {
      holders.splice(holders.indexOf(most), 1);
      if (!mayTakeFromAnyone) spared = MUCH_MORE * wouldHold;
      continue;
    }
    victims.push(victim);
    freed += victim.bytes;
  }
  return victims;
}

/** A client that holds bytes, less those that were chosen. */
class Holder<T extends HeldBytes> {
  readonly client: string;
  readonly #held: readonly T[];
  /** What it can lose, the first to go at the end. Sorted when it is needed, because that takes most of the time. */
  #losable: T[] | undefined;
  bytes: number;

  constructor(client: string, held: readonly T[]) {
    this.client = client;
    this.#held = held;
    this.bytes = held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Chooses what it loses next, if there is something. */
  takeNext(): T | undefined {
    this.#losable ??= sortLosable(this.#held);
    const next = this.#losable.pop();
    this.bytes -= next?.bytes ?? 0;
    return next;
  }
}

/** Returns the first of those that hold most. */
function findMost<T extends HeldBytes>(holders: readonly Holder<T>[]): Holder<T> | undefined {
  let most = holders[0];
  for (const holder of holders) if (holder.bytes > most!.bytes) most = holder;
  return most;
}

/**
 * Returns what can be taken away. The last is the first to go: one that waits, because an error is better than a
 * response that breaks off; of these the largest, and of equal ones the newest.
 */
function sortLosable<T extends HeldBytes>(held: readonly T[]): T[] {
  return held.filter(({ isRunning }) => !isRunning)
    .sort((a, b) => Number(b.isSending) - Number(a.isSending) || a.bytes - b.bytes);
}
