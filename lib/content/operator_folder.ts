import { join } from "@std/path";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import { CREDITS_FILE } from "@/lib/content/credits.ts";
import { PictureFolder } from "@/lib/content/file_pictures.ts";
import type { FilePicture, OperatorPicture, Warn } from "@/lib/content/operator_picture.ts";
import { loadUrlPictures } from "@/lib/content/url_pictures.ts";
import { readVersion, untilChanged } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** The operator's pictures by kind and id. A kind that is missing uses generated drawings. */
export type OperatorPictures = Partial<Record<AnimalKind, ReadonlyMap<string, OperatorPicture>>>;

/** Options of {@linkcode OperatorFolder}. */
export interface OperatorFolderOptions {
  readonly folder: string;
  readonly warn: Warn;
  /** Receives the pictures, first at startup and then whenever they change. */
  readonly onChange: (pictures: OperatorPictures) => void;
  /** Checks the folder regularly; only tests override it. */
  readonly repeat?: typeof repeatInBackground;
}

/** How often the folder is checked. By polling, because network drives do not report changes. */
export const CHECK_INTERVAL_MS = 5000;

/** How long startup waits for pictures. All of them are read; a kind is drawn until then. */
const START_LIMIT_MS = 500;

/**
 * The folder of the operator's pictures. Every five seconds it is checked, and read again if the time of a folder, of
 * its credits or of a list of URLs has changed, or if a file turned out to be changed when it was served. So new and
 * removed pictures are noticed by the check, and overwritten ones when somebody asks for them.
 */
export class OperatorFolder {
  readonly #options: OperatorFolderOptions;
  readonly #folders: ReadonlyMap<AnimalKind, PictureFolder>;
  readonly #load: () => Promise<OperatorPictures>;
  #pictures: OperatorPictures | undefined;
  #warnings = new Set<string>();
  #stopTimer: (() => void) | undefined;

  /** Creates the folder. Call {@linkcode OperatorFolder.open} to read it. */
  constructor(options: OperatorFolderOptions) {
    this.#options = options;
    const toFolder = (kind: AnimalKind) => new PictureFolder(join(options.folder, "animals", kind));
    this.#folders = new Map(ANIMALS.map((kind) => [kind, toFolder(kind)]));
    this.#load = untilChanged(() => this.#readVersion(), () => this.#loadPictures());
  }

  /** Reads the folder and checks it regularly until {@linkcode OperatorFolder.close}. */
  async open(): Promise<void> {
    const { repeat = repeatInBackground } = this.#options;
    const reading = this.refresh();
    // Not before the first reading has ended: two at once would read every picture twice.
    this.#stopTimer = repeat(CHECK_INTERVAL_MS, () => reading.then(() => this.refresh()));
    await waitAtMost(START_LIMIT_MS, reading);
    if (this.#pictures === undefined) {
      this.#options.warn("Reading the pictures takes long: animals are drawn until it is done");
    }
  }

  /** Returns the file of a kind that is served under a name. */
  find(kind: AnimalKind, servedName: string): FilePicture | undefined {
    const [id = ""] = servedName.split(".");
    const picture = this.#pictures?.[kind]?.get(id);
    return picture && "load" in picture && picture.servedName === servedName ? picture : undefined;
  }

  /** Reads the folder again if it has changed. */
  async refresh(): Promise<void> {
    try {
      const pictures = await this.#load();
      if (pictures === this.#pictures) return;
      this.#pictures = pictures;
      this.#options.onChange(pictures);
    } catch (error) {
      this.#options.warn(`Cannot read the folder of the pictures: ${messageOf(error)}`);
    }
  }

  /** Ends the regular checks. */
  close(): void {
    this.#stopTimer?.();
  }

  async #readVersion(): Promise<string | undefined> {
    const version = await readVersion(toWatchedPaths(this.#options.folder));
    const changes = Array.from(this.#folders.values(), (each) => each.changes).join();
    return version === undefined ? undefined : `${version} ${changes}`;
  }

  async #loadPictures(): Promise<OperatorPictures> {
    const { folder, warn } = this.#options;
    const warnings = new Set<string>();
    const pictures = await loadPictures(folder, (message) => warnings.add(message), this.#folders);
    // A folder that is being filled is read every few seconds: each warning is logged once.
    for (const message of warnings) if (!this.#warnings.has(message)) warn(message);
    this.#warnings = warnings;
    return pictures;
  }
}

/** Returns the paths of everything whose change matters. A folder changes with the names in it. */
function toWatchedPaths(folder: string): string[] {
  const paths = ["", ...ANIMALS.flatMap((kind) => [kind, join(kind, CREDITS_FILE), `${kind}.json`])];
  return paths.map((path) => join(folder, "animals", path));
}

/**
 * Loads the files `animals/<kind>/*` and the URLs in `animals/<kind>.json`. What cannot be used is left out and
 * reported to `warn`.
 */
async function loadPictures(
  folder: string,
  warn: Warn,
  folders: ReadonlyMap<AnimalKind, PictureFolder>,
): Promise<OperatorPictures> {
  const root = join(folder, "animals");
  const pictures: OperatorPictures = {};
  const slice = new TimeSlice();
  for (const [kind, files] of folders) {
    const path = join(root, kind);
    const found: OperatorPicture[] = await loadOrWarn<OperatorPicture>(path, files.load(warn), warn);
    const urls = await loadOrWarn(`${path}.json`, loadUrlPictures(`${path}.json`, warn), warn);
    // Pictures with the same id have the same content or URL: one of them is enough.
    const byId = new Map<string, OperatorPicture>();
    for (const picture of found.concat(urls)) {
      if (slice.isOver) await slice.rest();
      byId.set(picture.id, picture);
    }
    if (byId.size > 0) pictures[kind] = byId;
  }
  if (Object.keys(pictures).length === 0) {
    warn(`Cannot find a usable picture in "${root}": every kind uses generated drawings`);
  }
  return pictures;
}

/** Returns the pictures of a path. None if it is missing, or if it cannot be used, which is reported to `warn`. */
async function loadOrWarn<T>(path: string, loading: Promise<T[]>, warn: Warn): Promise<T[]> {
  try {
    return await ifExists(loading) ?? [];
  } catch (error) {
    warn(`Cannot use "${path}": ${messageOf(error)}`);
    return [];
  }
}
