import type { setBackgroundTimeout } from "@/lib/async/background_timer.ts";

/** How long releases are fresh. Four refreshes an hour of up to 10 pages stay below GitHub's 60 requests an hour. */
export const REFRESH_INTERVAL_MS = 15 * 60_000;

/** The first wait after an error; it doubles with each further one, up to {@linkcode REFRESH_INTERVAL_MS}. */
const FIRST_RETRY_MS = 30_000;

/** Bounds for a wait that GitHub requests: its limits are hourly, and `retry-after: 0` must not cause a busy loop. */
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60 * 60_000;

/** Options of {@linkcode RefreshSchedule}. */
export interface ScheduleOptions {
  readonly now: () => number;
  readonly schedule: typeof setBackgroundTimeout;
  /** Called when it is time. */
  readonly refresh: () => void;
}

/** Decides when the releases are loaded again: regularly, and after an error sooner, but less and less so. */
export class RefreshSchedule {
  readonly #options: ScheduleOptions;
  #consecutiveErrors = 0;
  #nextRefreshAt = 0;
  #delayMs = 0;
  #cancelTimer: () => void = () => {};
  #isClosed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Seconds until the next refresh, at least 1, for `retry-after`. */
  get retryAfterSeconds(): number {
    // No longer than the whole wait, even if the clock was set back.
    const leftMs = Math.min(this.#nextRefreshAt - this.#options.now(), this.#delayMs);
    return Math.max(1, Math.ceil(leftMs / 1000));
  }

  /** Refreshes when the releases loaded at this time are no longer fresh. Returns whether they are fresh now. */
  continueFrom(loadedAt: number): boolean {
    const ageMs = this.#options.now() - loadedAt;
    // A negative age means that the clock was wrong when they were loaded or is wrong now.
    const isFresh = ageMs >= 0 && ageMs < REFRESH_INTERVAL_MS;
    if (isFresh) this.#refreshIn(REFRESH_INTERVAL_MS - ageMs);
    return isFresh;
  }

  /** Refreshes after the regular time, because the last refresh has succeeded. */
  succeed(): void {
    this.#consecutiveErrors = 0;
    this.#refreshIn(REFRESH_INTERVAL_MS);
  }

  /** Refreshes after the wait that GitHub requests, or after twice the last wait, because the last refresh failed. */
  fail(requestedMs: number | undefined): void {
    const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** this.#consecutiveErrors, REFRESH_INTERVAL_MS);
    this.#consecutiveErrors++;
    this.#refreshIn(Math.min(Math.max(requestedMs ?? backoffMs, MIN_WAIT_MS), MAX_WAIT_MS));
  }

  /** Cancels the next refresh and schedules no other. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #refreshIn(delayMs: number): void {
    const { now, schedule, refresh } = this.#options;
    this.#nextRefreshAt = now() + delayMs;
    this.#delayMs = delayMs;
    if (!this.#isClosed) this.#cancelTimer = schedule(delayMs, refresh);
  }
}
