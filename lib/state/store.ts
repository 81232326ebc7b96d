/** Identifies a counter. */
export interface Counter {
  /** What is counted, for example `limit`. Counters with different names are independent. */
  readonly name: string;
  readonly client: string;
}

/** Points to add to the counter of one client. */
export interface AddPointsOptions extends Counter {
  readonly points: number;
  /** How long the counter lasts after its first point. */
  readonly windowMs: number;
}

/** A counter after points were added to it. */
export interface Total {
  readonly points: number;
  /** Milliseconds until the counter starts from zero again, by the clock of the store: at most `windowMs`. */
  readonly resetMs: number;
}

/** A banned client. */
export interface Ban {
  readonly client: string;
  /** Milliseconds until the ban ends, by the clock of the store. */
  readonly leftMs: number;
}

/** Maximum number of bans in memory and in Redis, so that an attacker with many addresses cannot fill them. */
export const MAX_BANS = 100_000;

/** A store that all instances share. Every method but `close` may reject; {@linkcode SharedStore} then uses memory. */
export interface Store {
  /** Adds points to a counter and returns the new total over all instances. */
  addPoints(options: AddPointsOptions): Promise<Total>;
  /** Returns every ban that has not ended. */
  loadBans(): Promise<Ban[]>;
  /** Adds bans, or replaces their end. */
  saveBans(bans: readonly Ban[]): Promise<void>;
  /** Deletes the ban of a client, if it has one. */
  deleteBan(client: string): Promise<void>;
  /** Starts a counter from zero again. */
  resetPoints(counter: Counter): Promise<void>;
  /** Closes the connection. */
  close(): void;
}
