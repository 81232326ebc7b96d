import type { HttpContext } from "@/lib/http/request_state.ts";
import type { JobKind } from "@/lib/workers/job.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { MemoryBudget, Reservation } from "@/lib/workers/memory.ts";

/**
 * What a transfer takes besides its bytes: its buffer fills huge pages of 2 MiB, and Deno has received up to 1 MB of an
 * upload over HTTP/2 before anybody reads it.
 */
export const TRANSFER_BYTES = 2 * 2 ** 20;

/** What the client of a piece of work may use and has to pay. */
export interface WorkOptions {
  /** The memory of the work: of its source, then of its job, then of its result. */
  readonly reservation: Reservation;
  /** The milliseconds that it has waited for its slot. */
  readonly slotWaitMs?: number;
  /** Called with the size of each chunk that arrives for the work. */
  readonly onReceived?: (bytes: number) => void;
  /** Charges the processor time of its job. */
  readonly chargeTime?: (cpuMs: number) => void;
  /** Waits until it is the turn of the client on the main thread. */
  readonly takeTurn?: () => void | Promise<void>;
  /** Waits until the client may look up one more name. Disposing the result lets it look up the next one. */
  readonly acquireLookup?: (signal: AbortSignal) => Promise<Disposable>;
  /** Called when the result exists. */
  readonly finish?: () => void;
  /** Gives back the slot and its points. */
  readonly giveBack?: () => void;
}

/**
 * A piece of work for a client: a filter or a drawing that is not cached. It has one of the slots of the client until
 * it is disposed. If its job still runs then, it ends with the job.
 */
export class Work implements Disposable {
  readonly reservation: Reservation;
  /** The milliseconds that it has waited for its slot, and for its worker. A caller does not care for which. */
  waitedMs: number;
  readonly #options: WorkOptions;

  /** Creates the work of a client, or, without other options than memory, of the service itself. */
  constructor(options: WorkOptions) {
    this.reservation = options.reservation;
    this.waitedMs = options.slotWaitMs ?? 0;
    this.#options = options;
  }

  /** Aborts when the caller leaves, or when the memory of the work is taken away. */
  get signal(): AbortSignal {
    return this.reservation.signal;
  }

  /**
   * Counts and reserves a chunk that has arrived: from a source, or in the body of the request.
   *
   * @throws {ApiError} `overloaded` if there is no memory for it.
   */
  receive(bytes: number): void {
    this.#options.onReceived?.(bytes);
    this.reservation.growTo(Math.max(this.reservation.bytes, TRANSFER_BYTES) + bytes);
  }

  /** Charges the client the processor time of the job. */
  chargeTime(cpuMs: number): void {
    this.#options.chargeTime?.(cpuMs);
  }

  /**
   * Waits until it is the turn of the client on the main thread: before work there that takes milliseconds, and that
   * many requests may ask for at once. Without a promise it is its turn now; the work must begin in the same task, or
   * everybody would find that nobody works.
   *
   * @throws {ApiError} `overloaded` if too many wait.
   * @throws the reason of the signal if the caller leaves.
   */
  takeTurn(): void | Promise<void> {
    return this.#options.takeTurn?.();
  }

  /**
   * Waits until the client may look up one more name. Disposing the result lets it look up the next one.
   *
   * @throws the reason of the signal if it aborts.
   */
  async acquireLookup(signal: AbortSignal): Promise<Disposable> {
    return await this.#options.acquireLookup?.(signal) ?? { [Symbol.dispose]() {} };
  }

  /** Reports that the result exists, so that equal requests of the client need not wait until it is sent. */
  finish(): void {
    this.#options.finish?.();
  }

  /** Gives back the slot and its points, because the result was cached. Its memory stays until the result is sent. */
  giveBack(): void {
    this.#options.giveBack?.();
  }

  [Symbol.dispose](): void {
    this.reservation[Symbol.dispose]();
  }
}

/** A piece of work that a request asks for. */
export interface WorkRequest<Found> {
  readonly kind: JobKind;
  /** Equal for equal results, if it is known. A client makes none twice at the same time. */
  readonly key?: string;
  /** Called if the request had to wait, when its turn comes: returns the result if another one has made it. */
  readonly findResult: () => Found | undefined;
  /** The bytes that it holds while it waits. */
  readonly waitingBytes?: number;
}

/** Gives a client a slot for a piece of work. */
export interface WorkStarter {
  /**
   * Starts a piece of work when its client has a free slot, or returns the result that was found then.
   *
   * @throws {ApiError} `rate_limited` or `overloaded`.
   * @throws the reason of the request's signal if it aborts.
   */
  start<Found>(ctx: HttpContext, request: WorkRequest<Found>): Promise<Work | Found>;
}

/** Creates work of the service itself, such as its own pictures: in no client's slot, and free. */
export function createServiceWork(memory: MemoryBudget): Work {
  return new Work({ reservation: memory.reserve({ client: "", createError: () => overloadedError("drawing") }) });
}
