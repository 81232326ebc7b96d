import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import { DAY_MS } from "@/lib/async/deadline.ts";
import { type Line, LineQueue, type LostLines, toText } from "@/lib/logging/line_queue.ts";

/** Days after which a log file is deleted. */
const RETENTION_DAYS = 14;

/** The first sample of a file that has reached its limit: one line in a hundred. */
const FIRST_SAMPLE_RATE = 100;

/** Whenever the file has grown by this part of its limit again, ten times fewer lines are written. */
const SAMPLING_STEP = 1 / 16;

const log = getLogger(["pawkit", "log"]);

/** Options of {@linkcode LogFile.open}. */
export interface LogFileOptions {
  /** The folder for the files of each day. */
  readonly dir: string;
  /** The size of a day's file beyond which only a sample of the lines is written. */
  readonly maxBytes: number;
  /** Whether only the user of this process may read the folder and its files. */
  readonly isPrivate?: boolean;
  /** Counts the lines that are not written. */
  readonly lost?: LostLines;
  /** Returns the time in milliseconds since 1970; by default the current time. */
  readonly now?: () => number;
}

/**
 * A log file for each day (UTC). Beyond its limit, it contains a sample of the lines. The sample gets smaller as the
 * file grows, so that a hundred times as many lines make it grow by an eighth of its limit.
 *
 * Not the sink of `@logtape/file`: that one syncs the disk at each flush, and once a rotation fails (perhaps because
 * the folder is missing at midnight) its file is closed and every later line is lost. Here each batch reopens the file.
 */
export class LogFile {
  readonly #options: Required<LogFileOptions>;
  readonly #queue: LineQueue;
  /** The day of the last write, in days since 1970, and the size of the file after it. */
  #day = -1;
  #size = 0;
  #sampleRate = 1;
  /** The lines since the file reached its limit. */
  #sampledLines = 0;

  /**
   * Opens the file of today; the name `access` leads to `access-2026-11-15.log`. If its folder is read-only, logs why
   * and returns `undefined`.
   */
  static async open(name: string, options: LogFileOptions): Promise<LogFile | undefined> {
    const file = new LogFile(name, options);
    try {
      await file.#append(new Uint8Array());
      return file;
    } catch (error) {
      file.#warn(error);
      return undefined;
    }
  }

  private constructor(private readonly name: string, options: LogFileOptions) {
    this.#options = { now: Date.now, isPrivate: false, lost: { dropped: 0, sampled: 0 }, ...options };
    this.#queue = new LineQueue((bytes) => this.#append(bytes), (error) => this.#warn(error), this.#options.lost);
  }

  /** Writes a line of JSON, unless the file has reached its limit and the line is not in the sample. */
  write(line: Line): void {
    const rate = this.#computeSampleRate();
    const isHigher = rate > this.#sampleRate;
    // Set first, because the warning may itself be a line of this file.
    this.#sampleRate = rate;
    if (isHigher) this.#announceSampling();
    if (rate === 1) return this.#queue.write(line);
    if (this.#sampledLines++ % rate !== 0) this.#options.lost.sampled++;
    else this.#queue.write(() => toText(line).replace(/}\n$/, `,"sampleRate":${rate}}\n`));
  }

  /** Writes the collected lines. */
  async flush(): Promise<void> {
    await this.#queue.flush();
  }

  #today(): number {
    return Math.floor(this.#options.now() / DAY_MS);
  }

  #warn(error: unknown): void {
    log.warn("Cannot write logs to the folder {dir}: see the console", { dir: this.#options.dir, error });
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const { dir, isPrivate } = this.#options;
    const today = this.#today();
    const path = join(dir, `${this.name}-${toDate(today)}.log`);
    // Every time, because somebody may have deleted the folder.
    await Deno.mkdir(dir, { recursive: true });
    // Not by `mkdir`, which would apply it to missing parents but not to a folder from an earlier version.
    if (isPrivate) await Deno.chmod(dir, 0o700);
    if (today !== this.#day) await deleteBefore(toDate(today - RETENTION_DAYS), dir, this.name);
    await Deno.writeFile(path, bytes, { append: true, ...(isPrivate && { mode: 0o600 }) });
    this.#day = today;
    // Not added up, because other processes may write to the same file.
    this.#size = (await Deno.stat(path)).size;
  }

  /** Returns how many lines each written line represents: 1 until the file reaches its limit. */
  #computeSampleRate(): number {
    const { maxBytes } = this.#options;
    const steps = Math.floor((this.#size - maxBytes) / (maxBytes * SAMPLING_STEP));
    if (steps < 0 || this.#today() > this.#day) return 1;
    return FIRST_SAMPLE_RATE * 10 ** Math.min(steps, 12);
  }

  #announceSampling(): void {
    const { maxBytes, now } = this.#options;
    const message = `The ${this.name} log of today has reached ${maxBytes} bytes (LOG_MAX_BYTES): ` +
      `from now on it contains one line in ${this.#sampleRate}`;
    const time = new Date(now()).toISOString();
    this.#queue.write(`${JSON.stringify({ "@timestamp": time, level: "WARN", message, logger: "pawkit.log" })}\n`);
    log.warn(message);
  }
}

async function deleteBefore(oldestDate: string, dir: string, name: string): Promise<void> {
  for await (const entry of Deno.readDir(dir)) {
    const [, foundName, date = ""] = /^(.+)-(\d{4}-\d{2}-\d{2})\.log$/.exec(entry.name) ?? [];
    if (entry.isFile && foundName === name && date < oldestDate) {
      // A protected file is no reason to stop logging.
      await Deno.remove(join(dir, entry.name)).catch(() => undefined);
    }
  }
}

function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
