/**
 * Runs work on each item, on at most `limit` of them at the same time, in their order.
 *
 * @throws the first error of the work, after all work that was started has ended.
 */
export async function forEachLimited<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const errors: unknown[] = [];
  const workOnWaiting = async () => {
    for (const item of waiting) {
      if (errors.length > 0) return;
      await work(item).catch((error) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, workOnWaiting));
  if (errors.length > 0) throw errors[0];
}
