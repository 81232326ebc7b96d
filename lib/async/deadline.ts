/** Options of {@linkcode withDeadline}. */
export interface DeadlineOptions {
  readonly ms: number;
  /** The caller's own signal, which may abort first. */
  readonly signal: AbortSignal;
  /** Creates the error that is thrown when time is up. */
  readonly onTimeout: () => Error;
}

/**
 * Runs work under one deadline over all its steps. When time is up or the caller's signal aborts, it throws at once,
 * even if a step such as a DNS look-up cannot be stopped, and aborts the signal passed to the work.
 *
 * @throws the error of `onTimeout`, the reason of `signal`, or the error of the work.
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

/**
 * Waits for work at most `ms` milliseconds. Returns its result, or `undefined` when time is up; the work then goes on.
 *
 * @throws the error of the work, if it fails in time.
 */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
