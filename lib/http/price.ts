import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** The processor time for which a point is charged, beyond what the first points of a request include. */
export const MS_PER_POINT = 20;

/** The bytes, received and sent, for which a point is charged. */
export const BYTES_PER_POINT = 500_000;

/** What a body in too small chunks costs in all: dropping the rest of it takes Deno up to half a second. */
const SMALL_CHUNKS_POINTS = 50;

/** The points that are taken before the work, and the processor time that they include. */
export interface Price {
  /** The points that are taken before the work, including the one of every request. */
  readonly taken: number;
  /** The processor time that these points include. */
  readonly includedMs: number;
}

/** The price of a filter whose result is not cached. */
export const FILTER_PRICE: Price = { taken: 10, includedMs: 200 };

/** The price of a drawing as PNG, WebP or terminal text that is not cached. */
export const DRAWING_PRICE: Price = { taken: 5, includedMs: 100 };

/**
 * The work of one request, which is charged at once when all of it has ended, whatever its outcome. A job may end
 * later than its request: its caller may have left, or its time may have been up.
 */
export class Bill {
  /** The points that were taken before the work. */
  readonly taken: number;
  readonly #includedMs: number;
  readonly #charge: (points: number) => void;
  #cpuMs = 0;
  #otherPoints = 0;
  #minPoints = 0;
  /** The request itself and its jobs that have not ended. */
  #unfinished = 1;

  /** Creates the bill of a request; `charge` is called once, if its work costs more than what was taken before. */
  constructor({ taken, includedMs }: Price, charge: (points: number) => void) {
    this.taken = taken;
    this.#includedMs = includedMs;
    this.#charge = charge;
  }

  /** Adds points for other work of the request, even if the rest of it has ended. */
  addPoints(points: number): void {
    if (this.#unfinished === 0) this.#charge(points);
    else this.#otherPoints += points;
  }

  /** Adds a job, which must end before the bill is charged. */
  startJob(): void {
    this.#unfinished++;
  }

  /** Adds the processor time of a job that has ended. */
  endJob(cpuMs: number): void {
    this.#cpuMs += cpuMs;
    this.#end();
  }

  /** Reports that the request has ended, perhaps with an error. */
  endRequest(error?: unknown): void {
    const isFragmented = error instanceof ApiError && error.cause instanceof SmallChunksError;
    if (isFragmented) this.#minPoints = SMALL_CHUNKS_POINTS - this.taken;
    this.#end();
  }

  #end(): void {
    this.#unfinished--;
    if (this.#unfinished > 0) return;
    const work = toTimePoints(this.#cpuMs, this.#includedMs) + this.#otherPoints;
    const points = Math.max(work, this.#minPoints);
    if (points > 0) this.#charge(points);
  }
}

/** Returns the points for the processor time beyond what is included. */
export function toTimePoints(cpuMs: number, includedMs: number): number {
  return Math.max(0, Math.floor((cpuMs - includedMs) / MS_PER_POINT));
}
