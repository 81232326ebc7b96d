import { MemoryLimiter } from "@/lib/access/rate_limit.ts";
import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { SharedStore } from "@/lib/state/shared_store.ts";
import { type Ban, MAX_BANS, type Store } from "@/lib/state/store.ts";

/** The name of the counter of failed attempts. */
const FAILURES = "failures";

/** Failed attempts that lead to a ban. */
export const MAX_FAILURES = 10;

/** The time within which these attempts must happen. */
export const FAILURE_WINDOW_MS = 10 * 60_000;

/** How long a ban lasts. */
export const BAN_MS = 24 * 3_600_000;

/** Interval at which bans are loaded again: the longest time until a ban or its end applies to every instance. */
const REFRESH_MS = 3_000;

/** Time limit for the first load, for which requests wait. Longer than usual, because no ban is known before it. */
const FIRST_LOAD_MS = 2_000;

/** Options of {@linkcode Bans}. */
export interface BansOptions {
  /** The store that all instances share. Without one, bans end with the process. */
  readonly store?: SharedStore | undefined;
  /** Returns the milliseconds since any fixed moment. It must not jump, as the time of day does. */
  readonly clock?: () => number;
  /** Called for each new ban. */
  readonly onBan?: (ban: Ban) => void;
}

/** The banned clients, and the failed attempts of the others. The check on every request reads only memory. */
export class Bans {
  /** The number of bans since the start of this process. */
  issued = 0;
  /** The end of each ban, by the clock. */
  readonly #ends = new Map<string, number>();
  readonly #store: SharedStore | undefined;
  readonly #clock: () => number;
  readonly #onBan: (ban: Ban) => void;
  readonly #failures: MemoryLimiter;
  /** Clients whose ban was lifted, until a refresh has seen the store without it. */
  readonly #lifted = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;
  /** The epoch of the store at the last complete refresh. */
  #syncedEpoch = -1;

  /** Creates an empty list. {@linkcode Bans.load} fills it from the store. */
  constructor({ store, clock = () => performance.now(), onBan = () => {} }: BansOptions = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#onBan = onBan;
    this.#failures = new MemoryLimiter({ limit: MAX_FAILURES, windowMs: FAILURE_WINDOW_MS, slots: 2 ** 14, clock });
  }

  /** Rejects a banned client. @throws {ApiError} `banned`, with the end of the ban. */
  assertNotBanned(client: string): void {
    if (this.isBanned(client)) throw bannedError(toUntil(this.#ends.get(client)! - this.#clock()));
  }

  /** Whether a client is banned now. */
  isBanned(client: string): boolean {
    const end = this.#ends.get(client);
    // Only now the time, because reading it takes 0.4 µs.
    return end !== undefined && end > this.#clock();
  }

  /** Counts a failed attempt, and bans the client after too many. Returns how many it may make before that. */
  async countFailure(client: string): Promise<number> {
    const here = this.#failures.take(client, 1);
    const attempt = { name: FAILURES, client, points: 1, windowMs: FAILURE_WINDOW_MS };
    const everywhere = await this.#store?.ask((store) => store.addPoints(attempt));
    if (this.#store !== undefined && everywhere === undefined) this.#store.fallbacks++;
    const left = Math.min(here.remaining, MAX_FAILURES - (everywhere?.points ?? 0));
    if (left > 0) return left;
    this.issued++;
    const ban = { client, leftMs: BAN_MS };
    this.#lifted.delete(client);
    this.#add(ban);
    this.#onBan(ban);
    await this.#store?.ask((store) => store.saveBans([ban]));
    return 0;
  }

  /** Ends the ban of a client, if it has one, and forgets its failed attempts. */
  async lift(client: string): Promise<void> {
    if (!this.#ends.delete(client)) return;
    this.#failures.reset(client);
    if (this.#store === undefined) return;
    this.#lifted.add(client);
    await this.#store.ask((store) => deleteFrom(store, client));
  }

  /** Lists the current bans, the latest first. */
  list(): Ban[] {
    const now = this.#clock();
    return Array.from(this.#ends, ([client, end]) => ({ client, leftMs: Math.ceil(end - now) }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs);
  }

  /** Loads the bans of all instances immediately, and then every few seconds. */
  async load(): Promise<void> {
    if (this.#store === undefined) return;
    this.#stopTimer ??= setBackgroundInterval(REFRESH_MS, () => void this.refresh());
    await this.refresh(FIRST_LOAD_MS);
  }

  /** Adds the bans of other instances, and removes those that the operator deleted from the store. */
  refresh(timeoutMs?: number): Promise<void> {
    this.#refreshing ??= this.#refresh(timeoutMs).finally(() => this.#refreshing = undefined);
    return this.#refreshing;
  }

  /** Stops the periodic loading. */
  close(): void {
    this.#stopTimer?.();
  }

  async #refresh(timeoutMs?: number): Promise<void> {
    const epoch = this.#store?.epoch ?? 0;
    const startedAt = this.#clock();
    const lifted = [...this.#lifted];
    const load = async (store: Store) => {
      for (const client of lifted) await deleteFrom(store, client);
      return await store.loadBans();
    };
    const reply = await this.#store?.ask(load, timeoutMs);
    if (reply === undefined) return;
    const stored = reply.map(({ client, leftMs }) => ({ client, leftMs: Math.min(leftMs, BAN_MS) }));
    // Their end was stored before the clock of the store was set back.
    const tooLong = stored.filter((_, i) => reply[i]!.leftMs > BAN_MS);
    // A store that was down may have come back empty. A ban that is missing there is then saved again, not lifted.
    const mayBeIncomplete = epoch !== this.#syncedEpoch;
    const storedClients = new Set(stored.map(({ client }) => client));
    const missing = mayBeIncomplete ? this.list().filter(({ client }) => !storedClients.has(client)) : [];
    const changed = [...missing, ...tooLong];
    // If this fails, the epoch changes, and the next refresh tries again.
    if (mayBeIncomplete || tooLong.length > 0) await this.#store?.ask((store) => store.saveBans(changed));
    // A recent ban is not lifted either, because the store may not have had it yet when it was read. Listed only now,
    // because a ban may have been issued in the meantime.
    const recentMs = BAN_MS - REFRESH_MS - (this.#clock() - startedAt);
    const retained = this.list().filter(({ leftMs }) => mayBeIncomplete || leftMs > recentMs);
    const before = [...this.#ends.keys()];
    this.#ends.clear();
    for (const ban of [...retained, ...stored]) if (!this.#lifted.has(ban.client)) this.#add(ban);
    // Otherwise the first wrong token after a ban was lifted in the store would lead to the next ban.
    for (const client of before) if (!this.#ends.has(client)) this.#failures.reset(client);
    for (const client of lifted) this.#lifted.delete(client);
    this.#syncedEpoch = epoch;
  }

  #add({ client, leftMs }: Ban): void {
    this.#ends.delete(client);
    this.#ends.set(client, this.#clock() + leftMs);
    // All bans last equally long, so the oldest entry is the one that ends first.
    if (this.#ends.size > MAX_BANS) this.#ends.delete(this.#ends.keys().next().value!);
  }
}

/** Lifts a ban in a store, and returns whether there was one. */
export async function liftStoredBan(store: Store, client: string): Promise<boolean> {
  const bans = await store.loadBans();
  await deleteFrom(store, client);
  return bans.some((ban) => ban.client === client);
}

async function deleteFrom(store: Store, client: string): Promise<void> {
  await store.deleteBan(client);
  await store.resetPoints({ name: FAILURES, client });
}

/** Returns the time of day at which a ban ends, for people. */
export function toUntil(leftMs: number): string {
  return new Date(Date.now() + leftMs).toISOString();
}

/** Creates the 403 for a client that is banned until a time. */
export function bannedError(until: string): ApiError {
  return new ApiError("banned", "Cannot accept your requests: too many failed attempts to enter the operator area", {
    details: { until },
  });
}
