/** What a client may use only a few of at once. */
export type Resource = "lookup" | "download" | "upload";

/** The client of a request, whose limits apply to the work that the request causes. */
export interface Caller {
  /** The address of the client, by which queues and memory are divided among clients. */
  readonly client: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Takes points from the client before work. @throws {ApiError} `rate_limited` if it has too few. */
  readonly take: (points: number) => void;
  /** Charges the client points after work. It never throws: a debt is carried into the next minute. */
  readonly charge: (points: number) => void;
  /**
   * Checks that earlier requests of the client left no debt. `price` is what this one costs.
   *
   * @throws {ApiError} `rate_limited`, if they did.
   */
  readonly assertNoDebt: (price: number) => void;
  /**
   * Waits until the client may use one more of a resource. Disposing the result releases it.
   *
   * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
   * @throws the reason of `signal` if it aborts while waiting.
   */
  readonly acquire: (resource: Resource, signal: AbortSignal) => Promise<Disposable>;
}

/** The service itself, which works without limits, for example to prepare its page. */
export const SERVICE: Caller = {
  client: "",
  signal: new AbortController().signal,
  take() {},
  charge() {},
  assertNoDebt() {},
  acquire: () => Promise.resolve({ [Symbol.dispose]() {} }),
};

/**
 * Returns a function for the turn of work that has waited. It returns what others have made meanwhile; only if there is
 * nothing, it checks that earlier requests of the client left no debt. `price` is what the work costs.
 */
export function findOrCheckDebt<Found>(
  find: () => Found | undefined,
  { assertNoDebt }: Caller,
  price: number,
): () => Found | undefined {
  return () => {
    const found = find();
    if (found === undefined) assertNoDebt(price);
    return found;
  };
}
