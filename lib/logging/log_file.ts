import { join } from "@std/path";
import { LineQueue, writeAll } from "@/lib/logging/line_queue.ts";

/** Days after which a log file is deleted. */
const RETENTION_DAYS = 14;

const DAY_MS = 86_400_000;

/** The first sample of a file that has reached its limit: one line in a hundred. */
const FIRST_RATE = 100;

/** Whenever the file has grown by this part of its limit again, ten times fewer lines are written. */
const STEP = 1 / 16;

/** Options of {@linkcode LogFile.open}. */
export interface LogFileOptions {
  readonly dir: string;
  /** The start of every file name: `access` leads to `access-2026-11-15.log`. */
  readonly name: string;
  /** The size of a day's file beyond which only a sample of the lines is written. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /** Called for the first of several errors in a row. */
  readonly onError: (error: unknown) => void;
  /** Called with a message when fewer lines are written from now on. */
  readonly onLimit: (message: string) => void;
}

/**
 * A log file for each day (UTC). Beyond its limit, it contains a sample of the lines. The sample gets smaller as the
 * file grows, so that a hundred times as many lines make it grow by an eighth of its limit.
 *
 * Not the sink of `@logtape/file`: that one syncs the disk at each flush, and once a rotation fails (for example because
 * the folder is missing at midnight) its file is closed and every later line is lost. Here each batch reopens the file.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #clock: () => number;
  readonly #queue: LineQueue;
  #preparedDay = "";
  /** The size of the file after the last write, and the end of its day. */
  #written = { size: 0, dayEndsAt: 0 };
  #rate = 1;
  #lines = 0;

  /** Opens the file. @throws {Deno.errors.PermissionDenied | Deno.errors.NotCapable} if the folder is not writable. */
  static async open(options: LogFileOptions): Promise<LogFile> {
    const file = new LogFile(options);
    await file.#append(new Uint8Array());
    return file;
  }

  private constructor(options: LogFileOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#queue = new LineQueue((bytes) => this.#append(bytes), options.onError);
  }

  /** Writes lines of JSON, or a sample of them if the file has reached its limit. */
  write(lines: readonly string[]): void {
    const rate = this.#nextRate();
    const isHigher = rate > this.#rate;
    // Set first, because the announcement may itself be a line of this file.
    this.#rate = rate;
    if (isHigher) this.#announce();
    if (rate === 1) return this.#queue.write(lines);
    const sample = lines.filter(() => this.#lines++ % rate === 0);
    this.#queue.write(sample.map((line) => line.replace(/}\n$/, `,"sampleRate":${rate}}\n`)));
  }

  /** Writes the collected lines. */
  async flush(): Promise<void> {
    await this.#queue.flush();
  }

  /** Returns how many lines each written line represents: 1 until the file reaches its limit. */
  #nextRate(): number {
    const { maxBytes } = this.#options;
    const { size, dayEndsAt } = this.#written;
    if (size < maxBytes || this.#clock() >= dayEndsAt) return 1;
    const steps = Math.floor((size - maxBytes) / (maxBytes * STEP));
    return FIRST_RATE * 10 ** Math.min(steps, 12);
  }

  #announce(): void {
    const { name, maxBytes, onLimit } = this.#options;
    const message = `The ${name} log of today has reached ${maxBytes} bytes (LOG_MAX_BYTES): ` +
      `from now on it contains one line in ${this.#rate}`;
    const time = new Date(this.#clock()).toISOString();
    this.#queue.write([`${JSON.stringify({ "@timestamp": time, level: "WARN", message, logger: "pawkit.log" })}\n`]);
    onLimit(message);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const { dir, name } = this.#options;
    const now = this.#clock();
    const day = toDay(now);
    if (day !== this.#preparedDay) {
      await Deno.mkdir(dir, { recursive: true });
      await deleteBefore(toDay(now - RETENTION_DAYS * DAY_MS), dir, name);
    }
    // If this write fails, the folder may be missing, so the next write prepares it again.
    this.#preparedDay = "";
    using file = await Deno.open(join(dir, `${name}-${day}.log`), { append: true, create: true });
    await writeAll(file, bytes);
    // Not added up, because other processes may write to the same file.
    const { size } = await file.stat();
    this.#written = { size, dayEndsAt: (Math.floor(now / DAY_MS) + 1) * DAY_MS };
    this.#preparedDay = day;
  }
}

async function deleteBefore(oldestDay: string, dir: string, name: string): Promise<void> {
  for await (const entry of Deno.readDir(dir)) {
    const [, foundName, day = ""] = /^(.+)-(\d{4}-\d{2}-\d{2})\.log$/.exec(entry.name) ?? [];
    if (entry.isFile && foundName === name && day < oldestDay) {
      // A protected file is no reason to stop logging.
      await Deno.remove(join(dir, entry.name)).catch(() => undefined);
    }
  }
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
