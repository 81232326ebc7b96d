/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits for work at most `ms` milliseconds. Returns its result, or `undefined` if the work is still running then.
 *
 * @throws the error of the work, if it fails in time.
 */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a function that loads a value on its first call and returns the same value afterwards. After an error, the
 * next call tries again.
 */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
