/** How long nothing may be done before the service counts as stalled, so that its supervisor restarts it. */
const STALLED_MS = 60_000;

/** Notices if there are jobs but none ends for a minute, or if no worker could be started for as long. */
export class StallWatch {
  #jobs = 0;
  /** Since when there have been jobs but none has ended. */
  #since: number | undefined;
  /** When a worker could not be started for the last time. */
  #failedAt = -Infinity;

  /** Creates a watch for jobs that may take `jobMs`. `now` is its clock. */
  constructor(private readonly jobMs: number, private readonly now: () => number) {}

  /** Whether the service should be restarted. */
  get isStalled(): boolean {
    const until = this.#jobs > 0 ? this.now() : this.#failedAt;
    // Where a job may take minutes, one that does is no sign of a stall.
    return this.#since !== undefined && until - this.#since > Math.max(STALLED_MS, 2 * this.jobMs);
  }

  /** Counts a new job. */
  add(): void {
    // After two quiet minutes, earlier failures to start a worker do not matter.
    if (this.#jobs === 0 && this.now() - this.#failedAt > 2 * STALLED_MS) this.#since = undefined;
    this.#since ??= this.now();
    this.#jobs++;
  }

  /** Forgets a job that has ended, was withdrawn while it waited, or got no worker. */
  remove(reason: "ended" | "withdrawn" | "no worker"): void {
    this.#jobs--;
    if (reason === "ended") this.#since = this.#jobs > 0 ? this.now() : undefined;
    if (reason === "no worker") this.#failedAt = this.now();
  }
}
