import { join, SEPARATOR } from "@std/path";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { type CreditedPicture, CREDITS_FILE, parseCredits } from "@/lib/content/credits.ts";
import {
  cleanTitle,
  type FilePicture,
  mediaTypeOf,
  toAltText,
  toId,
  type Warn,
} from "@/lib/content/operator_picture.ts";
import { isSettled, readVersion, untilChanged } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** The maximum size of a file. Limited because the picture loader caches files in memory. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Files that are read at the same time: enough to hide slow disks, and few enough for their memory. */
const MAX_READS = 8;

/** The credits of a folder by file name, `undefined` for those that are not valid, and what is wrong with them. */
interface FolderCredits {
  readonly byName: ReadonlyMap<string, CreditedPicture | undefined>;
  readonly warnings: readonly (readonly [name: string, message: string])[];
}

/** A file as it was read. */
interface KnownFile extends Pick<FilePicture, "id" | "mediaType" | "width" | "height"> {
  readonly path: string;
  /** Whether it must be read again: it could change without a new time, or it has turned out to be changed. */
  isOutdated: boolean;
}

/**
 * A folder with pictures. What it remembers, and when it reads again:
 *
 * - The names in the folder and its credits: they are read whenever {@linkcode PictureFolder.load} is called.
 * - What each file contains. A file is read once, and not even looked at again, because one picture more among 100,000
 *   would otherwise take seconds. When it is served and its content is another one or gone, the caller gets nothing,
 *   and the next call of `load` reads it again.
 * - A file that was changed within the last two seconds can change again without a new time, so the next call reads it
 *   in any case.
 */
export class PictureFolder {
  /** How often a file was found to be changed or removed when it was served. Call `load` after each. */
  changes = 0;
  readonly #path: string;
  readonly #loadCredits: () => Promise<FolderCredits>;
  /** What was read the last time, by name and in the order of the names. */
  #files: ReadonlyMap<string, KnownFile> = new Map();

  constructor(path: string) {
    this.#path = path;
    const creditsPath = join(path, CREDITS_FILE);
    this.#loadCredits = untilChanged(creditsPath, () => loadCredits(creditsPath));
  }

  /**
   * Returns the pictures in the order of their names, so that the `seed` of a request selects the same picture on every
   * machine. `warn` gets what is wrong with a file or its credit.
   *
   * @throws {Error} if the folder or its credits cannot be read. Without valid credits no picture may be shown.
   */
  async load(warn: Warn): Promise<FilePicture[]> {
    const folder = await Deno.realPath(this.#path);
    const warnAbout = (name: string, message: string) => warn(`Cannot use "${join(this.#path, name)}": ${message}`);
    const links = await listFiles(folder);
    const { byName: credits, warnings } = await this.#loadCredits();
    for (const [name, message] of warnings) warnAbout(name, message);
    const files = new Map<string, KnownFile | undefined>();
    const unread: FolderFile[] = [];
    const slice = new TimeSlice();
    for (const name of this.#sortNames(links)) {
      if (slice.isOver) await slice.rest();
      // The invalid entry has already been reported.
      if (credits.has(name) && credits.get(name) === undefined) continue;
      const file = this.#files.get(name);
      files.set(name, file);
      if (file === undefined || file.isOutdated) unread.push({ folder, name, isSymlink: links.get(name) ?? false });
    }
    await forEachLimited(unread, MAX_READS, async (file) => {
      try {
        files.set(file.name, await readPicture(file));
      } catch (error) {
        files.delete(file.name);
        warnAbout(file.name, messageOf(error));
      }
    });
    this.#files = files as Map<string, KnownFile>;
    const pictures: FilePicture[] = [];
    for (const [name, file] of this.#files) {
      if (slice.isOver) await slice.rest();
      pictures.push(this.#toPicture(file, name, credits.get(name)));
    }
    return pictures;
  }

  /** Returns the names in their order. The known ones are sorted already, so that this is fast. */
  #sortNames(names: ReadonlyMap<string, unknown>): string[] {
    const added = Array.from(names.keys()).filter((name) => !this.#files.has(name)).sort();
    return Array.from(this.#files.keys()).filter((name) => names.has(name)).concat(added).sort();
  }

  #toPicture(file: KnownFile, name: string, credited: CreditedPicture | undefined): FilePicture {
    const { id, mediaType, width, height, path } = file;
    return {
      id,
      mediaType,
      width,
      height,
      alt: credited?.title === undefined ? toAltText(name) : cleanTitle(credited.title),
      credit: credited?.credit,
      servedName: `${id}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`,
      load: () => this.#serve(file),
      readVersion: () => readVersion([path]),
    };
  }

  // The id is a hash of the content, so changed content must not be served under the old id.
  async #serve(file: KnownFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await ifExists(readFile(file.path));
    if (bytes !== undefined && await toId(bytes) === file.id) return bytes;
    file.isOutdated = true;
    this.changes++;
    return undefined;
  }
}

interface FolderFile extends Pick<Deno.DirEntry, "name" | "isSymlink"> {
  /** The path of the folder, without links. */
  readonly folder: string;
}

/** Returns the names in a folder that may be pictures, and whether each is a link. */
async function listFiles(folder: string): Promise<Map<string, boolean>> {
  const links = new Map<string, boolean>();
  const slice = new TimeSlice();
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
    if (slice.isOver) await slice.rest();
    if (!isDirectory && !name.startsWith(".") && name !== CREDITS_FILE) links.set(name, isSymlink);
  }
  return links;
}

async function loadCredits(path: string): Promise<FolderCredits> {
  const text = await ifExists(Deno.readTextFile(path));
  const warnings: [string, string][] = [];
  if (text === undefined) return { byName: new Map(), warnings };
  try {
    return { byName: await parseCredits(text, (...warning) => warnings.push(warning)), warnings };
  } catch (cause) {
    throw new TypeError(`no picture is shown, because of "${CREDITS_FILE}": ${messageOf(cause)}`, { cause });
  }
}

/** Reads a file. The messages of its errors omit its name because the caller adds it. */
async function readPicture({ folder, name, isSymlink }: FolderFile): Promise<KnownFile> {
  // Other files, such as notes, may lie in the folder.
  if (mediaTypeOf(name) === undefined) throw new TypeError("must end in .jpg, .jpeg, .png, .gif or .webp");
  const start = folder + SEPARATOR;
  const path = isSymlink ? await Deno.realPath(start + name) : start + name;
  if (!path.startsWith(start)) throw new TypeError("must not link to a file outside its folder");
  // Before it is read, because it may change meanwhile.
  const isOutdated = !isSettled(await Deno.stat(path));
  const bytes = await readFile(path);
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@pawkit/images/probe");
  const { toDisplayedSize } = await import("@pawkit/images");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  const { width, height } = toDisplayedSize(header);
  return { path, id: await toId(bytes), mediaType: `image/${header.format}`, width, height, isOutdated };
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}
