/** More microtasks than the streams and operations of Deno need to pass on what is there already: about 10. */
const MICROTASKS = 32;

/**
 * Returns whether a promise is settled without waiting for anything. What waits for a timer, another thread or the
 * network is settled in a later task.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await isReady(Promise.resolve().then(() => 1)), true);
 * assertEquals(await isReady(new Promise((resolve) => setTimeout(resolve))), false);
 * ```
 */
export async function isReady(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const setDone = () => void (isDone = true);
  promise.then(setDone, setDone);
  for (let i = 0; i < MICROTASKS && !isDone; i++) await undefined;
  return isDone;
}
