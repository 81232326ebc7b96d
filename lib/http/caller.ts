/** What a client may have only a few of in progress. */
export type Share = "lookup" | "download" | "upload";

/** Who sent a request, and how its client pays for the work that it causes. */
export interface Caller {
  /** The client, by which queues and memory are divided among clients. */
  readonly client: string;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Takes points from the client before work. It never throws. */
  readonly take: (points: number) => void;
  /** Charges the client points after work. It never throws: its bucket may fall below zero. */
  readonly charge: (points: number) => void;
  /**
   * Checks that the client has a point.
   *
   * @throws {ApiError} `rate_limited` if it has none.
   */
  readonly assertNoDebt: () => void;
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
