import { join } from "@std/path";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import type { FilePicture, LoadedPictures, OperatorPicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import { PictureFolder } from "@/lib/content/operator_pictures/picture_folder.ts";
import { loadUrlPictures } from "@/lib/content/operator_pictures/url_pictures.ts";
import { cacheUntilChanged } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** The operator's pictures by kind and id. A kind that is missing uses generated drawings. */
export type OperatorPictures = Partial<Record<AnimalKind, ReadonlyMap<string, OperatorPicture>>>;

/** Options of {@linkcode OperatorFolder}. */
export interface OperatorFolderOptions {
  readonly folder: string;
  /** Reports a warning to the operator. */
  readonly warn: (message: string) => void;
  /** Receives the pictures, first at startup and then whenever they change. */
  readonly onChange: (pictures: OperatorPictures) => void;
  /** Checks the folder regularly; only tests override it. */
  readonly repeat?: typeof repeatInBackground;
}

/** How often the folder is checked. By polling, because network drives do not report changes. */
export const CHECK_INTERVAL_MS = 5000;

/** How long startup waits for pictures. All of them are read; a kind is drawn until then. */
const START_LIMIT_MS = 500;

/** The pictures of a kind: a folder with files, or a list of URLs. */
interface PictureSource {
  readonly kind: AnimalKind;
  readonly path: string;
  readonly load: () => Promise<LoadedPictures>;
  /** The pictures that were loaded the last time. */
  pictures: readonly OperatorPicture[];
}

/**
 * The folder of the operator's pictures: the files `animals/<kind>/*` and the URLs in `animals/<kind>.json`. Every five
 * seconds it is checked, and what may have changed is read again. So new and removed pictures are noticed by the check,
 * and overwritten ones when somebody asks for them.
 */
export class OperatorFolder {
  readonly #options: OperatorFolderOptions;
  readonly #root: string;
  readonly #sources: readonly PictureSource[];
  #pictures: OperatorPictures | undefined;
  #warnings = new Set<string>();
  #stopTimer: (() => void) | undefined;

  /** Creates the folder. Call {@linkcode OperatorFolder.open} to read it. */
  constructor(options: OperatorFolderOptions) {
    this.#options = options;
    this.#root = join(options.folder, "animals");
    this.#sources = ANIMALS.flatMap((kind) => toSources(kind, join(this.#root, kind)));
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

  /** Reads what may have changed, and reports the pictures if they have. */
  async refresh(): Promise<void> {
    const warnings = new Set<string>();
    let isChanged = this.#pictures === undefined;
    for (const source of this.#sources) {
      const loaded = await loadOrKeep(source);
      isChanged ||= loaded.pictures !== source.pictures;
      source.pictures = loaded.pictures;
      for (const message of loaded.warnings) warnings.add(message);
    }
    if (this.#sources.every(({ pictures }) => pictures.length === 0)) {
      warnings.add(`Cannot find a usable picture in "${this.#root}": every kind uses generated drawings`);
    }
    // Each warning is logged once, as long as it applies.
    for (const message of warnings) if (!this.#warnings.has(message)) this.#options.warn(message);
    this.#warnings = warnings;
    if (!isChanged) return;
    this.#pictures = await joinPictures(this.#sources);
    this.#options.onChange(this.#pictures);
  }

  /** Ends the regular checks. */
  close(): void {
    this.#stopTimer?.();
  }
}

/** The pictures of a folder or list that is missing: the same array each time. */
const NONE: LoadedPictures = { pictures: [], warnings: [] };

function toSources(kind: AnimalKind, path: string): PictureSource[] {
  const folder = new PictureFolder(path);
  const list = `${path}.json`;
  return [
    { kind, path, load: () => folder.load(), pictures: NONE.pictures },
    { kind, path: list, load: cacheUntilChanged(list, () => loadUrlPictures(list)), pictures: NONE.pictures },
  ];
}

/** Loads pictures. If that fails, the known ones remain: too many open files do not mean that there are none. */
async function loadOrKeep({ path, load, pictures }: PictureSource): Promise<LoadedPictures> {
  try {
    return await ifExists(load()) ?? NONE;
  } catch (error) {
    return { pictures, warnings: [`Cannot use "${path}": ${messageOf(error)}`] };
  }
}

async function joinPictures(sources: readonly PictureSource[]): Promise<OperatorPictures> {
  const joined: Partial<Record<AnimalKind, Map<string, OperatorPicture>>> = {};
  const slice = new TimeSlice();
  for (const { kind, pictures } of sources) {
    for (const picture of pictures) {
      if (slice.isOver) await slice.rest();
      // Pictures with the same id have the same content or URL: one of them is enough.
      (joined[kind] ??= new Map()).set(picture.id, picture);
    }
  }
  return joined;
}
