// Slots, the second rule of docs/operating.md: a client has at most CLIENT_JOBS pieces of work at once, and none twice.
// Others wait in their order. When the turn of one comes, its result may exist by now: then it needs no slot. A slot is
// free when the result is sent, and a job that still runs keeps it.

import type { WaitingRoom } from "@/lib/workers/turns.ts";

/** Options of {@linkcode Slots}. */
export interface SlotsOptions {
  /** The slots of each client. */
  readonly max: number;
  /** The longest time to wait for one. Without it, the signal of the request ends the wait. */
  readonly waitMs?: number;
  readonly room: WaitingRoom;
}

/** A request for a slot. */
export interface SlotRequest<Found> {
  readonly client: string;
  /** What the slot is for, if that is known. The client does not make the same twice at once. */
  readonly key?: string | undefined;
  /** The signal of the request, which ends its wait. */
  readonly signal: AbortSignal;
  /** Returns the result if it exists. Called if the request had to wait; then it needs no slot. */
  readonly findResult: () => Found | undefined;
  /** Called if the request had to wait and would get a slot now. If it throws, the next one gets it. */
  readonly assertMayStart?: () => void;
  readonly timeoutError?: () => Error;
  readonly overloadedError: () => Error;
}

/** A slot, which must be released. */
export class Slot implements Disposable {
  #finish: () => void;
  #release: () => void;

  constructor(finish: () => void, release: () => void) {
    this.#finish = finish;
    this.#release = release;
  }

  /** Reports that the result exists, so that equal requests of the client need not wait until it is sent. */
  finish(): void {
    this.#finish();
    this.#finish = () => {};
  }

  /** Releases the slot, once. */
  [Symbol.dispose](): void {
    this.finish();
    this.#release();
    this.#release = () => {};
  }
}

/** What a client has in progress. */
interface Usage {
  held: number;
  /** What is being made. */
  readonly keys: Set<string>;
  /** Called in this order, each with its key; they return whether they take a slot. */
  readonly waiting: Map<() => boolean, string | undefined>;
}

/** The slots of all clients. Only clients that hold one are in memory. */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #usages = new Map<string, Usage>();

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** The number of clients that hold a slot. */
  get size(): number {
    return this.#usages.size;
  }

  /**
   * Returns a slot when one is free, or what was found when its turn came.
   *
   * @throws the error of `assertMayStart`, `timeoutError` or `overloadedError`, or the reason of the signal.
   */
  async acquire<Found>(request: SlotRequest<Found>): Promise<Slot | Found> {
    const { client, key, signal, findResult, assertMayStart, timeoutError, overloadedError } = request;
    const { max, room, waitMs } = this.#options;
    signal.throwIfAborted();
    const usage = this.#usages.get(client) ?? { held: 0, keys: new Set(), waiting: new Map() };
    const isTaken = () => key !== undefined && usage.keys.has(key);
    // If it waits for an equal one in vain, for example because the result may not be stored, it blocks no other.
    const ownKey = isTaken() ? undefined : key;
    const take = () => {
      usage.held++;
      if (ownKey !== undefined) usage.keys.add(ownKey);
      this.#usages.set(client, usage);
      return new Slot(() => finish(usage, ownKey), () => this.#release(client, usage));
    };
    if (usage.held < max && !isTaken()) return take();
    const onEnd = () => void usage.waiting.delete(offer);
    const offer = () => {
      if (isTaken()) return false;
      try {
        const found = findResult();
        if (found === undefined && usage.held >= max) return false;
        if (found === undefined) assertMayStart?.();
        waiter.call(found ?? take());
        return found === undefined;
      } catch (error) {
        waiter.dismiss(error);
        return false;
      }
    };
    usage.waiting.set(offer, key);
    const waiter = room.enter<Slot | Found>({ client, signal, waitMs, timeoutError, overloadedError, onEnd });
    return await waiter.called;
  }

  #release(client: string, usage: Usage): void {
    usage.held--;
    for (const offer of usage.waiting.keys()) if (offer()) return;
    if (usage.held === 0) this.#usages.delete(client);
  }
}

/** Lets the requests of a client for the same look for its result. */
function finish({ keys, waiting }: Usage, key: string | undefined): void {
  if (key === undefined) return;
  keys.delete(key);
  for (const [offer, each] of waiting) if (each === key) offer();
}
