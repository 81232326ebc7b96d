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
  /** What the slot is for, if that is known. The client does not have two slots for the same at once. */
  readonly key?: string | undefined;
  /** The signal of the request, which ends its wait. */
  readonly signal: AbortSignal;
  /** Called when its turn comes, if it had to wait. If it returns something or throws, the next one gets the slot. */
  readonly onTurn: () => Found | undefined;
  readonly timeoutError?: () => Error;
  readonly overloadedError: () => Error;
}

/** A slot, which must be released. */
export class Slot implements Disposable {
  #release: () => void;

  constructor(release: () => void) {
    this.#release = release;
  }

  /** Releases the slot, once. */
  [Symbol.dispose](): void {
    this.#release();
    this.#release = () => {};
  }
}

/** What a client has in progress. */
interface Usage {
  held: number;
  readonly keys: Set<string | undefined>;
  /** Called in this order; each returns whether it takes the slot. */
  readonly waiting: Set<() => boolean>;
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
   * @throws the error of `onTurn`, `timeoutError` or `overloadedError`, or the reason of the signal.
   */
  async acquire<Found>(request: SlotRequest<Found>): Promise<Slot | Found> {
    const { client, key, signal, onTurn, timeoutError, overloadedError } = request;
    signal.throwIfAborted();
    const usage = this.#usages.get(client) ?? { held: 0, keys: new Set(), waiting: new Set() };
    const isTaken = () => key !== undefined && usage.keys.has(key);
    const take = () => {
      usage.held++;
      usage.keys.add(key);
      this.#usages.set(client, usage);
      return new Slot(() => this.#release(client, usage, key));
    };
    if (usage.held < this.#options.max && !isTaken()) return take();
    const { room, waitMs } = this.#options;
    const onEnd = () => void usage.waiting.delete(offer);
    const offer = () => {
      if (isTaken()) return false;
      try {
        const found = onTurn();
        waiter.call(found ?? take());
        return found === undefined;
      } catch (error) {
        waiter.dismiss(error);
        return false;
      }
    };
    usage.waiting.add(offer);
    const waiter = room.enter<Slot | Found>({ client, signal, waitMs, timeoutError, overloadedError, onEnd });
    return await waiter.called;
  }

  #release(client: string, usage: Usage, key: string | undefined): void {
    usage.held--;
    usage.keys.delete(key);
    for (const offer of usage.waiting) if (offer()) return;
    if (usage.held === 0) this.#usages.delete(client);
  }
}
