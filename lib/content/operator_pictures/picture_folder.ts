import { join, SEPARATOR } from "@std/path";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { type CreditedPicture, CREDITS_FILE, parseCredits } from "@/lib/content/operator_pictures/credits.ts";
import { FolderFile } from "@/lib/content/operator_pictures/folder_file.ts";
import {
  cleanTitle,
  type FilePicture,
  type LoadedPictures,
  mediaTypeOf,
  type PictureContent,
  toAltText,
} from "@/lib/content/operator_pictures/operator_picture.ts";
import { cacheUntilChanged } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Files that are read at the same time: enough to hide slow disks, and few enough for their memory. */
const MAX_READS = 8;

/** What was loaded the last time, and from what. */
interface LastLoad {
  readonly names: FolderNames;
  readonly credits: FolderCredits;
  readonly loaded: LoadedPictures;
}

/**
 * A folder with pictures. {@linkcode PictureFolder.load} reads only what may have changed: the names if the time of the
 * folder is another one, the credits if theirs is, and files as {@linkcode FolderFile.mayHaveChanged} says.
 */
export class PictureFolder {
  readonly #path: string;
  readonly #loadNames: () => Promise<FolderNames>;
  readonly #loadCredits: () => Promise<FolderCredits>;
  /** The files that may be pictures, by name and in the order of the names. */
  #files: ReadonlyMap<string, FolderFile> = new Map();
  #last: LastLoad | undefined;

  constructor(path: string) {
    this.#path = path;
    const creditsPath = join(path, CREDITS_FILE);
    this.#loadNames = cacheUntilChanged(path, () => loadNames(path));
    this.#loadCredits = cacheUntilChanged(creditsPath, () => loadCredits(creditsPath));
  }

  /**
   * Returns the pictures in the order of their names, so that the `seed` of a request selects the same picture on every
   * machine.
   *
   * @throws {Error} if the folder or its credits cannot be read, so that its pictures are unknown.
   */
  async load(): Promise<LoadedPictures> {
    const last = this.#last;
    const names = await this.#loadNames();
    const credits = await this.#loadCredits();
    let isChanged = names !== last?.names || credits !== last.credits;
    if (names !== last?.names) this.#files = await this.#findFiles(names);
    const files = this.#files.values().filter((file) => file.mayHaveChanged);
    await forEachLimited(files, MAX_READS, async (file) => {
      if (await file.refresh()) isChanged = true;
    });
    if (!isChanged && last !== undefined) return last.loaded;
    const loaded = await this.#describe(names, credits);
    this.#last = { names, credits, loaded };
    return loaded;
  }

  /** Returns the files that may be pictures. Those that are known remain. */
  async #findFiles({ folder, links }: FolderNames): Promise<Map<string, FolderFile>> {
    // The known ones are sorted already, so that this is fast.
    const added = Array.from(links.keys()).filter((name) => !this.#files.has(name)).sort();
    const names = Array.from(this.#files.keys()).filter((name) => links.has(name)).concat(added).sort();
    const files = new Map<string, FolderFile>();
    const slice = new TimeSlice();
    for (const name of names) {
      if (slice.isOver) await slice.rest();
      const known = this.#files.get(name);
      const place = { path: folder + SEPARATOR + name, isLink: links.get(name) ?? false };
      const isKnown = known?.path === place.path && known.isLink === place.isLink;
      files.set(name, isKnown ? known : new FolderFile(place));
    }
    return files;
  }

  async #describe({ others }: FolderNames, credits: FolderCredits): Promise<LoadedPictures> {
    const toWarning = (path: string, message: string) => `Cannot use "${path}": ${message}`;
    // Without valid credits no picture may be shown.
    if (credits.error !== undefined) return { pictures: [], warnings: [toWarning(this.#path, credits.error)] };
    const warnings = credits.warnings.map(([name, message]) => toWarning(join(this.#path, name), message));
    // Such as notes.
    for (const name of others) {
      warnings.push(toWarning(join(this.#path, name), "must end in .jpg, .jpeg, .png, .gif or .webp"));
    }
    const pictures: FilePicture[] = [];
    const slice = new TimeSlice();
    for (const [name, file] of this.#files) {
      if (slice.isOver) await slice.rest();
      const credited = credits.byName.get(name);
      // The invalid entry has already been reported.
      if (credited === undefined && credits.byName.has(name)) continue;
      if (file.content !== undefined) pictures.push(toPicture(file, file.content, { name, credited }));
      else warnings.push(toWarning(join(this.#path, name), file.error));
    }
    return { pictures, warnings };
  }
}

/** The names in a folder. */
interface FolderNames {
  /** The path of the folder, without links. */
  readonly folder: string;
  /** The names of files that may be pictures, and whether each is a link. */
  readonly links: ReadonlyMap<string, boolean>;
  /** The names of other files. */
  readonly others: readonly string[];
}

async function loadNames(path: string): Promise<FolderNames> {
  const folder = await Deno.realPath(path);
  const links = new Map<string, boolean>();
  const others: string[] = [];
  const slice = new TimeSlice();
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
    if (slice.isOver) await slice.rest();
    if (isDirectory || name.startsWith(".") || name === CREDITS_FILE) continue;
    if (mediaTypeOf(name) === undefined) others.push(name);
    else links.set(name, isSymlink);
  }
  return { folder, links, others };
}

/** The credits of a folder. */
interface FolderCredits {
  /** By file name. `undefined` for one that is not valid. */
  readonly byName: ReadonlyMap<string, CreditedPicture | undefined>;
  /** What is wrong with those that are not valid. */
  readonly warnings: readonly (readonly [name: string, message: string])[];
  /** What is wrong with all of them. */
  readonly error?: string;
}

async function loadCredits(path: string): Promise<FolderCredits> {
  const text = await ifExists(Deno.readTextFile(path));
  const warnings: [string, string][] = [];
  if (text === undefined) return { byName: new Map(), warnings };
  try {
    return { byName: await parseCredits(text, (...warning) => warnings.push(warning)), warnings };
  } catch (error) {
    const message = `no picture is shown, because of "${CREDITS_FILE}": ${messageOf(error)}`;
    return { byName: new Map(), warnings, error: message };
  }
}

interface PictureTexts {
  readonly name: string;
  readonly credited: CreditedPicture | undefined;
}

function toPicture(file: FolderFile, content: PictureContent, { name, credited }: PictureTexts): FilePicture {
  const { id, mediaType } = content;
  return {
    ...content,
    alt: credited?.title === undefined ? toAltText(name) : cleanTitle(credited.title),
    credit: credited?.credit,
    servedName: `${id}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`,
    load: () => file.serve(id),
    readVersion: () => file.readVersion(),
  };
}
