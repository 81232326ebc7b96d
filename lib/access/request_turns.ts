import { setImmediate } from "node:timers";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";

/** How long requests that arrive together are answered in one piece. */
const SLICE_MS = 10;

/** Options of {@linkcode RequestTurns}. */
export interface RequestTurnsOptions {
  /** Where requests wait. */
  readonly room: WaitingRoom;
  /** Returns the milliseconds since any moment. */
  readonly clock: () => number;
  /** Calls a function after Deno has looked for new requests. */
  readonly callLater?: (call: () => void) => unknown;
}

/**
 * Lets clients take turns on the main thread: a part of rule 3 in docs/operating.md. Deno hands over all requests that
 * have arrived, one after the other. Without turns, everybody would wait until the thousand requests of one client are
 * answered. So requests go on at once for 10 ms, and later ones wait. Each time that Deno has looked for new requests,
 * one waiting request goes on, of the client whose turn it is.
 */
export class RequestTurns {
  readonly #room: WaitingRoom;
  readonly #clock: () => number;
  readonly #callLater: (call: () => void) => unknown;
  /** The waiting requests of each client, in the order of the clients' turns. Calling one lets it go on. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** When the 10 ms end; `undefined` if no request has arrived since Deno last looked for new ones. */
  #endsAt: number | undefined;

  constructor({ room, clock, callLater = setImmediate }: RequestTurnsOptions) {
    this.#room = room;
    this.#clock = clock;
    this.#callLater = callLater;
  }

  /**
   * Lets a request go on at once, or returns a promise that resolves when it is its turn. The promise rejects with the
   * reason of the signal if its caller leaves.
   *
   * @throws {ApiError} `overloaded` if too many wait; a returned promise rejects with it, too.
   */
  enter(client: string, req: Pick<Request, "signal">): void | Promise<void> {
    const endsAt = this.#endsAt ?? this.#startSlice();
    if (!this.#waiting.has(client) && this.#clock() < endsAt) return;
    // Before the signal is read, which takes longer than the refusal.
    if (!this.#room.hasRoomFor(client)) throw overloadedError("request");
    return this.#wait(client, req.signal);
  }

  /**
   * Lets a request wait for its next turn, also if nobody works now. Requests that stop waiting for the same thing go
   * on in one task, so each of them would find that no time has passed.
   *
   * @throws {ApiError} `overloaded` if too many wait.
   * @throws the reason of the signal if its caller leaves.
   */
  async enterLater(client: string, { signal }: Pick<Request, "signal">): Promise<void> {
    if (this.#endsAt === undefined) this.#startSlice();
    await this.#wait(client, signal);
  }

  async #wait(client: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const queue = this.#waiting.get(client) ?? new Set();
    const goOn = () => waiter.call();
    this.#waiting.set(client, queue.add(goOn));
    const waiter = this.#room.enter<void>({
      client,
      signal,
      overloadedError: () => overloadedError("request"),
      onEnd: () => {
        queue.delete(goOn);
        if (queue.size === 0) this.#waiting.delete(client);
      },
    });
    await waiter.called;
  }

  #startSlice(): number {
    this.#callLater(() => this.#endSlice());
    return this.#endsAt = this.#clock() + SLICE_MS;
  }

  #endSlice(): void {
    this.#endsAt = undefined;
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [client, queue] = next;
    // Its next request has its turn after those of all others.
    this.#waiting.delete(client);
    this.#waiting.set(client, queue);
    this.#startSlice();
    const [goOn] = queue;
    goOn?.();
  }
}
