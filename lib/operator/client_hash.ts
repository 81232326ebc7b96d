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
  #dayEndsAt = 0;
  #key: Uint8Array = new Uint8Array();
  #lastClient = "";
  #lastName = "";

  /** Makes a namer with a key of its own. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Yields the name of a client today. */
  of(client: string): string {
    // One client often sends many requests in a row.
    if (client === this.#lastClient && this.#clock() < this.#dayEndsAt) return this.#lastName;
    this.#lastName = this.#find(client);
    this.#lastClient = client;
    return this.#lastName;
  }

  #find(client: string): string {
    if (this.#clock() >= this.#dayEndsAt) this.#beginDay();
    const known = this.#names.get(client);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_REMEMBERED) this.#names.clear();
    const name = loadCrypto().createHmac("sha256", this.#key).update(client).digest("base64url").slice(0, 12);
    this.#names.set(client, name);
    return name;
  }

  #beginDay(): void {
    this.#dayEndsAt = (Math.floor(this.#clock() / DAY_MS) + 1) * DAY_MS;
    this.#key = crypto.getRandomValues(new Uint8Array(32));
    this.#names.clear();
  }
}

// Loaded with the first line of the log, as it takes longer to load than the rest of the service takes to start.
function loadCrypto(): typeof import("node:crypto") {
  // deno-lint-ignore no-process-global -- the one way to load a built-in module late and at once
  return process.getBuiltinModule("node:crypto");
}
