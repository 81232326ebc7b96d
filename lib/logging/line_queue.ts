import { BackgroundTimer } from "@/lib/async/background_timer.ts";

/** Maximum size of a buffer. If the disk or the console is too slow, further lines are dropped to save memory. */
const MAX_BUFFER_BYTES = 8 * 1024 * 1024;

/** Initial size of a buffer. */
const MIN_BUFFER_BYTES = 64 * 1024;

/** How long lines are collected before they are written, because a write costs the same for one as for thousands. */
const COLLECT_MS = 100;

const ENCODER = new TextEncoder();

/**
 * Writes lines in the background, one write at a time, so that no request waits for a disk and lines stay in order.
 * They wait in two buffers that take turns: one collects lines while the other is written. New strings or arrays for
 * each write would cost 20 to 60 MB until they are collected.
 */
export class LineQueue {
  readonly #append: (bytes: Uint8Array) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #timer = new BackgroundTimer(COLLECT_MS, () => this.flush());
  #buffer = new Uint8Array(MIN_BUFFER_BYTES);
  #other = new Uint8Array(MIN_BUFFER_BYTES);
  #length = 0;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  /** Creates a queue in front of `append`. `onError` is called for the first of several errors in a row. */
  constructor(append: (bytes: Uint8Array) => Promise<void>, onError: (error: unknown) => void = () => {}) {
    this.#append = append;
    this.#onError = onError;
  }

  /** Adds whole lines. They are dropped if too much is waiting already. */
  write(lines: readonly string[]): void {
    const text = lines.join("");
    // A UTF-16 code unit takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (text === "" || needed > MAX_BUFFER_BYTES) return;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(MAX_BUFFER_BYTES, Math.max(needed, 2 * this.#buffer.length)));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#length += ENCODER.encodeInto(text, this.#buffer.subarray(this.#length)).written;
    this.#timer.start();
  }

  /** Writes the collected lines. Resolves once these and all earlier ones are written or lost. */
  async flush(): Promise<void> {
    this.#timer.stop();
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
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

/** Writes all bytes; a single write may take only a part of them. */
export async function writeAll(writer: Pick<Deno.FsFile, "write">, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await writer.write(bytes.subarray(at));
}
