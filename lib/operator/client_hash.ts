import { createHmac, randomBytes } from "node:crypto";

const DAY_MS = 86_400_000;

/** Clients remembered with their name; the rest are hashed again. */
const MAX_REMEMBERED = 10_000;

/**
 * Names clients in the log: the same name all day, so that one's requests can be seen together, and nothing that leads
 * back to the address. The key is random, lives in memory alone and changes every day.
 */
export class ClientHash {
  readonly #clock: () => number;
  readonly #names = new Map<string, string>();
  #day = -1;
  #key: Uint8Array = new Uint8Array();

  /** Makes a namer with a key of its own. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Yields the name of a client today. */
  of(client: string): string {
    const day = Math.floor(this.#clock() / DAY_MS);
    if (day !== this.#day || this.#names.size >= MAX_REMEMBERED) this.#restart(day);
    const known = this.#names.get(client);
    if (known !== undefined) return known;
    const name = createHmac("sha256", this.#key).update(client).digest("base64url").slice(0, 12);
    this.#names.set(client, name);
    return name;
  }

  #restart(day: number): void {
    if (day !== this.#day) this.#key = randomBytes(32);
    this.#day = day;
    this.#names.clear();
  }
}
