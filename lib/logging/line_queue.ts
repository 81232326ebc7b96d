import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";

/** Size of a buffer. If the disk or the console is too slow, further lines are dropped to save memory. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/** How long lines are collected before they are written, because a write costs the same for one as for thousands. */
const COLLECT_MS = 100;

/** How many lines are formatted and encoded together. In between requests, a line would take much longer. */
const BATCH_LINES = 256;

const ENCODER = new TextEncoder();

/** How many lines were not written. */
export interface LostLines {
  /** Because a disk or the console failed or was too slow. */
  dropped: number;
  /** Because the file of the day has reached its limit. */
  full: number;
}

/** A line, or a function that formats it later. */
export type Line = string | (() => string);

/**
 * Writes lines in the background, one write at a time, so that no request waits for a disk and lines stay in order.
 * They wait in two buffers that take turns: one collects lines while the other is written. New strings or arrays for
 * each write would take memory until they are collected; of a buffer, only what was ever used takes memory.
 */
export class LineQueue {
  #batch: Line[] = [];
  #buffer = new Uint8Array(BUFFER_BYTES);
  #spareBuffer = new Uint8Array(BUFFER_BYTES);
  #length = 0;
  #stopTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  /** Creates a queue in front of `append`. `onError` gets the first of several errors in a row; `lost` is increased. */
  constructor(
    private readonly append: (bytes: Uint8Array) => Promise<void>,
    private readonly onError: (error: unknown) => void = () => {},
    private readonly lost: LostLines = { dropped: 0, full: 0 },
  ) {}

  /** Adds a line. It is dropped if too much is waiting already. */
  write(line: Line): void {
    if (this.#batch.push(line) >= BATCH_LINES) this.#encode();
    this.#stopTimer ??= setBackgroundTimeout(COLLECT_MS, () => this.flush());
  }

  /** Writes the collected lines. Resolves once these and all earlier ones are written or lost. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  #encode(): void {
    const batch = this.#batch;
    // Replaced first, because the report of an error may itself be a line of this queue.
    this.#batch = [];
    for (const line of batch) {
      try {
        this.#add(typeof line === "string" ? line : line());
      } catch (error) {
        // Thrown further, it would end every later write, or the request that added the line.
        this.lost.dropped++;
        this.#report(error);
      }
    }
  }

  #add(text: string): void {
    // A UTF-16 code unit takes three bytes at most.
    const hasRoom = this.#length + 3 * text.length <= BUFFER_BYTES;
    if (!hasRoom) this.lost.dropped += countLines(text);
    if (hasRoom) this.#length += ENCODER.encodeInto(text, this.#buffer.subarray(this.#length)).written;
  }

  #report(error: unknown): void {
    const isFirst = !this.#hasFailed;
    this.#hasFailed = true;
    if (isFirst) this.onError(error);
  }

  async #write(): Promise<void> {
    this.#encode();
    if (this.#length === 0) return;
    const bytes = this.#buffer.subarray(0, this.#length);
    [this.#buffer, this.#spareBuffer] = [this.#spareBuffer, this.#buffer];
    this.#length = 0;
    try {
      await this.append(bytes);
      this.#hasFailed = false;
    } catch (error) {
      this.#report(error);
      this.lost.dropped += countLines(new TextDecoder().decode(bytes));
    }
  }
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
