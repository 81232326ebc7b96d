import { DAY_MS } from "@/lib/async/deadline.ts";
import { sipHash } from "@/lib/logging/siphash.ts";

/** Length of a name. With a million clients a day, two of them share a name about once in 500 days. */
const DIGITS = 12;

/**
 * Names clients in the logs. A client has the same name all day, so that its requests can be found, but the name
 * does not reveal the address: the key is random, is stored only in memory and changes every day.
 */
export class ClientHash {
  readonly #key = new BigUint64Array(2);
  #day = -1;

  /** Returns the name of a client on the day of `now`, which is in milliseconds since 1970. */
  of(client: string, now: number): string {
    const day = Math.floor(now / DAY_MS);
    if (day > this.#day) {
      this.#day = day;
      crypto.getRandomValues(this.#key);
    }
    return sipHash(this.#key, client).slice(0, DIGITS);
  }
}
