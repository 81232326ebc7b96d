/** How long no job may end before the service counts as stalled, so that its supervisor restarts it. */
const STALLED_MS = 60_000;

/**
 * Notices if no job can start and none ends for a minute, or for twice the time limit of a job if that is longer, or if
 * no worker could be started for as long.
 */
export class StallWatch {
  readonly #limitMs: number;
  readonly #now: () => number;
  /** The jobs that wait or run. */
  #jobs = 0;
  /** The last moment at which a job ended, or arrived while another could start. */
  #since = 0;
  /** When workers failed to start, for the first and the last time since a job ended. */
  #startErrors: { readonly first: number; last: number } | undefined;

  /** Creates a watch for jobs that may take `jobMs`. */
  constructor(jobMs: number, now: () => number) {
    this.#limitMs = Math.max(STALLED_MS, 2 * jobMs);
    this.#now = now;
  }

  /** Whether the service should be restarted; `canStart` says whether a job could start now. */
  isStalled(canStart: boolean): boolean {
    const { first, last } = this.#startErrors ?? { first: 0, last: 0 };
    const isBlocked = this.#jobs > 0 && !canStart;
    return last - first > this.#limitMs || (isBlocked && this.#now() - this.#since > this.#limitMs);
  }

  /** Counts a new job; `canStart` says whether a job could start before it came. */
  add(canStart: boolean): void {
    if (this.#jobs === 0 || canStart) this.#since = this.#now();
    this.#jobs++;
  }

  /** Forgets a job that has ended, was withdrawn while it waited, or got no worker. */
  remove(reason: "ended" | "withdrawn" | "no worker"): void {
    const now = this.#now();
    this.#jobs--;
    if (reason === "ended") {
      this.#since = now;
      this.#startErrors = undefined;
    }
    if (reason === "no worker") this.#startErrors = { first: this.#startErrors?.first ?? now, last: now };
  }
}
