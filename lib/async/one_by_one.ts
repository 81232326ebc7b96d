/** Runs the work of each client one piece after the other, while that of others goes on. */
export class OneByOne {
  /** The last piece of each client that has work. It never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a piece of work when those before it have ended, unless its signal has aborted by then. */
  run<T>(client: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(client) ?? Promise.resolve();
    const result = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const last = result.catch(() => {}).finally(() => {
      if (this.#last.get(client) === last) this.#last.delete(client);
    });
    this.#last.set(client, last);
    return result;
  }
}
