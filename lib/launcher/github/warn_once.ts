/** Warns the operator about each thing once, not at every refresh, because most of them stay as they are. */
export class WarnOnce {
  readonly #warn: (message: string) => void;
  readonly #reported = new Set<string>();

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Warns about those of the keys that no warning was about yet. */
  about(keys: readonly string[], toMessage: (unreported: readonly string[]) => string): void {
    const unreported = keys.filter((key) => !this.#reported.has(key));
    for (const key of unreported) this.#reported.add(key);
    if (unreported.length > 0) this.#warn(toMessage(unreported));
  }

  /** Forgets what has ended: if it happens again, it is worth a warning again. */
  forget(key: string): void {
    this.#reported.delete(key);
  }
}
