/** Text waiting at most. A disk or a reader that is slower than the traffic costs lines, not memory. */
const MAX_WAITING_CHARACTERS = 8 * 1024 * 1024;

/** Writes text somewhere. */
export type Append = (text: string) => Promise<void>;

/** Hands lines on one write at a time, so that nobody waits for a disk and nothing is written twice or out of order. */
export class LineQueue {
  readonly #append: Append;
  readonly #onFailure: (error: unknown) => void;
  #waiting = "";
  #writing: Promise<void> | undefined;
  #hasFailed = false;

  /** Makes a queue in front of `append`; the first of several failures in a row is told to `onFailure`. */
  constructor(append: Append, onFailure: (error: unknown) => void = () => {}) {
    this.#append = append;
    this.#onFailure = onFailure;
  }

  /** Adds whole lines. They are dropped when too much is waiting already. */
  push(lines: string): void {
    if (this.#waiting.length + lines.length > MAX_WAITING_CHARACTERS) return;
    this.#waiting += lines;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was pushed is written or lost. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #write(): Promise<void> {
    // The lines of one turn of the event loop go out together.
    await Promise.resolve();
    while (this.#waiting !== "") {
      const lines = this.#waiting;
      this.#waiting = "";
      try {
        await this.#append(lines);
        this.#hasFailed = false;
      } catch (error) {
        if (!this.#hasFailed) this.#onFailure(error);
        this.#hasFailed = true;
      }
    }
    this.#writing = undefined;
  }
}
