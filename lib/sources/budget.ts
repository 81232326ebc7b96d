import { fetchOverloadedError } from "@/lib/sources/source_errors.ts";

/** The bytes of a {@linkcode Budget} that one download has reserved. Disposing the lease releases them. */
export interface Lease extends Disposable {
  /** Reserves at least this many bytes in total. @throws {ApiError} `overloaded` if the budget has fewer left. */
  growTo(bytes: number): void;
}

/** Limits the bytes that all running downloads reserve, so that many at once cannot exhaust memory. */
export class Budget {
  readonly #limit: number;
  #reserved = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reserves `bytes`. @throws {ApiError} `overloaded` if the budget has fewer left. */
  lease(bytes: number): Lease {
    let leased = 0;
    const resize = (size: number) => {
      if (this.#reserved + size - leased > this.#limit) throw fetchOverloadedError("too many downloads are running", 1);
      this.#reserved += size - leased;
      leased = size;
    };
    resize(bytes);
    return { growTo: (size) => resize(Math.max(size, leased)), [Symbol.dispose]: () => resize(0) };
  }
}
