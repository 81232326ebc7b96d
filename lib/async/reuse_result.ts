/** For how many times the duration of the work its result is reused, so that it runs at most 5 % of the time. */
const REUSE_FACTOR = 20;

/** The longest reuse, for work that took long because the disk did. */
const MAX_REUSE_MS = 60_000;

/**
 * Returns a function that does work and returns its result also to later calls, for as long as the work was expensive:
 * what took 1 ms is done again after 20 ms, what took a second after 20 seconds. An error is not reused.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let [time, count] = [0, 0];
 * const work = reuseResult(() => Promise.resolve((time += 100, ++count)), () => time);
 * assertEquals([await work(), await work()], [1, 1]);
 * time += 2000;
 * assertEquals(await work(), 2);
 * ```
 */
export function reuseResult<T>(work: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && now() < until) return last;
    const startedAt = now();
    const end = (reuseFactor: number) => {
      const endedAt = now();
      until = endedAt + Math.min((endedAt - startedAt) * reuseFactor, MAX_REUSE_MS);
    };
    until = Infinity;
    last = work();
    last.then(() => end(REUSE_FACTOR), () => end(0));
    return last;
  };
}
