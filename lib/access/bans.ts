import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { SharedStore } from "@/lib/store/shared_store.ts";
import { type Ban, FAILURES_MS, MAX_BANS, type Store } from "@/lib/store/store.ts";

/** The wrong tokens in ten minutes that lead to a ban. */
export const MAX_WRONG_TOKENS = 10;

/** How long a ban lasts. */
export const BAN_MS = 24 * 3_600_000;

/** Interval at which bans are read again: the longest time until a ban or its end applies to every instance. */
const READ_EVERY_MS = 3_000;

/** The most networks whose wrong tokens are counted here. An attacker with more addresses gets more attempts. */
const MAX_COUNTED = 10_000;

/** Options of {@linkcode Bans}. */
export interface BansOptions {
  /** The store that all instances share. Without one, bans end with the process. */
  readonly store?: SharedStore | undefined;
  /** Returns the milliseconds since any fixed moment. It must not jump, as the time of day does. */
  readonly clock?: () => number;
  /** Called for each new ban. */
  readonly onBan?: (ban: Ban) => void;
  /** Called for each ban that ends before its time, by the instance that ends it. */
  readonly onLift?: (network: string) => void;
}

/** A ban that this instance has decided; an `end` of 0 lifts it. */
interface Change {
  readonly network: string;
  readonly end: number;
}

/**
 * The banned networks, and the wrong tokens of the others: each is an IPv4 address, or a /64. The store and the API
 * call it a client, too. The check on every request reads only memory.
 */
export class Bans {
  /** The number of bans since the start of this process. */
  issued = 0;
  /** The wrong tokens that each network has sent to this instance, and when they are forgotten. */
  readonly #failures = new Map<string, { count: number; readonly end: number }>();
  /** The end of each ban, by the clock. */
  readonly #ends = new Map<string, number>();
  /** The bans and lifts of this instance that no read of the store has confirmed yet. */
  readonly #changes = new Map<string, Change>();
  readonly #store: SharedStore | undefined;
  readonly #clock: () => number;
  readonly #options: BansOptions;
  #synchronizing: Promise<void> | undefined;
  #stopTimer = () => {};

  /** Creates an empty list. {@linkcode Bans.synchronize} fills it from the store. */
  constructor(options: BansOptions = {}) {
    const { store, clock = () => performance.now() } = options;
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
  }

  /** Rejects a banned network. @throws {ApiError} `banned`, with the end of the ban. */
  assertNotBanned(network: string): void {
    if (this.isBanned(network)) throw bannedError(toUntil(this.#ends.get(network)! - this.#clock()));
  }

  /** Whether a network is banned now. */
  isBanned(network: string): boolean {
    const end = this.#ends.get(network);
    // The time is read only now, because most networks are not banned.
    return end !== undefined && end > this.#clock();
  }

  /** Counts a wrong token, and bans the network after too many. Returns how many it may send here before that. */
  countWrongToken(network: string): number {
    const failures = this.#failuresOf(network);
    failures.count++;
    if (failures.count >= MAX_WRONG_TOKENS) this.#ban(network);
    if (this.#store !== undefined) void this.#sendWrongToken(this.#store, network);
    return Math.max(0, MAX_WRONG_TOKENS - failures.count);
  }

  /** Ends the ban of a network, if it has one, and forgets its wrong tokens. */
  lift(network: string): void {
    if (!this.#ends.delete(network)) return;
    this.#failures.delete(network);
    this.#options.onLift?.(network);
    this.#change({ network, end: 0 });
  }

  /** Lists the current bans, the latest first. */
  list(): Ban[] {
    const now = this.#clock();
    return Array.from(this.#ends, ([network, end]) => ({ client: network, leftMs: Math.ceil(end - now) }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs);
  }

  /** Reads the bans of all instances immediately, and then every few seconds. */
  async start(): Promise<void> {
    this.#stopTimer = repeatInBackground(READ_EVERY_MS, () => this.synchronize());
    await this.synchronize();
  }

  /** Writes what this instance has decided to the store, and then reads the bans of all instances. */
  synchronize(): Promise<void> {
    this.#synchronizing ??= this.#writeAndRead().finally(() => this.#synchronizing = undefined);
    return this.#synchronizing;
  }

  /** Stops the periodic reading, and writes what the store does not have yet. */
  async close(): Promise<void> {
    this.#stopTimer();
    await this.#synchronizing;
    if (this.#changes.size > 0) await this.synchronize();
  }

  async #writeAndRead(): Promise<void> {
    const written: Change[] = [];
    await this.#store?.use("writeBan", (store) => this.#writeChanges(store, written));
    // A write that took too long goes on, and may be confirmed while the bans are read: they may lack it.
    const confirmed = [...written];
    const bans = await this.#store?.use("readBans", (store) => store.readBans());
    if (bans === undefined) return;
    for (const change of confirmed) {
      if (this.#changes.get(change.network) === change) this.#changes.delete(change.network);
    }
    const before = [...this.#ends.keys()];
    this.#ends.clear();
    for (const { client, leftMs } of bans) this.#setEnd(client, this.#clock() + leftMs);
    for (const { network, end } of this.#changes.values()) this.#setEnd(network, end);
    // Otherwise the first wrong token after a ban was lifted in the store would lead to the next ban.
    for (const network of before) if (!this.#ends.has(network)) this.#failures.delete(network);
  }

  async #writeChanges(store: Store, written: Change[]): Promise<void> {
    for (const change of this.#changes.values()) {
      await store.writeBan({ client: change.network, leftMs: Math.max(0, Math.ceil(change.end - this.#clock())) });
      written.push(change);
    }
  }

  /** Returns the wrong tokens of the last ten minutes, which begin with the first one. */
  #failuresOf(network: string): { count: number } {
    const now = this.#clock();
    const known = this.#failures.get(network);
    if (known !== undefined && known.end > now) return known;
    const failures = { count: 0, end: now + FAILURES_MS };
    this.#failures.delete(network);
    this.#failures.set(network, failures);
    if (this.#failures.size > MAX_COUNTED) this.#failures.delete(this.#failures.keys().next().value!);
    return failures;
  }

  /** Counts a wrong token for all instances together. Nobody waits for the reply. */
  async #sendWrongToken(shared: SharedStore, network: string): Promise<void> {
    const [sum = 0] = await shared.use("add", (store) => store.add("failures", [{ client: network, points: 1 }])) ?? [];
    // These may be the wrong tokens of a ban that has just been lifted.
    if (sum >= MAX_WRONG_TOKENS && !this.#changes.has(network)) this.#ban(network);
  }

  #ban(network: string): void {
    if (this.isBanned(network)) return;
    this.issued++;
    this.#options.onBan?.({ client: network, leftMs: BAN_MS });
    const end = this.#clock() + BAN_MS;
    this.#setEnd(network, end);
    this.#change({ network, end });
  }

  #change(change: Change): void {
    if (this.#store === undefined) return;
    this.#changes.set(change.network, change);
    void this.synchronize();
  }

  #setEnd(network: string, end: number): void {
    this.#ends.delete(network);
    if (end === 0) return;
    this.#ends.set(network, end);
    if (this.#ends.size <= MAX_BANS) return;
    // All bans last equally long, so the oldest entry is the one that ends first.
    const [oldest] = this.#ends.keys();
    this.#ends.delete(oldest!);
    this.#changes.delete(oldest!);
  }
}

/**
 * Returns the time of day at which a ban ends, for people: the next whole minute. The log and each instance compute it
 * at slightly different moments, and people look for the value of a response in the log.
 */
export function toUntil(leftMs: number): string {
  return new Date(Math.ceil((Date.now() + leftMs) / 60_000) * 60_000).toISOString();
}

/** Creates the 403 for a network that is banned until a time. */
function bannedError(until: string): ApiError {
  return new ApiError("banned", "Cannot accept your requests: too many failed attempts to enter the operator area", {
    details: { until },
  });
}
