/**
 * Makes a function that loads something when it is first called and hands out the same ever after. What fails is tried
 * again by the next caller: a process that was out of file descriptors for a moment must not stay without it.
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
