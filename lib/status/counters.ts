/** An error of the service that the operator may look for in the console, where its cause is. */
export interface LastError {
  readonly time: string;
  readonly requestId: string;
  readonly route: string | null;
  readonly code: string;
  readonly message: string;
}

/** How many errors are remembered. */
const MAX_LAST_ERRORS = 20;

/** The name of all paths without a route. */
const NO_ROUTE = "-";

/** Counts requests since the start, and remembers the last errors of the service. */
export class Counters {
  readonly #requests = new Map<string, Map<number, number>>();
  readonly #lastErrors: LastError[] = [];

  /** Counts an answered request. */
  addRequest(route: string | null, status: number): void {
    const statuses = this.#requests.get(route ?? NO_ROUTE) ?? new Map<number, number>();
    this.#requests.set(route ?? NO_ROUTE, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  /** Remembers an error response with a 5xx status. */
  addError(error: Omit<LastError, "time">): void {
    this.#lastErrors.unshift({ time: new Date().toISOString(), ...error });
    this.#lastErrors.splice(MAX_LAST_ERRORS);
  }

  /** The number of requests by route and status. */
  get requests(): Readonly<Record<string, Readonly<Record<number, number>>>> {
    return Object.fromEntries(
      this.#requests.entries().map(([route, statuses]) => [route, Object.fromEntries(statuses)]),
    );
  }

  /** The last errors, the newest first. */
  get lastErrors(): readonly LastError[] {
    return this.#lastErrors.slice();
  }
}
