import { ApiError } from "@/lib/http/errors.ts";
import { MemoryLimiter } from "@/lib/access/rate_limit.ts";
import type { SharedState } from "@/lib/state/shared_state.ts";
import type { Ban } from "@/lib/state/state_engine.ts";

/** Failed attempts that bring a ban. */
const MAX_FAILURES = 10;

/** The time in which they must happen. */
const FAILURE_WINDOW_MS = 10 * 60_000;

/** How long a ban lasts. */
const BAN_MS = 24 * 3_600_000;

/** How long another instance may not know of a ban or of its end. */
const REFRESH_MS = 3_000;

/** How long the start waits for the bans: longer than a request would, as nobody knows of any before. */
const FIRST_LOAD_MS = 2_000;

/** Bans kept at most; the one that ends first yields. */
const MAX_BANS = 100_000;

/** Options of {@linkcode Bans}. */
export interface BansOptions {
  /** The store over all instances; without one bans end with the process. */
  readonly state?: SharedState | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Told of each new ban, for the log. */
  readonly onBan?: (ban: Ban) => void;
}

/** Who is kept out, and who is on the way there. The question on every request is answered from memory alone. */
export class Bans {
  readonly #until = new Map<string, number>();
  readonly #state: SharedState | undefined;
  readonly #clock: () => number;
  readonly #onBan: (ban: Ban) => void;
  readonly #failures: MemoryLimiter;
  #refreshing: Promise<void> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #syncedEpoch = -1;

  /** Makes an empty list; {@linkcode Bans.load} fills it from the store. */
  constructor(options: BansOptions = {}) {
    this.#state = options.state;
    this.#clock = options.clock ?? Date.now;
    this.#onBan = options.onBan ?? (() => {});
    this.#failures = new MemoryLimiter({
      limit: MAX_FAILURES,
      windowMs: FAILURE_WINDOW_MS,
      slots: 2 ** 14,
      clock: this.#clock,
    });
  }

  /**
   * Refuses a banned client.
   *
   * @throws {ApiError} `banned`, with the end of the ban.
   */
  assertWelcome(client: string): void {
    if (this.#until.size === 0) return;
    const until = this.#until.get(client);
    if (until === undefined || until <= this.#clock()) return;
    throw new ApiError("banned", "Cannot answer you: too many failed attempts to enter the operator area", {
      details: { until: new Date(until).toISOString() },
    });
  }

  /** Counts a failed attempt, and bans the client that had too many. */
  async countFailure(client: string): Promise<void> {
    const here = this.#failures.take(client, 1);
    const everywhere = await this.#state?.ask((engine) =>
      engine.counter({ name: "failures", windowMs: FAILURE_WINDOW_MS }).add(client, 1)
    );
    if (here.remaining > 0 && (everywhere?.points ?? 0) < MAX_FAILURES) return;
    const ban = { client, until: this.#clock() + BAN_MS };
    this.#keep(ban);
    this.#onBan(ban);
    await this.#state?.ask((engine) => engine.saveBans([ban]));
  }

  /** Who is banned now, the latest first. */
  list(): Ban[] {
    const now = this.#clock();
    return Array.from(this.#until, ([client, until]) => ({ client, until }))
      .filter(({ until }) => until > now)
      .sort((a, b) => b.until - a.until);
  }

  /** Reads the bans of all instances now and again every few seconds. */
  async load(): Promise<void> {
    if (this.#state === undefined) return;
    this.#timer ??= setInterval(() => this.refresh(), REFRESH_MS);
    Deno.unrefTimer(Number(this.#timer));
    await this.refresh(FIRST_LOAD_MS);
  }

  /** Takes over what other instances banned or the operator lifted. */
  refresh(timeoutMs?: number): Promise<void> {
    this.#refreshing ??= this.#refresh(timeoutMs).finally(() => this.#refreshing = undefined);
    return this.#refreshing;
  }

  /** Stops reading. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #refresh(timeoutMs?: number): Promise<void> {
    const epoch = this.#state?.epoch ?? 0;
    const startedAt = this.#clock();
    const stored = await this.#state?.ask((engine) => engine.loadBans(), timeoutMs);
    if (stored === undefined) return;
    // A store that was away may have come back empty: what we know is written again, not taken for lifted.
    // Nor is a ban lifted that is so young that the store may not have had it yet.
    const hasLost = epoch !== this.#syncedEpoch;
    const mine = this.list().filter(({ until }) => hasLost || until > startedAt + BAN_MS - REFRESH_MS);
    if (hasLost && !await this.#saveMissing(mine, stored)) return;
    this.#until.clear();
    for (const ban of [...mine, ...stored]) this.#keep(ban);
    this.#syncedEpoch = epoch;
  }

  async #saveMissing(mine: readonly Ban[], stored: readonly Ban[]): Promise<boolean> {
    const known = new Set(stored.map(({ client }) => client));
    const missing = mine.filter(({ client }) => !known.has(client));
    if (missing.length === 0) return true;
    return await this.#state?.ask((engine) => engine.saveBans(missing).then(() => true)) ?? false;
  }

  #keep({ client, until }: Ban): void {
    this.#until.delete(client);
    this.#until.set(client, until);
    // All bans last equally long, so the oldest entry is the one that ends first.
    if (this.#until.size > MAX_BANS) this.#until.delete(this.#until.keys().next().value!);
  }
}
