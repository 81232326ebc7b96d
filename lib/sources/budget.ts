import { ApiError } from "@/lib/http/errors.ts";

/** A part of a {@linkcode Budget} that one download holds. */
export interface Lease {
  /**
   * Makes the part at least so many bytes.
   *
   * @throws {ApiError} `overloaded` when they are not to be had.
   */
  grow(bytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

/** Counts the bytes that downloads hold together, so that many at once cannot exhaust memory. */
export class Budget {
  readonly #limit: number;
  #held = 0;

  /** Makes a budget of `limit` bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Hands out a part of `bytes`.
   *
   * @throws {ApiError} `overloaded` when they are not to be had.
   */
  lease(bytes: number): Lease {
    let mine = 0;
    const grow = (bytes: number) => {
      if (bytes <= mine) return;
      if (this.#held + bytes - mine > this.#limit) throw overloaded();
      this.#held += bytes - mine;
      mine = bytes;
    };
    const release = () => {
      this.#held -= mine;
      mine = 0;
    };
    grow(bytes);
    return { grow, release };
  }
}

function overloaded(): ApiError {
  return new ApiError("overloaded", "Cannot fetch the image as too many are being fetched: try again in a second", {
    headers: { "retry-after": "1" },
  });
}
