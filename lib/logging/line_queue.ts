import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";

/** The most that waits. If the disk or the console is too slow, further lines are dropped to save memory. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** How long lines are collected before they are written, because a write costs the same for one as for thousands. */
const COLLECT_MS = 100;

/**
 * How many lines are formatted together, which takes much less time than one by one between requests. Not more, because
 * an unformatted line may hold the whole URL of its request.
 */
const BATCH_LINES = 256;

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
 */
export class LineQueue {
  #batch: Line[] = [];
  #text = "";
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
    if (this.#batch.push(line) >= BATCH_LINES) this.#format();
    this.#stopTimer ??= setBackgroundTimeout(COLLECT_MS, () => this.flush());
  }

  /** Writes the collected lines. Resolves once these and all earlier ones are written or lost. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  #format(): void {
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
    if (this.#text.length + text.length <= MAX_CHARACTERS) this.#text += text;
    else this.lost.dropped += countLines(text);
  }

  #report(error: unknown): void {
    const isFirst = !this.#hasFailed;
    this.#hasFailed = true;
    if (isFirst) this.onError(error);
  }

  async #write(): Promise<void> {
    this.#format();
    const text = this.#text;
    if (text === "") return;
    this.#text = "";
    try {
      await this.append(new TextEncoder().encode(text));
      this.#hasFailed = false;
    } catch (error) {
      this.#report(error);
      this.lost.dropped += countLines(text);
    }
  }
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
