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
export interface FileMemory {
  /** What was read, by path, with the version of the file. */
  readonly read: Map<string, { readonly version: string; readonly content: FileContent }>;
  /** The files that have other content than `credits.json` states. */
  readonly changed: Set<string>;
  /** How often a file was found to be changed or removed when it was served. */
  changes: number;
}

type FileContent = Pick<FilePicture, "id" | "mediaType" | "width" | "height">;

/** Creates an empty memory. */
export function createFileMemory(): FileMemory {
  return { read: new Map(), changed: new Set(), changes: 0 };
}

/**
 * Loads the pictures of a folder. Those that `credits.json` describes completely are not read: with ten thousand
 * pictures, the service would take minutes to start.
 *
 * @throws {Error} if the folder or its credits cannot be read. Without valid credits no picture may be shown.
 */
export async function loadFolder(path: string, warn: Warn, memory = createFileMemory()): Promise<FilePicture[]> {
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
    // Its entry is not valid, and that was reported.
    if (credits.has(name) && credits.get(name) === undefined) return;
    try {
      const file = { realFolder, name, isSymlink, credited: credits.get(name) };
      pictures[index] = toRecordedPicture(file, memory) ?? await readPicture(file, memory);
    } catch (error) {
      warnAbout(name, messageOf(error));
    }
  });
  return pictures.filter((picture) => picture !== undefined);
}

interface FolderFile {
  readonly realFolder: string;
  readonly name: string;
  readonly isSymlink: boolean;
  readonly credited: CreditedPicture | undefined;
}

async function loadCredits(folder: string, warnAbout: (name: string, message: string) => void) {
  const text = await ifExists(Deno.readTextFile(join(folder, CREDITS_FILE)));
  if (text === undefined) return new Map<string, CreditedPicture | undefined>();
  try {
    return await parseCredits(text, warnAbout);
  } catch (cause) {
    throw new TypeError(`"${CREDITS_FILE}" ${messageOf(cause)}, so no picture of the folder is shown`, { cause });
  }
}

/** Returns the picture as its credits describe it, or `undefined` if the file must be read. */
function toRecordedPicture(file: FolderFile, memory: FileMemory): FilePicture | undefined {
  const { realFolder, name, isSymlink, credited } = file;
  const path = realFolder + SEPARATOR + name, mediaType = mediaTypeOf(name);
  if (credited?.file === undefined || mediaType === undefined || isSymlink || memory.changed.has(path)) {
    return undefined;
  }
  return toPicture(file, path, { ...credited.file, mediaType }, memory);
}

/** Reads one file. The messages of its errors omit the name of the file because the caller adds it. */
async function readPicture(file: FolderFile, memory: FileMemory): Promise<FilePicture> {
  const { realFolder, name, isSymlink } = file;
  // Other files, such as notes, may lie in the folder; the format itself comes from the content.
  if (mediaTypeOf(name) === undefined) throw new TypeError("must end in .jpg, .jpeg, .png, .gif or .webp");
  const path = isSymlink ? await Deno.realPath(join(realFolder, name)) : join(realFolder, name);
  if (!path.startsWith(realFolder + SEPARATOR)) throw new TypeError("must not link to a file outside its folder");
  const version = fileVersion(await Deno.stat(path));
  const known = memory.read.get(path);
  const content = known?.version === version ? known.content : await readContent(path);
  memory.read.set(path, { version, content });
  return toPicture(file, path, content, memory);
}

async function readContent(path: string): Promise<FileContent> {
  const bytes = await readFile(path);
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@/lib/images/probe.ts");
  const { toDisplayedSize } = await import("@/lib/images/formats/header.ts");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  return { id: await toId(bytes), mediaType: `image/${header.format}`, ...toDisplayedSize(header) };
}

function toPicture(
  { name, credited }: FolderFile,
  path: string,
  { id, mediaType, width, height }: FileContent,
  memory: FileMemory,
): FilePicture {
  return {
    id,
    alt: credited?.title === undefined ? toAltText(name) : cleanTitle(credited.title),
    credit: credited?.credit,
    mediaType,
    servedName: `${id}.${mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length)}`,
    width,
    height,
    load: () => reloadFile(path, id, memory),
  };
}

// The id is a hash of the content, so changed content must not be served under the old id.
async function reloadFile(path: string, id: string, memory: FileMemory): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await ifExists(readFile(path));
  if (bytes !== undefined && await toId(bytes) === id) return bytes;
  memory.changed.add(path);
  memory.changes++;
  return undefined;
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}
