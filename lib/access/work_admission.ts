import type { Config } from "@/fresh.config.ts";
import { type Points, toRateLimitPolicy } from "@/lib/access/points.ts";
import { toTimePoints, WORK_POINTS } from "@/lib/access/prices.ts";
import type { RequestTurns } from "@/lib/access/request_turns.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { overloadedError, RETRY_AFTER_SECONDS } from "@/lib/workers/job_errors.ts";
import type { MemoryBudget } from "@/lib/workers/memory.ts";
import { Slot, Slots } from "@/lib/workers/slots.ts";
import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { Work, type WorkRequest, type WorkStarter } from "@/lib/workers/work.ts";

/** How many names of a client are looked up at once: the service can look up only 64 for everybody. */
const MAX_LOOKUPS = 2;

/** Options of {@linkcode WorkAdmission}. */
export interface WorkAdmissionOptions extends Pick<Config, "clientJobs" | "rateLimit" | "filterTimeoutMs"> {
  /** The points of the clients; `undefined` if they are not limited. */
  readonly points: Points | undefined;
  /** The turns of clients on the main thread. */
  readonly turns: Pick<RequestTurns, "enter" | "enterLater">;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** Where requests wait for their slot. */
  readonly room: WaitingRoom;
  /** Returns the milliseconds since any moment. */
  readonly now?: () => number;
}

/** Lets clients start work: each has slots, and pays when it gets one. */
export class WorkAdmission implements WorkStarter {
  readonly #options: WorkAdmissionOptions;
  readonly #slots: Slots;
  readonly #lookups: Slots;

  constructor(options: WorkAdmissionOptions) {
    const { clientJobs, filterTimeoutMs, room } = options;
    this.#options = options;
    this.#slots = new Slots({ max: clientJobs, waitMs: filterTimeoutMs, room });
    this.#lookups = new Slots({ max: MAX_LOOKUPS, room });
  }

  /**
   * Starts a piece of work when its client has a free slot, and takes its points, or returns the result that was found
   * then. What had to wait needs a point again.
   *
   * @throws {ApiError} `rate_limited` or `overloaded`.
   * @throws the reason of the request's signal if it aborts.
   */
  async start<Found>({ req, state }: HttpContext, request: WorkRequest<Found>): Promise<Work | Found> {
    const { kind, key, findResult, waitingBytes = 0 } = request;
    const { memory, points, turns, now = () => performance.now() } = this.#options;
    const { client } = state;
    const createError = () => overloadedError(kind);
    const reservation = memory.reserve({ client, signal: req.signal, createError });
    const { signal } = reservation;
    try {
      reservation.growTo(waitingBytes);
      const timeoutError = () => this.#slotsError();
      const assertMayStart = () => points?.assertHasPoint(client);
      const errors = { timeoutError, overloadedError: createError };
      const askedAt = now();
      const slot = await this.#slots.acquire({ client, key, signal, findResult, assertMayStart, ...errors });
      if (!(slot instanceof Slot)) {
        reservation[Symbol.dispose]();
        // All that waited for it go on now, and each gets a response.
        await turns.enterLater(client, req);
        return slot;
      }
      // A job that still runs when its request has ended keeps the slot. The memory may be gone already.
      reservation.endWith(slot);
      signal.throwIfAborted();
      points?.charge(client, WORK_POINTS);
      return new Work({
        reservation,
        slotWaitMs: now() - askedAt,
        onReceived: (bytes) => void (state.receivedBytes += bytes),
        finish: () => slot.finish(),
        chargeTime: (cpuMs) => points?.charge(client, toTimePoints(cpuMs)),
        takeTurn: () => turns.enter(client, req),
        acquireLookup: (stopped) => this.#acquireLookup(client, stopped),
        giveBack() {
          // First the points: the next one in line may need them.
          points?.charge(client, -WORK_POINTS);
          slot[Symbol.dispose]();
        },
      });
    } catch (error) {
      reservation[Symbol.dispose]();
      // So do all that have waited in vain. If too many wait, they get this error at once.
      if (error instanceof ApiError && error.code === "rate_limited") {
        await turns.enterLater(client, req).catch(() => {});
      }
      throw error;
    }
  }

  async #acquireLookup(client: string, signal: AbortSignal): Promise<Disposable> {
    // The time of the download limits the wait.
    return await this.#lookups.acquire({ client, signal, overloadedError: () => overloadedError("filter") });
  }

  /** Creates the 429 for a request that has waited too long for a slot of its client. */
  #slotsError(): ApiError {
    const { clientJobs: limit, rateLimit } = this.#options;
    const message =
      `Cannot accept more work from you now: at most ${limit} pictures are made for you at once, try again in ` +
      `${RETRY_AFTER_SECONDS} s`;
    const policy = rateLimit === undefined ? {} : { "ratelimit-policy": toRateLimitPolicy(rateLimit) };
    return new ApiError("rate_limited", message, {
      details: { unit: "slots", limit },
      headers: { "retry-after": String(RETRY_AFTER_SECONDS), ...policy },
    });
  }
}
