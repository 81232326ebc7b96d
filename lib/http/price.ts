import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** The processor time for which a point is charged, beyond what the first points of a request include. */
export const MS_PER_POINT = 20;

/** The bytes, received and sent, for which a point is charged. The first ones are included. */
export const BYTES_PER_POINT = 500_000;

/** What a body in too small chunks costs in all: dropping the rest of it takes Deno up to half a second. */
const SMALL_CHUNKS_POINTS = 50;

/** The caller of a request that is charged for its work. */
export interface BilledCaller extends Caller {
  readonly bill?: Bill | undefined;
}

/** Options of {@linkcode withBill}. */
export interface BillOptions {
  /** The points that were taken before the work, including the one of every request. */
  readonly paid: number;
  /** The processor time that these points include. */
  readonly includedMs: number;
}

/**
 * The work of one request, which is charged in one sum when all of it has ended, whatever its outcome. A job may end
 * later than its request: its caller may have left, or its time may have been up.
 */
export class Bill {
  readonly #caller: Caller;
  readonly #options: BillOptions;
  #cpuMs = 0;
  #bytes = 0;
  #leastPoints = 0;
  /** The request itself and its jobs that have not ended. */
  #unfinished = 1;

  constructor(caller: Caller, options: BillOptions) {
    this.#caller = caller;
    this.#options = options;
  }

  /** Adds bytes that were received or are sent. */
  addBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Raises the sum to the price of a body in too small chunks. */
  addSmallChunks(): void {
    this.#leastPoints = SMALL_CHUNKS_POINTS - this.#options.paid;
  }

  /** Returns a function that adds the processor time of a job, for the end of that job. */
  startJob(): (cpuMs: number) => void {
    this.#unfinished++;
    return (cpuMs) => {
      this.#cpuMs += cpuMs;
      this.end();
    };
  }

  /** Reports that the request, or a job of it, has ended. */
  end(): void {
    this.#unfinished--;
    if (this.#unfinished > 0) return;
    const work = toTimePoints(this.#cpuMs, this.#options.includedMs) + toBytePoints(this.#bytes);
    const points = Math.max(work, this.#leastPoints);
    if (points > 0) this.#caller.charge?.(points);
  }
}

/** Does the work of a request, and charges its caller for it. @throws the error of the work. */
export async function withBill<T>(
  caller: Caller,
  options: BillOptions,
  work: (caller: BilledCaller & { readonly bill: Bill }) => Promise<T>,
): Promise<T> {
  const bill = new Bill(caller, options);
  try {
    return await work({ ...caller, bill, onReceived: (bytes) => bill.addBytes(bytes) });
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof SmallChunksError) bill.addSmallChunks();
    throw error;
  } finally {
    bill.end();
  }
}

/** Returns the points for the processor time beyond what is included. */
export function toTimePoints(cpuMs: number, includedMs: number): number {
  return Math.max(0, Math.floor((cpuMs - includedMs) / MS_PER_POINT));
}

/** Returns the points for received and sent bytes, of which the first ones are included. */
export function toBytePoints(bytes: number): number {
  return Math.max(0, Math.ceil(bytes / BYTES_PER_POINT) - 1);
}
