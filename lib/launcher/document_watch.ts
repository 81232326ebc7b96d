import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { cacheUntilChanged } from "@/lib/fs/file_version.ts";
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
  /** Called when a change is invalid, after the warning. */
  readonly onInvalid: () => void;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
  /** Checks the file regularly; only tests override it. */
  readonly repeat?: typeof repeatInBackground;
}

/**
 * Reads the operator's document now and after every change. Returns a function that ends this.
 *
 * @throws {StartupError} that names the file and a field.
 */
export async function watchDocument(options: WatchOptions): Promise<() => void> {
  const { path, onChange, onInvalid, warn, repeat = repeatInBackground } = options;
  // Uses the path and not an open file, because most editors write a new file and rename it over the old one.
  const readText = cacheUntilChanged(path, () => readDocument(path));
  let lastText = await readText();
  let lastError: string | undefined;
  onChange(parseDocument(path, lastText));
  return repeat(CHECK_EVERY_MS, async () => {
    const text = await readText();
    const hasChanged = String(text) !== String(lastText);
    // An error is reported only if the file has not changed by the next check: it may have been half written.
    if (!hasChanged && lastError !== undefined) {
      warn(`${lastError} (the last good data stays in use)`);
      onInvalid();
    }
    lastText = text;
    lastError = undefined;
    if (!hasChanged) return;
    try {
      onChange(parseDocument(path, text));
    } catch (error) {
      lastError = messageOf(error);
    }
  });
}

/** Returns the text of a file, or why it cannot be read. */
async function readDocument(path: string): Promise<string | StartupError> {
  return await Deno.readTextFile(path).catch((error) =>
    new StartupError(`Cannot use "${path}": LAUNCHER_DATA must be a readable file (${messageOf(error)})`)
  );
}

function parseDocument(path: string, text: string | StartupError): LauncherDocument {
  if (text instanceof StartupError) throw text;
  return parseJsonDocument(text, { name: path, schema: documentSchema });
}
