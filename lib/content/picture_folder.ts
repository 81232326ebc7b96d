import { join } from "@std/path";
import { setBackgroundInterval } from "@/lib/async/background_timer.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { CREDITS_FILE } from "@/lib/content/credits.ts";
import { FileMemory } from "@/lib/content/operator_files.ts";
import type { FilePicture, OperatorPictures, Warn } from "@/lib/content/operator_picture.ts";
import { loadOperatorPictures } from "@/lib/content/operator_pictures.ts";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { fileVersion } from "@/lib/fs/file_version.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Options of {@linkcode PictureFolder}. */
export interface PictureFolderOptions {
  readonly directory: string;
  readonly warn: Warn;
  /** Receives the pictures, first at the start and then whenever they change. */
  readonly onChange: (pictures: OperatorPictures) => void;
}

/** How often the folder is checked. By polling, because network drives do not report changes. */
const CHECK_INTERVAL_MS = 5000;

/** How long the start waits for pictures. Those without credits must be read; a kind is drawn until then. */
const START_LIMIT_MS = 500;

/** The coarsest resolution of modification times, of FAT. Within this time a second change has the same time. */
const TIME_RESOLUTION_MS = 2000;

/** The folder of the operator's pictures. It notices changes while the service runs. */
export class PictureFolder {
  readonly #options: PictureFolderOptions;
  readonly #memory = new FileMemory();
  /** The files by kind and name, once they are loaded. */
  #files: Map<string, FilePicture> | undefined;
  #version = "";
  #warnings = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;

  /** Creates the folder. Call {@linkcode PictureFolder.open} to read it. */
  constructor(options: PictureFolderOptions) {
    this.#options = options;
  }

  /** Reads the folder and checks it regularly until {@linkcode PictureFolder.close}. */
  async open(): Promise<void> {
    this.#stopTimer = setBackgroundInterval(CHECK_INTERVAL_MS, () => void this.refresh());
    await waitAtMost(START_LIMIT_MS, this.refresh());
    if (this.#files === undefined) {
      this.#options.warn("Reading the pictures takes long: animals are drawn until it is done");
    }
  }

  /** Returns the file of a kind that is served under a name. */
  find(kind: string, file: string): FilePicture | undefined {
    return this.#files?.get(`${kind}/${file}`);
  }

  /** Reads the folder again if it has changed. */
  refresh(): Promise<void> {
    return this.#refreshing ??= this.#refresh()
      .catch((error) => this.#options.warn(`Cannot read the folder of the pictures: ${messageOf(error)}`))
      .finally(() => this.#refreshing = undefined);
  }

  /** Ends the regular checks. */
  close(): void {
    this.#stopTimer?.();
  }

  async #refresh(): Promise<void> {
    const { directory, warn, onChange } = this.#options;
    const { version, newest } = await readVersion(directory);
    const expected = `${version} ${this.#memory.changes}`;
    if (expected === this.#version) return;
    const warnings = new Set<string>();
    const pictures = await loadOperatorPictures(directory, (message) => warnings.add(message), this.#memory);
    // A folder that is being filled is read every few seconds: each warning is logged once.
    for (const message of warnings) if (!this.#warnings.has(message)) warn(message);
    this.#warnings = warnings;
    this.#files = toFiles(pictures);
    // What changed just now may change again without another modification time: then it is read once more.
    this.#version = newest > Date.now() - TIME_RESOLUTION_MS ? "" : expected;
    onChange(pictures);
  }
}

/**
 * Reads the versions of everything whose change matters. A folder changes with the names in it. What is missing or
 * cannot be read has none; reading the pictures reports why.
 */
async function readVersion(directory: string): Promise<{ readonly version: string; readonly newest: number }> {
  const paths = ["", ...ANIMALS.flatMap((kind) => [kind, join(kind, CREDITS_FILE), `${kind}.json`])];
  const stats = paths.map((path) => Deno.stat(join(directory, "animals", path)).catch(() => undefined));
  const files = await Promise.all(stats);
  return {
    version: files.map((file) => file && fileVersion(file)).join(),
    newest: Math.max(...files.map((file) => file?.mtime?.getTime() ?? 0)),
  };
}

function toFiles(pictures: OperatorPictures): Map<string, FilePicture> {
  const files = new Map<string, FilePicture>();
  for (const [kind, each] of Object.entries(pictures)) {
    for (const picture of each) if ("servedName" in picture) files.set(`${kind}/${picture.servedName}`, picture);
  }
  return files;
}
