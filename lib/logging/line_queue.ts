/** Maximum size of a buffer. If the disk or the console is too slow, further lines are dropped to save memory. */
const MAX_BUFFER_BYTES = 8 * 1024 * 1024;

/** Initial size of a buffer. */
const MIN_BUFFER_BYTES = 64 * 1024;

/** How long lines are collected before they are written, because a write costs the same for one as for thousands. */
const COLLECT_MS = 100;

const ENCODER = new TextEncoder();

/** Writes bytes to a file or to the console. */
export type Append = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/**
 * Writes lines in the background, one write at a time, so that no request waits for a disk and lines stay in order.
 * They wait as bytes: thousands of short strings that live for a tenth of a second would make the heap grow.
 */
export class LineQueue {
  readonly #append: Append;
  readonly #onError: (error: unknown) => void;
  // Two buffers that take turns: one collects lines while the other is written.
  #buffer = new Uint8Array(MIN_BUFFER_BYTES);
  #other = new Uint8Array(MIN_BUFFER_BYTES);
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  /** Creates a queue in front of `append`. `onError` is called for the first of several errors in a row. */
  constructor(append: Append, onError: (error: unknown) => void = () => {}) {
    this.#append = append;
    this.#onError = onError;
  }

  /** Adds whole lines. They are dropped if too much is waiting already. */
  push(lines: string): void {
    // A UTF-16 code unit takes three bytes at most.
    const needed = this.#length + 3 * lines.length;
    if (needed > MAX_BUFFER_BYTES) return;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(MAX_BUFFER_BYTES, Math.max(needed, 2 * this.#buffer.length)));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#length += ENCODER.encodeInto(lines, this.#buffer.subarray(this.#length)).written;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), COLLECT_MS);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Writes the collected lines. Resolves once these and all earlier ones are written or lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await (this.#writing = this.#writing.then(() => this.#write()));
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
      if (!this.#hasFailed) this.#onError(error);
      this.#hasFailed = true;
    }
  }
}
