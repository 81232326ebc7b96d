/** Options of {@linkcode withDeadline}. */
export interface DeadlineOptions {
  readonly ms: number;
  /** The caller's own signal: it may go away before. */
  readonly signal: AbortSignal;
  /** Makes the error thrown when time is up. */
  readonly onTimeout: () => Error;
}

/**
 * Runs work under one deadline over all its steps. When time is up, or the caller has gone, it throws at once, even if a
 * step (asking for a name) cannot be stopped, and the work's signal is aborted. Leaves no timer behind.
 *
 * @throws the error of `onTimeout`, the reason of `signal`, or what the work throws.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { ms, signal, onTimeout } = options;
  signal.throwIfAborted();
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    reject(reason);
    controller.abort(reason);
  };
  const leave = () => end(signal.reason);
  const timer = setTimeout(() => end(onTimeout()), ms);
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
}
