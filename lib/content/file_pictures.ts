import { join, SEPARATOR } from "@std/path";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import { type CreditedPicture, CREDITS_FILE, parseCredits } from "@/lib/content/credits.ts";
import {
  cleanTitle,
  type FilePicture,
  mediaTypeOf,
  toAltText,
  toId,
  type Warn,
} from "@/lib/content/operator_picture.ts";
import { fileVersion } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** The maximum size of a file. Limited because the picture loader caches files in memory. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Files that are read at the same time: enough to hide slow disks, and few enough for their memory. */
const MAX_READS = 8;

/** What is known from the last time that a folder was read. */
export class FileMemory {
  /** What was read, by path, with the version of the file; `undefined` for a file that must be read again. */
  readonly contents: Map<string, { readonly version: string | undefined; readonly content: FileContent } | undefined> =
    new Map();
  /** How often a file was found to be changed or removed when it was served. */
  changes = 0;
}

type FileContent = Pick<FilePicture, "id" | "mediaType" | "width" | "height">;

/**
 * Loads the pictures of a folder. Those that `credits.json` describes completely are not read: with ten thousand
 * pictures, the service would take minutes to start.
 *
 * @throws {Error} if the folder or its credits cannot be read. Without valid credits no picture may be shown.
 */
export async function loadFilePictures(path: string, warn: Warn, memory: FileMemory): Promise<FilePicture[]> {
  const realFolder = await Deno.realPath(path);
  const entries = (await Array.fromAsync(Deno.readDir(realFolder))).filter(({ name, isDirectory }) => {
    return !isDirectory && !name.startsWith(".") && name !== CREDITS_FILE;
  });
  const warnAbout = (name: string, message: string) => warn(`Cannot use "${join(path, name)}": ${message}`);
  const credits = await loadCredits(path, warnAbout);
  const pictures: (FilePicture | undefined)[] = [];
  // Sorted, so that the `seed` of a request selects the same picture on every machine.
  entries.sort((a, b) => a.name < b.name ? -1 : 1);
  await forEachLimited(entries.entries(), MAX_READS, async ([index, { name, isSymlink }]) => {
    // The invalid entry has already been reported.
    if (credits.has(name) && credits.get(name) === undefined) return;
    try {
      pictures[index] = await loadFile({ realFolder, name, isSymlink, credited: credits.get(name) }, memory);
    } catch (error) {
      warnAbout(name, messageOf(error));
    }
  });
  return pictures.filter((picture) => picture !== undefined);
}

async function loadCredits(folder: string, warnAbout: (name: string, message: string) => void) {
  const text = await ifExists(Deno.readTextFile(join(folder, CREDITS_FILE)));
  if (text === undefined) return new Map<string, CreditedPicture | undefined>();
  try {
    return await parseCredits(text, warnAbout);
  } catch (cause) {
    throw new TypeError(`no picture is shown, because of "${CREDITS_FILE}": ${messageOf(cause)}`, { cause });
  }
}

interface FolderFile extends Pick<Deno.DirEntry, "name" | "isSymlink"> {
  readonly realFolder: string;
  readonly credited: CreditedPicture | undefined;
}

/** Loads one file. The messages of its errors omit the name of the file because the caller adds it. */
async function loadFile(file: FolderFile, memory: FileMemory): Promise<FilePicture> {
  const { name, isSymlink, credited } = file;
  const typeByName = mediaTypeOf(name);
  // Other files, such as notes, may lie in the folder.
  if (typeByName === undefined) throw new TypeError("must end in .jpg, .jpeg, .png, .gif or .webp");
  const folder = file.realFolder + SEPARATOR;
  const path = isSymlink ? await Deno.realPath(folder + name) : folder + name;
  if (!path.startsWith(folder)) throw new TypeError("must not link to a file outside its folder");
  const recorded = isSymlink || memory.contents.has(path) ? undefined : credited?.file;
  const content = recorded === undefined ? await readContent(path, memory) : { ...recorded, mediaType: typeByName };
  const { id, mediaType } = content;
  return {
    ...content,
    alt: credited?.title === undefined ? toAltText(name) : cleanTitle(credited.title),
    credit: credited?.credit,
    servedName: `${id}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`,
    load: () => reloadFile(path, id, memory),
  };
}

/** Reads the properties of a file from its content, unless they are known and the file has not changed since. */
async function readContent(path: string, { contents }: FileMemory): Promise<FileContent> {
  const version = fileVersion(await Deno.stat(path));
  const known = contents.get(path);
  if (version !== undefined && known?.version === version) return known.content;
  const bytes = await readFile(path);
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@/lib/images/probe.ts");
  const { toDisplayedSize } = await import("@/lib/images/formats/header.ts");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  const mediaType = `image/${header.format}`;
  const content = { id: await toId(bytes), mediaType, ...toDisplayedSize(header) };
  contents.set(path, { version, content });
  return content;
}

// The id is a hash of the content, so changed content must not be served under the old id.
async function reloadFile(path: string, id: string, memory: FileMemory): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await ifExists(readFile(path));
  if (bytes !== undefined && await toId(bytes) === id) return bytes;
  memory.contents.set(path, undefined);
  memory.changes++;
  return undefined;
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}
