import { fetchOverloadedError } from "@/lib/sources/source_errors.ts";

/** The part of a {@linkcode Budget} that one download uses. Disposing it returns the whole part to the budget. */
export interface Lease extends Disposable {
  /** Grows the part to at least this many bytes. @throws {ApiError} `overloaded` if the budget has fewer left. */
  growTo(bytes: number): void;
}

/** Counts the bytes that all running downloads hold, so that many at once cannot exhaust memory. */
export class Budget {
  readonly #limit: number;
  #held = 0;

  /** Creates a budget of `limit` bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Leases a part of `bytes`. @throws {ApiError} `overloaded` if the budget has fewer left. */
  lease(bytes: number): Lease {
    let leased = 0;
    const resize = (size: number) => {
      if (this.#held + size - leased > this.#limit) throw fetchOverloadedError("too many downloads are running", 1);
      this.#held += size - leased;
      leased = size;
    };
    resize(bytes);
    return { growTo: (size) => resize(Math.max(size, leased)), [Symbol.dispose]: () => resize(0) };
  }
}
