import { makeSipKey, sipHash } from "@/lib/logging/siphash.ts";

const DAY_MS = 86_400_000;

/** Digits of a name: enough that two of a million clients share one once in five hundred days. */
const DIGITS = 12;

/**
 * Names clients in the log: the same name all day, so that one's requests can be seen together, and nothing that leads
 * back to the address. The key is random, lives in memory alone and changes every day.
 */
export class ClientHash {
  #key = makeSipKey();
  #dayEndsAt = 0;
  #lastClient = "";
  #lastName = "";

  /** Yields the name of a client on the day of `now`, in milliseconds since 1970. */
  of(client: string, now: number): string {
    if (now >= this.#dayEndsAt) this.#beginDay(now);
    // One client often sends many requests in a row.
    if (client !== this.#lastClient) {
      this.#lastName = sipHash(this.#key, client).slice(0, DIGITS);
      this.#lastClient = client;
    }
    return this.#lastName;
  }

  #beginDay(now: number): void {
    this.#dayEndsAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    this.#key = makeSipKey();
    this.#lastClient = "";
    this.#lastName = sipHash(this.#key, "").slice(0, DIGITS);
  }
}
