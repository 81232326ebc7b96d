import { StartupError } from "@/lib/process/startup_error.ts";
import type { LauncherDocument } from "@/lib/launcher/document.ts";
import { parseDocument } from "@/lib/launcher/parse_document.ts";
import { type Schedule, scheduleUnref } from "@/lib/launcher/schedule.ts";

/** Time between two looks at the file. A look is one `stat`, which unlike `Deno.watchFs` works on every file system. */
const LOOK_EVERY_MS = 1000;

/** Options of {@linkcode DocumentFile}. */
export interface DocumentFileOptions {
  readonly path: string;
  /** Takes every good change. */
  readonly onChange: (document: LauncherDocument) => void | Promise<void>;
  /** Takes what the operator must know. */
  readonly warn: (message: string) => void;
  readonly schedule?: Schedule | undefined;
}

/** The operator's own document: read at start, read again whenever it changes. */
export class DocumentFile {
  readonly #options: DocumentFileOptions;
  readonly #schedule: Schedule;
  #seen = "";
  #fault: string | undefined;
  #cancel: () => void = () => {};

  /** Takes the options; nothing is read yet. */
  constructor(options: DocumentFileOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? scheduleUnref;
  }

  /**
   * Reads the file for the first time and begins to watch it.
   *
   * @throws {TypeError} when it cannot be read or is wrong, naming line and field.
   */
  async open(): Promise<LauncherDocument> {
    this.#seen = await this.#look();
    const document = await this.#read();
    this.#watch();
    return document;
  }

  /** Looks whether the file changed, and reads it if so: the watch does this every second. */
  async check(): Promise<void> {
    const signature = await this.#look();
    if (signature === this.#seen) return this.#report();
    this.#seen = signature;
    this.#fault = undefined;
    try {
      await this.#options.onChange(await this.#read());
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error);
    }
  }

  /** Ends the watch. */
  close(): void {
    this.#cancel();
    this.#cancel = () => {};
  }

  #watch(): void {
    this.#cancel = this.#schedule(LOOK_EVERY_MS, async () => {
      const cancel = this.#cancel;
      await this.check();
      // Closed in the meantime: no further look.
      if (this.#cancel === cancel) this.#watch();
    });
  }

  // A file is reported only when it is still wrong at the next look: an editor may have been caught half way.
  #report(): void {
    if (this.#fault === undefined) return;
    this.#options.warn(`${this.#fault} (the last good data stays in use)`);
    this.#fault = undefined;
  }

  // By path and not by handle: most editors write a new file and rename it over the old one.
  async #look(): Promise<string> {
    try {
      const { mtime, size, ino } = await Deno.stat(this.#options.path);
      return `${mtime?.getTime()} ${size} ${ino}`;
    } catch {
      return "unreadable"; // The read that follows tells why.
    }
  }

  async #read(): Promise<LauncherDocument> {
    const { path } = this.#options;
    return await parseDocument(await readText(path), path);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`Cannot use "${path}" as LAUNCHER_DATA must be a readable file: ${reason}`);
  }
}
