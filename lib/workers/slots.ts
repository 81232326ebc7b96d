// Slots, the second rule of docs/operating.md: a client has at most CLIENT_JOBS pieces of work at once, and none twice.
// Others wait in their order. When the turn of one comes, its result may exist by now: then it needs no slot. A slot is
// free when the result is sent, and a job that still runs keeps it. Look-ups of names, and files that become JSON, have
// slots of their own.

import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";

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
  /** Returns the result if it may exist by now. Called if the request had to wait; then it needs no slot. */
  readonly findResult?: () => Found | undefined;
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

/** The slots of all clients. Only clients that hold one are in memory. */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #clients = new Map<string, ClientSlots>();

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** The number of clients that hold a slot. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * Returns a slot when one is free, or what was found when its turn came.
   *
   * @throws the error of `assertMayStart`, `timeoutError` or `overloadedError`, or the reason of the signal.
   */
  async acquire<Found = never>(request: SlotRequest<Found>): Promise<Slot | Found> {
    const { client, key, signal } = request;
    signal.throwIfAborted();
    const slots = this.#clients.get(client) ?? this.#addClient(client);
    return slots.isFreeFor(key) ? slots.take(key) : await slots.waitFor(request, this.#options);
  }

  #addClient(client: string): ClientSlots {
    const slots = new ClientSlots(this.#options.max, () => this.#clients.delete(client));
    this.#clients.set(client, slots);
    return slots;
  }
}

/** The slots of one client, and its requests that wait for one. */
class ClientSlots {
  readonly #max: number;
  /** Called when nothing is in progress any more. Then nothing waits, either. */
  readonly #onIdle: () => void;
  #held = 0;
  /** What is being made. */
  readonly #keys = new Set<string>();
  /** The requests that wait, in their order, each with its key. Called, they return whether they take a slot. */
  readonly #waiting = new Map<() => boolean, string | undefined>();

  constructor(max: number, onIdle: () => void) {
    this.#max = max;
    this.#onIdle = onIdle;
  }

  isFreeFor(key: string | undefined): boolean {
    return this.#held < this.#max && !this.#isBeingMade(key);
  }

  take(key: string | undefined): Slot {
    this.#held++;
    if (key !== undefined) this.#keys.add(key);
    return new Slot(() => this.#finish(key), () => this.#release());
  }

  async waitFor<Found>(request: SlotRequest<Found>, { room, waitMs }: SlotsOptions): Promise<Slot | Found> {
    const { client, key, signal, findResult, assertMayStart, timeoutError, overloadedError } = request;
    // A request that has waited for an equal one may find no result, for example because the result must not be stored.
    // It has no key then: the equal requests behind it do not wait for it, but work at the same time.
    const ownKey = this.#isBeingMade(key) ? undefined : key;
    const onTurn = () => {
      if (this.#isBeingMade(key)) return false;
      try {
        const found = findResult?.();
        if (found !== undefined) {
          waiter.call(found);
          return false;
        }
        if (this.#held >= this.#max) return false;
        assertMayStart?.();
        waiter.call(this.take(ownKey));
        return true;
      } catch (error) {
        waiter.dismiss(error);
        return false;
      }
    };
    // Before `waiter` exists, because the room may end the wait at once. Nothing calls `onTurn` that early.
    this.#waiting.set(onTurn, key);
    const onEnd = () => void this.#waiting.delete(onTurn);
    const waiter = room.enter<Slot | Found>({ client, signal, waitMs, timeoutError, overloadedError, onEnd });
    return await waiter.called;
  }

  #isBeingMade(key: string | undefined): boolean {
    return key !== undefined && this.#keys.has(key);
  }

  /** Lets the requests for the same look for its result. */
  #finish(key: string | undefined): void {
    if (key === undefined) return;
    this.#keys.delete(key);
    for (const [onTurn, each] of this.#waiting) if (each === key) onTurn();
  }

  #release(): void {
    this.#held--;
    for (const onTurn of this.#waiting.keys()) if (onTurn()) return;
    if (this.#held === 0) this.#onIdle();
  }
}
