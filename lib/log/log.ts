import { join } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { redact, toLoggedMethod } from "@/lib/log/redact.ts";
import { ifExists } from "@/lib/util/fs.ts";
import { escapeUnsafe } from "@/lib/util/text.ts";

/** How important a message is. */
export type LogLevel = Config["logLevel"];

/** What the log says about a request. It contains no text of the caller, because anyone may read the log. */
export interface RequestLine {
  readonly method: string;
  /** The route as documents write it, or null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

/** The log of the service: a function for messages of each level, and one for requests. */
export interface Log extends Readonly<Record<LogLevel, (message: string, cause?: unknown) => void>> {
  /** Writes the line of an answered request. */
  request(line: RequestLine): void;
  /** Writes the remaining lines. */
  close(): Promise<void>;
}

/** Options of {@linkcode createLog}. */
export interface LogOptions {
  readonly level: LogLevel;
  /** The folder for the lines of requests. Without a folder they go to the console. */
  readonly folder?: string | undefined;
  /** Texts that are never written. */
  readonly secrets?: readonly (string | undefined)[];
  /** Writes to the console; a test passes its own. */
  readonly write?: (text: string) => void;
  /** Returns the time in milliseconds since 1970; a test passes its own. */
  readonly now?: () => number;
}

const LEVELS: readonly LogLevel[] = ["info", "warn", "error"];

/**
 * Creates the log. Messages go to the console at once, with the stacks of their causes. The lines of requests go to
 * files, one for each day. Anyone may read these files at `/api/v1/static/logs`.
 */
export function createLog(options: LogOptions): Log {
  const { level, folder, write = writeToConsole, now = Date.now } = options;
  const secrets = options.secrets?.filter((secret) => secret !== undefined);
  let time = { ms: NaN, text: "" };
  // The time is formatted once for all requests of a millisecond, because it takes longer than the rest of a line.
  const toTime = () => {
    const ms = now();
    if (ms !== time.ms) time = { ms, text: new Date(ms).toISOString() };
    return time.text;
  };
  const isLogged = (each: LogLevel) => LEVELS.indexOf(each) >= LEVELS.indexOf(level);
  const writer = (each: LogLevel) => (message: string, cause?: unknown) => {
    if (!isLogged(each)) return;
    // Indented, so that no line of a cause can look like a message.
    const causes = cause === undefined ? [] : Deno.inspect(cause).split("\n").map((line) => `  ${line}`);
    const lines = [`${toTime()} ${each.toUpperCase()} ${message}`, ...causes];
    write(redact(lines.map((line) => `${escapeUnsafe(line)}\n`).join(""), secrets));
  };
  const messages = { info: writer("info"), warn: writer("warn"), error: writer("error") };
  const requests = new RequestLines(folder, write, messages.warn);
  return {
    ...messages,
    request({ method, route, status, ms, requestId }) {
      if (!isLogged("info")) return;
      const roundedMs = Math.round(ms * 100) / 100;
      requests.add(`${toTime()} ${toLoggedMethod(method)} ${route ?? "-"} ${status} ${roundedMs} ms ${requestId}\n`);
    },
    close: () => requests.flush(),
  };
}

function writeToConsole(text: string): void {
  try {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch {
    // Nobody reads the console any more. The request that logs must not fail because of this.
  }
}

/** How long lines are collected, because writing a thousand lines costs the same as writing one. */
const COLLECT_MS = 200;

/** The most lines that wait for a slow disk. Further ones are lost, so that they do not fill the memory. */
const MAX_WAITING_LINES = 50_000;

/** After how many days a file is deleted. */
const KEPT_DAYS = 14;

/** Writes the lines of requests in the background. */
class RequestLines {
  #waiting: string[] = [];
  #timer: number | undefined;
  #writing = Promise.resolve();
  #hasFailed = false;
  #isIncomplete = false;
  #lastDay = "";

  constructor(
    private readonly folder: string | undefined,
    private readonly toConsole: (text: string) => void,
    private readonly warn: Log["warn"],
  ) {}

  add(line: string): void {
    if (this.#waiting.length < MAX_WAITING_LINES) this.#waiting.push(line);
    else this.#isIncomplete = true;
    if (this.#timer !== undefined) return;
    this.#timer = Number(setTimeout(() => this.flush(), COLLECT_MS));
    Deno.unrefTimer(this.#timer);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One after the other, so that the lines keep their order.
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const lines = this.#waiting.splice(0);
    if (this.#isIncomplete) this.warn("The log lacks requests, because the disk is too slow");
    this.#isIncomplete = false;
    if (this.folder === undefined) return this.toConsole(lines.join(""));
    for (const [day, linesOfDay] of Map.groupBy(lines, (line) => line.slice(0, "2026-11-19".length))) {
      await this.#append(this.folder, day, linesOfDay.join(""));
    }
  }

  async #append(folder: string, day: string, text: string): Promise<void> {
    try {
      // The folder is created each time, because somebody may have deleted it.
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(join(folder, `${day}.log`), text, { append: true });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.warn(`Cannot write requests to ${day}.log: they follow here`, error);
      this.#hasFailed = true;
      this.toConsole(text);
      return;
    }
    if (day === this.#lastDay) return;
    this.#lastDay = day;
    await deleteOldFiles(folder, day).catch((error) => this.warn("Cannot delete old logs", error));
  }
}

async function deleteOldFiles(folder: string, today: string): Promise<void> {
  const oldest = new Date(Date.parse(today) - (KEPT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  for await (const { name } of Deno.readDir(folder)) {
    if (/^\d{4}-\d{2}-\d{2}\.log$/.test(name) && name < oldest) await ifExists(Deno.remove(join(folder, name)));
  }
}
