import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import { fileVersion } from "@/lib/fs/file_version.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { parseJsonDocument } from "@/lib/process/json_document.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

/** Time between two checks of the file. A check is one `stat`, which unlike `Deno.watchFs` works on every file system. */
const CHECK_EVERY_MS = 1000;

/** Options of {@linkcode DocumentFile}. */
export interface DocumentFileOptions {
  readonly path: string;
  /** Receives the document at the start and after every valid change. */
  readonly onChange: (document: LauncherDocument) => void;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
}

/** The operator's own document: read at the start and again after every change. */
export class DocumentFile {
  readonly #options: DocumentFileOptions;
  #version = "";
  #error: string | undefined;
  #checking: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;

  constructor(options: DocumentFileOptions) {
    this.#options = options;
  }

  /** Reads the file and starts to watch it. @throws {TypeError} if it is missing or invalid, naming line and field. */
  async open(): Promise<void> {
    const { path, onChange } = this.#options;
    this.#version = await readVersion(path);
    onChange(await readDocument(path));
    this.#stopTimer = setBackgroundInterval(CHECK_EVERY_MS, () => void this.check());
  }

  /** Reads the file again if it has changed, once for concurrent callers. The watch calls this every second. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => this.#checking = undefined);
    return this.#checking;
  }

  /** Stops the watch. */
  close(): void {
    this.#stopTimer?.();
  }

  async #check(): Promise<void> {
    const { path, onChange, warn } = this.#options;
    const version = await readVersion(path);
    const hasChanged = version !== this.#version;
    // An error is reported only if the file has not changed by the next check: it may have been half written.
    if (!hasChanged && this.#error !== undefined) warn(`${this.#error} (the last good data stays in use)`);
    this.#version = version;
    this.#error = undefined;
    if (!hasChanged) return;
    try {
      onChange(await readDocument(path));
    } catch (error) {
      this.#error = messageOf(error);
    }
  }
}

// Uses the path and not an open file, because most editors write a new file and rename it over the old one.
async function readVersion(path: string): Promise<string> {
  // The read that follows reports why a file cannot be read.
  return await Deno.stat(path).then(fileVersion, () => "unreadable");
}

async function readDocument(path: string): Promise<LauncherDocument> {
  const text = await Deno.readTextFile(path).catch((error) => {
    throw new StartupError(`Cannot use "${path}": LAUNCHER_DATA must be a readable file (${messageOf(error)})`);
  });
  return await parseJsonDocument(text, { name: path, schema: documentSchema });
}
