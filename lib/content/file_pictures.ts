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

/** A picture, and what it was made from. */
interface KnownPicture {
  readonly picture: FilePicture;
  readonly credited: CreditedPicture | undefined;
  /** Whether the file could not have changed since without a new time. Otherwise it must be read again. */
  readonly isSettled: boolean;
}

type FileContent = Pick<FilePicture, "id" | "mediaType" | "width" | "height">;

/**
 * A folder with pictures. What it has read is not looked at again until it turns out to be wrong: one picture more
 * among 100,000 would otherwise take seconds.
 */
export class PictureFolder {
  /** How often a file was found to be changed or removed when it was served. */
  changes = 0;
  readonly #path: string;
  readonly #loadCredits: () => Promise<FolderCredits>;
  /** What was loaded the last time, by name and in the order of the names. */
  #known: ReadonlyMap<string, KnownPicture> = new Map();
  /** The ids that turned out to be wrong, by name. */
  readonly #wrongIds = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
    const creditsPath = join(path, CREDITS_FILE);
    this.#loadCredits = untilChanged(creditsPath, () => loadCredits(creditsPath));
  }

  /**
   * Returns the pictures in the order of their names. Reads the files that are new, and those whose picture was wrong
   * or whose credit has changed. `warn` gets what is wrong with a file or its credit.
   *
   * @throws {Error} if the folder or its credits cannot be read. Without valid credits no picture may be shown.
   */
  async load(warn: Warn): Promise<FilePicture[]> {
    const realFolder = await Deno.realPath(this.#path);
    const warnAbout = (name: string, message: string) => warn(`Cannot use "${join(this.#path, name)}": ${message}`);
    const links = await listFiles(realFolder);
    const credits = await this.#loadCredits();
    for (const [name, message] of credits.warnings) warnAbout(name, message);
    // In the order of their names, so that the `seed` of a request selects the same picture on every machine. The known
    // names are sorted already, so that sorting is fast.
    const added = Array.from(links.keys()).filter((name) => !this.#known.has(name)).sort();
    const names = Array.from(this.#known.keys()).filter((name) => links.has(name)).concat(added).sort();
    const pictures = new Map<string, KnownPicture | undefined>();
    const unread: FolderFile[] = [];
    const slice = new TimeSlice();
    for (const name of names) {
      if (slice.isOver) await slice.rest();
      const credited = credits.byName.get(name);
      // The invalid entry has already been reported.
      if (credited === undefined && credits.byName.has(name)) continue;
      const known = this.#findKnown(name, credited);
      pictures.set(name, known);
      if (known === undefined) unread.push({ realFolder, name, isSymlink: links.get(name) ?? false, credited });
    }
    await forEachLimited(unread, MAX_READS, async (file) => {
      try {
        pictures.set(file.name, await this.#loadFile(file));
      } catch (error) {
        pictures.delete(file.name);
        warnAbout(file.name, messageOf(error));
      }
    });
    this.#known = pictures as Map<string, KnownPicture>;
    return Array.from(this.#known.values(), ({ picture }) => picture);
  }

  #findKnown(name: string, credited: CreditedPicture | undefined): KnownPicture | undefined {
    const known = this.#known.get(name);
    if (!known?.isSettled || !isEqual(known.credited, credited)) return undefined;
    return known.picture.id === this.#wrongIds.get(name) ? undefined : known;
  }

  /** Loads one file. The messages of its errors omit the name of the file because the caller adds it. */
  async #loadFile({ realFolder, name, isSymlink, credited }: FolderFile): Promise<KnownPicture> {
    // Other files, such as notes, may lie in the folder.
    if (mediaTypeOf(name) === undefined) throw new TypeError("must end in .jpg, .jpeg, .png, .gif or .webp");
    const folder = realFolder + SEPARATOR;
    const path = isSymlink ? await Deno.realPath(folder + name) : folder + name;
    if (!path.startsWith(folder)) throw new TypeError("must not link to a file outside its folder");
    // Before it is read, because it may change meanwhile.
    const isFinal = isSettled(await Deno.stat(path));
    const content = await readContent(path);
    const { id, mediaType } = content;
    const picture = {
      ...content,
      alt: credited?.title === undefined ? toAltText(name) : cleanTitle(credited.title),
      credit: credited?.credit,
      servedName: `${id}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`,
      load: () => this.#reload(path, name, id),
      readVersion: () => readVersion([path]),
    };
    return { picture, credited, isSettled: isFinal };
  }

  // The id is a hash of the content, so changed content must not be served under the old id.
  async #reload(path: string, name: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await ifExists(readFile(path));
    if (bytes !== undefined && await toId(bytes) === id) return bytes;
    this.#wrongIds.set(name, id);
    this.changes++;
    return undefined;
  }
}

interface FolderFile extends Pick<Deno.DirEntry, "name" | "isSymlink"> {
  readonly realFolder: string;
  readonly credited: CreditedPicture | undefined;
}

/** Whether two credits have the same texts. They are other objects whenever the file of the credits was read again. */
function isEqual(a: CreditedPicture | undefined, b: CreditedPicture | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
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

/** Reads the properties of a file from its content. */
async function readContent(path: string): Promise<FileContent> {
  const bytes = await readFile(path);
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@pawkit/images/probe");
  const { toDisplayedSize } = await import("@pawkit/images");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  return { id: await toId(bytes), mediaType: `image/${header.format}`, ...toDisplayedSize(header) };
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}
