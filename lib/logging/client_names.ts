import { DAY_MS } from "@/lib/async/deadline.ts";

/** Maximum number of names, about 8 MB. Only clients that were refused or banned have one. */
const MAX_NAMES = 50_000;

/** With this many random bytes, two of these clients have the same name once in 600 years. */
const NAME_BYTES = 6;

/**
 * Names clients in the logs. A client has the same name all day, so that its lines can be found, but the name is random
 * and does not reveal the address. If too many clients have a name, all get new ones.
 */
export class ClientNames {
  readonly #names = new Map<string, string>();
  #day = -1;

  /** Returns the name of a client on the day of `now`, which is in milliseconds since 1970. */
  of(client: string, now: number): string {
    const day = Math.floor(now / DAY_MS);
    const known = day > this.#day ? undefined : this.#names.get(client);
    if (known !== undefined) return known;
    if (day > this.#day || this.#names.size >= MAX_NAMES) this.#names.clear();
    this.#day = Math.max(day, this.#day);
    const name = crypto.getRandomValues(new Uint8Array(NAME_BYTES)).toHex();
    this.#names.set(client, name);
    return name;
  }
}
