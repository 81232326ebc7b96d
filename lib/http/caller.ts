/** What a client may have only a few of in progress. */
export type Share = "lookup" | "download" | "upload";

/** Who sent a request, and how its client pays for the work that it causes. */
export interface Caller {
  /** The address of the client, by which queues and memory are divided among clients. */
  readonly client: string;
  /** Aborts when the caller disconnects. */
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
   * Waits until the client may have one more of these in progress. Disposing the result releases it.
   *
   * @throws {ApiError} `rate_limited` if too many of this client are waiting already.
   * @throws the reason of `signal` if it aborts while waiting.
   */
  readonly acquire: (share: Share, signal: AbortSignal) => Promise<Disposable>;
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
