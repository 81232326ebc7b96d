import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { readTextAt } from "@/lib/fs/read_at.ts";
import { type Line, LineQueue, type LostLines } from "@/lib/logging/line_queue.ts";

const DAY_MS = 86_400_000;

const LINE_END = Uint8Array.of(10);

const log = getLogger(["pawkit", "log"]);

/** Options of {@linkcode LogFile.open}. */
export interface LogFileOptions {
  /** The folder for the files of each day. */
  readonly dir: string;
  /** The size of a day's file beyond which {@linkcode LogFile.writeUnlessFull} writes nothing. */
  readonly maxBytes: number;
  /** Counts the lines that are not written. */
  readonly lost?: LostLines;
  /** Returns the time in milliseconds since 1970; by default the current time. */
  readonly now?: () => number;
}

/**
 * A log file for each day (UTC).
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
  /** Whether a full disk, or an earlier process, may have left a part of a line: the next one would be lost with it. */
  #mayEndInsideLine = true;
  /** The last day whose file has reached its limit. */
  #fullDay = -1;

  /**
   * Opens the file of today; the name `access` leads to `access-2026-11-15.log`. If its folder is read-only, logs why
   * and returns `undefined`. If the disk is full, the first line is tried again, and the error logged.
   */
  static async open(name: string, options: LogFileOptions): Promise<LogFile | undefined> {
    const file = new LogFile(name, options);
    try {
      await file.#append(new Uint8Array());
      return file;
    } catch (error) {
      if (isFullDisk(error)) return file;
      file.#warn(error);
      return undefined;
    }
  }

  private constructor(private readonly name: string, options: LogFileOptions) {
    this.#options = { now: Date.now, lost: { dropped: 0, full: 0 }, ...options };
    this.#queue = new LineQueue((bytes) => this.#append(bytes), (error) => this.#warn(error), this.#options.lost);
  }

  /** Writes a line of JSON. */
  write(line: Line): void {
    this.#queue.write(line);
  }

  /** Writes a line of JSON, unless the file of today has reached its limit. The first time, logs that it has. */
  writeUnlessFull(line: Line): void {
    const { maxBytes, lost } = this.#options;
    if (this.#size < maxBytes || this.#today() !== this.#day) return this.#queue.write(line);
    lost.full++;
    if (this.#fullDay === this.#day) return;
    this.#fullDay = this.#day;
    log.warn(
      `The ${this.name} log of today has reached ${maxBytes} bytes (LOG_MAX_BYTES): until midnight UTC it only gets ` +
        "requests that fail with 5xx",
    );
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
    const { dir } = this.#options;
    const today = this.#today();
    const path = join(dir, `${this.name}-${toDate(today)}.log`);
    // Every time, because somebody may have deleted the folder.
    await Deno.mkdir(dir, { recursive: true });
    // Not in one write with the lines, which may be megabytes.
    if (this.#mayEndInsideLine && await endsInsideLine(path)) await Deno.writeFile(path, LINE_END, { append: true });
    this.#mayEndInsideLine = true;
    await Deno.writeFile(path, bytes, { append: true });
    this.#mayEndInsideLine = false;
    this.#day = today;
    // Not added up, because other processes may write to the same file.
    this.#size = (await Deno.stat(path)).size;
  }
}

/** Whether there is no room for a file or a folder. Unlike a read-only disk, that changes. */
function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

async function endsInsideLine(path: string): Promise<boolean> {
  using file = await ifExists(Deno.open(path));
  if (file === undefined) return false;
  const { size } = await file.stat();
  return size > 0 && await readTextAt(file, { start: size - 1, end: size }) !== "\n";
}

function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
