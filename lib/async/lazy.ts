/**
 * Returns a function that loads a value on its first call and returns the same value afterwards. A failed load is
 * repeated by the next call, so that a process that ran out of file descriptors for a moment recovers.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let loads = 0;
 * const load = lazy(() => Promise.resolve(++loads));
 * assertEquals([await load(), await load()], [1, 1]);
 * ```
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
