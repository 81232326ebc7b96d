/** Bytes waiting at most. A disk or a reader that is slower than the traffic costs lines, not memory. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Bytes set aside from the start. */
const MIN_BUFFER_BYTES = 64 * 1024;

/** Time for which lines gather before they are written: a write costs the same for one as for thousands. */
const GATHER_MS = 100;

const ENCODER = new TextEncoder();

/** Writes bytes somewhere. */
export type Append = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/**
 * Hands lines on one write at a time, so that nobody waits for a disk and nothing is written twice or out of order.
 * They wait as bytes: thousands of short texts that live for a tenth of a second would make the heap grow and grow.
 */
export class LineQueue {
  readonly #append: Append;
  readonly #onFailure: (error: unknown) => void;
  // Two that take turns: one gathers while the other is written.
  #buffer = new Uint8Array(MIN_BUFFER_BYTES);
  #other = new Uint8Array(MIN_BUFFER_BYTES);
  #length = 0;
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
    // A character has three bytes at most.
    const needed = this.#length + 3 * lines.length;
    if (needed > this.#buffer.length && !this.#grow(needed)) return;
    this.#length += ENCODER.encodeInto(lines, this.#buffer.subarray(this.#length)).written;
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

  #grow(needed: number): boolean {
    if (needed > MAX_WAITING_BYTES) return false;
    const grown = new Uint8Array(Math.min(MAX_WAITING_BYTES, Math.max(needed, 2 * this.#buffer.length)));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    return true;
  }

  async #write(): Promise<void> {
    if (this.#length === 0) return;
    const bytes = this.#buffer.subarray(0, this.#length);
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    this.#length = 0;
    try {
      await this.#append(bytes);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error);
      this.#hasFailed = true;
    }
  }
}
