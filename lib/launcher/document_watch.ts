import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import { fileVersion } from "@/lib/fs/file_version.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { parseJsonDocument } from "@/lib/process/json_document.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

/** Time between two checks of the file, each one `stat`, which unlike `Deno.watchFs` works on every file system. */
const CHECK_EVERY_MS = 1000;

/** Options of {@linkcode watchDocument}. */
export interface WatchOptions {
  readonly path: string;
  /** Receives the document at startup and after every valid change. */
  readonly onChange: (document: LauncherDocument) => void;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
}

/** A watched document. */
export interface DocumentWatch {
  /** Reads the file again if it has changed, once for concurrent callers. The watch calls this every second. */
  check(): Promise<void>;
  /** Stops the watch. */
  close(): void;
}

/** Reads the operator's document now and after every change. @throws {TypeError} naming line and field of an error. */
export async function watchDocument({ path, onChange, warn }: WatchOptions): Promise<DocumentWatch> {
  let lastVersion = await readVersion(path);
  let lastError: string | undefined;
  let checking: Promise<void> | undefined;
  onChange(await readDocument(path));
  const checkOnce = async () => {
    const version = await readVersion(path);
    const hasChanged = version !== lastVersion;
    // An error is reported only if the file has not changed by the next check: it may have been half written.
    if (!hasChanged && lastError !== undefined) warn(`${lastError} (the last good data stays in use)`);
    lastVersion = version;
    lastError = undefined;
    if (hasChanged) await readDocument(path).then(onChange).catch((error) => lastError = messageOf(error));
  };
  const check = () => checking ??= checkOnce().finally(() => checking = undefined);
  return { check, close: setBackgroundInterval(CHECK_EVERY_MS, () => void check()) };
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
