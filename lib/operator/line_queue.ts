/** Text waiting at most. A disk or a reader that is slower than the traffic costs lines, not memory. */
const MAX_WAITING_CHARACTERS = 8 * 1024 * 1024;

/** Time for which lines gather before they are written: a write costs the same for one as for thousands. */
const GATHER_MS = 100;

/** Writes text somewhere. */
export type Append = (text: string) => Promise<void>;

/** Hands lines on one write at a time, so that nobody waits for a disk and nothing is written twice or out of order. */
export class LineQueue {
  readonly #append: Append;
  readonly #onFailure: (error: unknown) => void;
  #waiting = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
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
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), GATHER_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Writes what has gathered; resolves when that and everything before it is written or lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await (this.#writing = this.#writing.then(() => this.#write()));
  }

  async #write(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = "";
    if (lines === "") return;
    try {
      await this.#append(lines);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error);
      this.#hasFailed = true;
    }
  }
}
