import { openDailyFile } from "@/lib/logging/daily_file.ts";
import type { DailyFile, DailyFileOptions } from "@/lib/logging/daily_file.ts";
import { LineQueue } from "@/lib/logging/line_queue.ts";

/** When the file of a day reaches its limit, one line in so many is written. */
const FIRST_RATE = 100;

/** Whenever the file has grown by this part of its limit again, ten times fewer lines are written. */
const STEP = 1 / 16;

/** Options of {@linkcode LogFile.open}. */
export interface LogFileOptions extends DailyFileOptions {
  /** The size of a day's file beyond which only a sample of the lines is written. */
  readonly maxBytes: number;
  /** Called for the first of several errors in a row. */
  readonly onError: (error: unknown) => void;
  /** Called with a message when fewer lines are written from now on. */
  readonly onLimit: (message: string) => void;
}

/**
 * The log file of each day. Beyond its limit, it contains a sample of the lines. The sample gets smaller as the file
 * grows, so that a hundred times as many lines make it grow by an eighth of its limit.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #file: DailyFile;
  readonly #queue: LineQueue;
  #rate = 1;
  #lines = 0;

  /** Opens the file. @throws {Deno.errors.PermissionDenied | Deno.errors.NotCapable} if the folder is not writable. */
  static async open(options: LogFileOptions): Promise<LogFile> {
    return new LogFile(options, await openDailyFile(options));
  }

  private constructor(options: LogFileOptions, file: DailyFile) {
    this.#options = options;
    this.#file = file;
    this.#queue = new LineQueue((bytes) => file.append(bytes), options.onError);
  }

  /** Returns how many lines each written line represents: 1 until the file reaches its limit. */
  get rate(): number {
    const { maxBytes } = this.#options;
    const steps = Math.floor((this.#file.size - maxBytes) / (maxBytes * STEP));
    const rate = steps < 0 ? 1 : FIRST_RATE * 10 ** Math.min(steps, 12);
    const isHigher = rate > this.#rate;
    // Set first, because the announcement may itself be a line of this file.
    this.#rate = rate;
    if (isHigher) this.#announce(rate);
    return rate;
  }

  /** Returns whether the next line belongs to a sample of one in `rate`. */
  isSampled(rate: number): boolean {
    return rate === 1 || this.#lines++ % rate === 0;
  }

  /** Adds whole lines. */
  push(lines: string): void {
    this.#queue.push(lines);
  }

  /** Writes the collected lines. */
  async flush(): Promise<void> {
    await this.#queue.flush();
  }

  #announce(rate: number): void {
    const { name, maxBytes, onLimit, clock = Date.now } = this.#options;
    const message = `The ${name} log of today has reached ${maxBytes} bytes (LOG_MAX_BYTES): ` +
      `from now on it contains one line in ${rate}`;
    const line = { "@timestamp": new Date(clock()).toISOString(), level: "WARN", message, logger: "pawkit.log" };
    this.push(`${JSON.stringify(line)}\n`);
    onLimit(message);
  }
}
