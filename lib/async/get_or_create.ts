/** A map of promises, or a cache of them that drops old ones. */
interface Cache<K, T> {
  get(key: K): Promise<T> | undefined;
  set(key: K, value: Promise<T>): unknown;
  delete(key: K): unknown;
}

/**
 * Returns the value of a key, created by the first call. An error is not cached: the calls that waited for it get it, and
 * the next one tries again.
 */
export function getOrCreate<K, T>(cache: Cache<K, T>, key: K, create: () => Promise<T>): Promise<T> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  cache.set(key, created);
  created.catch(() => cache.delete(key));
  return created;
}
