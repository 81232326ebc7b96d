import { Limiter } from "@/lib/access/limiter.ts";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { SharedStore } from "@/lib/store/shared_store.ts";
import { type Ban, MAX_BANS, type Store, WINDOWS_MS } from "@/lib/store/store.ts";

/** The wrong tokens in one window that lead to a ban. */
export const MAX_WRONG_TOKENS = 10;

/** How long a ban lasts. */
export const BAN_MS = 24 * 3_600_000;

/** Interval at which bans are read again: the longest time until a ban or its end applies to every instance. */
const READ_EVERY_MS = 3_000;

/** Options of {@linkcode Bans}. */
export interface BansOptions {
  /** The store that all instances share. Without one, bans end with the process. */
  readonly store?: SharedStore | undefined;
  /** Returns the milliseconds since any fixed moment. It must not jump, as the time of day does. */
  readonly clock?: () => number;
  /** The clock of the windows in which wrong tokens are counted. */
  readonly windowClock?: () => number;
  /** Called for each new ban. */
  readonly onBan?: (ban: Ban) => void;
  /** Called with the time of the store after each read. */
  readonly onStoreTime?: (now: number) => void;
}

/** A ban that this instance has decided; an `end` of 0 lifts it. */
interface Change {
  readonly client: string;
  readonly end: number;
}

/** The banned clients, and the wrong tokens of the others. The check on every request reads only memory. */
export class Bans {
  /** The number of bans since the start of this process. */
  issued = 0;
  /** The wrong tokens, which are exchanged with other instances. */
  readonly wrongTokens: Limiter;
  /** The end of each ban, by the clock. */
  readonly #ends = new Map<string, number>();
  /** What this instance has decided, until the bans have been read from a store that has it. */
  readonly #changes = new Map<string, Change>();
  readonly #store: SharedStore | undefined;
  readonly #clock: () => number;
  readonly #options: BansOptions;
  #refreshing: Promise<void> | undefined;
  #stopTimer = () => {};

  /** Creates an empty list. {@linkcode Bans.refresh} fills it from the store. */
  constructor(options: BansOptions = {}) {
    const { store, clock = () => performance.now(), windowClock = clock } = options;
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
    this.wrongTokens = new Limiter({
      limit: MAX_WRONG_TOKENS,
      windowMs: WINDOWS_MS.failures,
      clock: windowClock,
      ...(store && { name: "failures" }),
      onSum: (client, points) => this.#onWrongTokens(client, points),
    });
  }

  /** Rejects a banned client. @throws {ApiError} `banned`, with the end of the ban. */
  assertNotBanned(client: string): void {
    if (this.isBanned(client)) throw bannedError(toUntil(this.#ends.get(client)! - this.#clock()));
  }

  /** Whether a client is banned now. */
  isBanned(client: string): boolean {
    const end = this.#ends.get(client);
    // The time is read only now, because most clients are not banned.
    return end !== undefined && end > this.#clock();
  }

  /** Counts a wrong token, and bans the client after too many. Returns how many it may send before that. */
  countWrongToken(client: string): number {
    const { remaining } = this.wrongTokens.take(client, 1);
    if (remaining === 0 && !this.isBanned(client)) this.#ban(client);
    return remaining;
  }

  /** Ends the ban of a client, if it has one, and forgets its wrong tokens. */
  lift(client: string): void {
    if (!this.#ends.delete(client)) return;
    this.wrongTokens.forget(client);
    this.#change({ client, end: 0 });
  }

  /** Lists the current bans, the latest first. */
  list(): Ban[] {
    const now = this.#clock();
    return Array.from(this.#ends, ([client, end]) => ({ client, leftMs: Math.ceil(end - now) }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs);
  }

  /** Reads the bans of all instances immediately, and then every few seconds. */
  async load(): Promise<void> {
    this.#stopTimer = repeatInBackground(READ_EVERY_MS, () => this.refresh());
    await this.refresh();
  }

  /** Writes what this instance has decided to the store, and then reads the bans of all instances. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => this.#refreshing = undefined);
    return this.#refreshing;
  }

  /** Stops the periodic reading, and writes what the store does not have yet. */
  async close(): Promise<void> {
    this.#stopTimer();
    await this.#refreshing;
    if (this.#changes.size > 0) await this.refresh();
  }

  async #refresh(): Promise<void> {
    const written: Change[] = [];
    await this.#store?.use("writeBan", (store) => this.#writeChanges(store, written));
    // A write that took too long goes on, and may be confirmed while the bans are read: they may lack it.
    const confirmed = [...written];
    const reply = await this.#store?.use("readBans", (store) => store.readBans());
    if (reply === undefined) return;
    this.#options.onStoreTime?.(reply.now);
    for (const change of confirmed) {
      if (this.#changes.get(change.client) === change) this.#changes.delete(change.client);
    }
    const before = [...this.#ends.keys()];
    this.#ends.clear();
    for (const { client, leftMs } of reply.bans) this.#setEnd(client, this.#clock() + leftMs);
    for (const { client, end } of this.#changes.values()) this.#setEnd(client, end);
    // Otherwise the first wrong token after a ban was lifted in the store would lead to the next ban.
    for (const client of before) if (!this.#ends.has(client)) this.wrongTokens.forget(client);
  }

  async #writeChanges(store: Store, written: Change[]): Promise<void> {
    for (const change of this.#changes.values()) {
      await store.writeBan({ client: change.client, leftMs: Math.max(0, Math.ceil(change.end - this.#clock())) });
      written.push(change);
    }
  }

  #onWrongTokens(client: string, points: number): void {
    // These may be those for which it was banned before, if the ban has just been lifted.
    const isDecided = this.#changes.has(client) || this.isBanned(client);
    if (points >= MAX_WRONG_TOKENS && !isDecided) this.#ban(client);
  }

  #ban(client: string): void {
    this.issued++;
    this.#options.onBan?.({ client, leftMs: BAN_MS });
    const end = this.#clock() + BAN_MS;
    this.#setEnd(client, end);
    this.#change({ client, end });
  }

  #change(change: Change): void {
    if (this.#store === undefined) return;
    this.#changes.set(change.client, change);
    void this.refresh();
  }

  #setEnd(client: string, end: number): void {
    this.#ends.delete(client);
    if (end === 0) return;
    this.#ends.set(client, end);
    if (this.#ends.size <= MAX_BANS) return;
    // All bans last equally long, so the oldest entry is the one that ends first.
    const [oldest] = this.#ends.keys();
    this.#ends.delete(oldest!);
    this.#changes.delete(oldest!);
  }
}

/** Returns the time of day at which a ban ends, for people. */
export function toUntil(leftMs: number): string {
  return new Date(Date.now() + leftMs).toISOString();
}

/** Creates the 403 for a client that is banned until a time. */
function bannedError(until: string): ApiError {
  return new ApiError("banned", "Cannot accept your requests: too many failed attempts to enter the operator area", {
    details: { until },
  });
}
