/** What a client may use only a few of at once. */
export type Resource = "lookup" | "download" | "upload";

/** The client of a request, whose limits apply to the work that the request causes. What is missing is not limited. */
export interface Caller {
  /** Aborts when the client disconnects, or when the memory of the request is taken away. */
  readonly signal: AbortSignal;
  /** The address of the client, by which queues and memory are divided among clients. */
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
   * Called with the size of each chunk that arrives for the client: from a source, or in its own body.
   *
   * @throws {ApiError} `overloaded` if there is no memory for it.
   */
  readonly onReceived?: ((bytes: number) => void) | undefined;
  /**
   * Waits until the client may use one more of a resource. Disposing the result releases it.
   *
   * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
   * @throws the reason of `signal` if it aborts while waiting.
   */
  readonly acquire?: ((resource: Resource, signal: AbortSignal) => Promise<Disposable>) | undefined;
}

/**
 * A job of a client that waits for its turn. Clients that need the same result at the same time do not wait for each
 * other: each has its own turn, and those that come later find what the first one has stored.
 */
export interface Turn<Made, Result> extends Pick<Caller, "signal" | "client"> {
  /** Returns the result if another job has made it. Called when the turn comes. */
  readonly find?: (() => Result | undefined) | undefined;
  /** Checks that the job may still run, if its result was not found. The job ends with the error that it throws. */
  readonly check?: (() => void) | undefined;
  /** Stores what the job has made and returns the result. Called before the next turn. */
  readonly store: (made: Made) => Result;
  /**
   * Called once, when the job has ended or left the queue, with the milliseconds of processor time that it took. That
   * may be after its caller has left.
   */
  readonly onEnd?: ((cpuMs: number) => void) | undefined;
}
