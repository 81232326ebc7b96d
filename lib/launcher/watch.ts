import type { Log } from "@/lib/log/log.ts";
import { LauncherData } from "@/lib/launcher/data.ts";
import { documentSchema, parseDocument } from "@/lib/launcher/document.ts";
import sample from "@/lib/launcher/sample.json" with { type: "json" };
import { StartupError } from "@/lib/process/settings.ts";
import { ifExists } from "@/lib/util/fs.ts";
import { messageOf } from "@/lib/util/text.ts";

/** The time between two checks of the file. A check is one `stat`, which works on every file system. */
const CHECK_EVERY_MS = 1000;

/** The application's data, read again whenever the operator's document changes. */
export class WatchedDocument {
  readonly #path: string;
  readonly #log: Log;
  #data: LauncherData | undefined;
  /** Identifies the content that was read last. */
  #version: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Creates it with the sample, which stays until {@linkcode WatchedDocument.open} reads the document. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  /** Reads the document, or the sample if there is none. @throws {StartupError} that names each wrong field. */
  static async open(path: string, log: Log): Promise<WatchedDocument> {
    const watched = new WatchedDocument(path, log);
    await watched.#read().catch((error) => {
      throw new StartupError(messageOf(error));
    });
    if (watched.#version === undefined) log.warn(`Cannot find ${path}, so v5 returns the sample`);
    const timer = setInterval(() => void watched.check(), CHECK_EVERY_MS);
    Deno.unrefTimer(timer);
    watched.#timer = timer;
    return watched;
  }

  /** The data of the last valid document. If there is none, the sample is read when the first request needs it. */
  get data(): LauncherData {
    return this.#data ??= new LauncherData(documentSchema.parse(sample));
  }

  /** Reads the document again if it has changed. An invalid document changes nothing, and the log says why. */
  async check(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#log.error(`${messageOf(error)}. The last valid data stay in use`);
    }
  }

  /** Ends the checks. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const info = await ifExists(Deno.stat(this.#path));
    // Most editors write a new file and rename it, which the inode shows.
    const version = info && `${info.mtime?.getTime()} ${info.size} ${info.ino}`;
    if (version === undefined || version === this.#version) return;
    this.#version = version;
    this.#data = new LauncherData(parseDocument(await Deno.readTextFile(this.#path), this.#path));
  }
}
