/** A resource of which a client may use only a few at once. */
export type Resource = "lookup" | "download" | "upload";

/** How much of one kind a client may have at once. */
export interface Share {
  /** In progress. */
  readonly running: number;
  /** Waiting for their turn, before the client gets a 429. */
  readonly waiting: number;
}

/**
 * Acquires one of a resource for the client, as soon as one is free. Disposing the result releases it.
 *
 * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
 * @throws the reason of `signal` if it aborts while waiting.
 */
export type Acquire = (resource: Resource, signal: AbortSignal) => Promise<Disposable>;

/** The client of a request, which pays for the work that the request causes. A part that is missing limits nothing. */
export interface Caller {
  /** Aborts when the client disconnects, or when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Whose turn it is in a queue, and whose part of a shared resource is used. */
  readonly client?: string | undefined;
  /** Takes points from the client; throws if it has too few. */
  readonly charge?: ((points: number) => void | Promise<void>) | undefined;
  readonly acquire?: Acquire | undefined;
}
