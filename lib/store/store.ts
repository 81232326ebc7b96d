/** What is counted for each client: the points that it has spent, and its wrong tokens. */
export type Counter = "points" | "failures";

/** How long wrong tokens are counted, from the first one on. */
export const FAILURES_MS = 600_000;

/** How long the store has the points of a client after the last one that it spent: until all its buckets are full. */
export const POINTS_MS = 120_000;

/** Points, or wrong tokens, to add to the counter of a client. */
export interface Count {
  readonly client: string;
  readonly points: number;
}

/** A banned client. */
export interface Ban {
  readonly client: string;
  /** Milliseconds until the ban ends, by the clock of the store. */
  readonly leftMs: number;
}

/** Maximum number of bans in memory and in Redis, so that an attacker with many addresses cannot fill them. */
export const MAX_BANS = 100_000;

/**
 * How many counts `add` accepts at once: Redis is busy with them for about a millisecond, and a commit of Deno KV may
 * have 1,000 mutations and 80 KiB of keys.
 */
export const MAX_COUNTS = 500;

/** A store that all instances share. Every method but `close` may reject, also after it has done its work. */
export interface Store {
  /**
   * Adds to counters, at most {@linkcode MAX_COUNTS}, and returns their sums over all instances. Points are forgotten
   * some minutes after the last were added, so their sum can begin again; wrong tokens ten minutes after the first.
   */
  add(counter: Counter, counts: readonly Count[]): Promise<readonly number[]>;
  /** Returns every ban that has not ended. */
  readBans(): Promise<readonly Ban[]>;
  /** Adds a ban or replaces its end. If `leftMs` is 0, deletes it and the wrong tokens of its client. */
  writeBan(ban: Ban): Promise<void>;
  /** Closes the connection. */
  close(): void;
}
