/** What a client may use only a few of at once. */
export type Resource = "lookup" | "download" | "upload";

/** The client of a request, whose limits apply to the work that the request causes. What is missing is not limited. */
export interface Caller {
  /** Aborts when the client disconnects, or when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** The address of the client, by which queues and shared memory are divided among clients. */
  readonly client?: string | undefined;
  /** What requests to other servers state in `pawkit-filtered-by`. */
  readonly filteredBy?: string | undefined;
  /** Takes points from the client before work. @throws {ApiError} `rate_limited` if it has too few. */
  readonly take?: ((points: number) => void) | undefined;
  /** Charges the client points after work. It never throws: a debt is carried into the next minute. */
  readonly charge?: ((points: number) => void) | undefined;
  /**
   * Checks that earlier requests of the client left no debt. `price` is what this one costs.
   *
   * @throws {ApiError} `rate_limited`, if they did.
   */
  readonly assertNoDebt?: ((price: number) => void) | undefined;
  /**
   * Waits until the client may use one more of a resource. Disposing the result releases it.
   *
   * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
   * @throws the reason of `signal` if it aborts while waiting.
   */
  readonly acquire?: ((resource: Resource, signal: AbortSignal) => Promise<Disposable>) | undefined;
}
