/** What is counted, and the length of its windows. The number of a window is the time since 1970 in windows. */
export const WINDOWS_MS = { limit: 60_000, failures: 600_000 };

/** Points to add to the counter of a client in one window. */
export interface Count {
  readonly name: keyof typeof WINDOWS_MS;
  readonly window: number;
  readonly client: string;
  readonly points: number;
}

/** Counters after points were added to them. */
export interface Sums {
  /** The points of each counter over all instances, in the order of the counts. */
  readonly points: readonly number[];
  /** The time of the store, in milliseconds since 1970. */
  readonly now: number;
}

/** A banned client. */
export interface Ban {
  readonly client: string;
  /** Milliseconds until the ban ends, by the clock of the store. */
  readonly leftMs: number;
}

/** The bans in a store. */
export interface StoredBans {
  readonly bans: readonly Ban[];
  /** The time of the store, in milliseconds since 1970. */
  readonly now: number;
}

/** Maximum number of bans in memory and in Redis, so that an attacker with many addresses cannot fill them. */
export const MAX_BANS = 100_000;

/**
 * How many counts `add` accepts at once: Redis is busy with them for about a millisecond, and a commit of Deno KV may
 * have 1,000 mutations and 80 KiB of keys.
 */
export const MAX_COUNTS = 500;

/** A store that all instances share. Every method but `close` may reject. */
export interface Store {
  /**
   * Adds to all of these counters, at most {@linkcode MAX_COUNTS}, or to none, and returns their sums.
   *
   * @throws {RefusedError} if nothing was added. After any other error nobody knows whether something was.
   */
  add(counts: readonly Count[]): Promise<Sums>;
  /** Returns every ban that has not ended. */
  readBans(): Promise<StoredBans>;
  /** Adds a ban or replaces its end. If `leftMs` is 0, deletes it and the wrong tokens of its client. */
  writeBan(ban: Ban): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

/** The store refused a command, or the command was not sent. Nothing has changed, so it can be repeated. */
export class RefusedError extends Error {}
