/** A map of promises, or a cache of them that drops old ones. */
interface Cache<K, T> {
  get(key: K): Promise<T> | undefined;
  set(key: K, value: Promise<T>): unknown;
  delete(key: K): unknown;
}

/**
 * Returns the value of a key, created by the first call. An error is not cached: the calls that waited for it get it,
 * and the next one tries again, so that a process that ran out of file descriptors for a moment recovers.
 */
export function getOrCreate<K, T>(cache: Cache<K, T>, key: K, create: () => Promise<T>): Promise<T> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  cache.set(key, created);
  created.catch(() => cache.delete(key));
  return created;
}

/**
 * Returns a function that loads a value on its first call and returns the same value afterwards. A failed load is
 * repeated by the next call.
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
  const cache = new Map<"value", Promise<T>>();
  return () => getOrCreate(cache, "value", load);
}
