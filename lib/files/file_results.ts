import { LRUCache } from "lru-cache";

/** Caches one computed result per file path. */
export class FileResults<T> {
  readonly #results: LRUCache<string, Promise<T>>;

  /** Creates a cache for at most `max` paths. */
  constructor(max: number) {
    this.#results = new LRUCache({ max });
  }

  /**
   * Runs `compute` with the previous result of the path, and caches the new one. Calls for one path run one after the
   * other: those that arrive at the same time get the result of the first and have nothing left to compute.
   *
   * @throws the error of `compute`; it is not cached.
   */
  update(path: string, compute: (previous: T | undefined) => Promise<T>): Promise<T> {
    const previous = this.#results.get(path)?.catch(() => undefined) ?? Promise.resolve(undefined);
    const result = previous.then(compute);
    this.#results.set(path, result);
    result.catch(() => this.#results.peek(path) === result && this.#results.delete(path));
    return result;
  }

  /** Removes the result of a path. Calls that are already waiting for it still get it. */
  delete(path: string): void {
    this.#results.delete(path);
  }
}
