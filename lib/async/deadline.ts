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
 * even if a step such as a DNS lookup cannot be stopped, and aborts the signal passed to the work.
 *
 * ```ts
 * import { assertRejects } from "@std/assert";
 *
 * const options = { ms: 1, signal: new AbortController().signal, onTimeout: () => new Error("too late") };
 * await assertRejects(() => withDeadline(options, () => new Promise(() => {})), Error, "too late");
 * ```
 *
 * @throws the error of `onTimeout`, the reason of `signal`, or the error of the work.
 */
export async function withDeadline<T>(options: DeadlineOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { ms, signal, onTimeout } = options;
  signal.throwIfAborted();
  const controller = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    reject(reason);
    controller.abort(reason);
  };
  const onAbort = () => stop(signal.reason);
  const timer = setTimeout(() => stop(onTimeout()), ms);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Waits for work at most `ms` milliseconds. Returns its result, or `undefined` if the work is still running then.
 *
 * @throws the error of the work, if it fails in time.
 */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
