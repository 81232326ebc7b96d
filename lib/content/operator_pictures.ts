import { basename, extname, join, SEPARATOR } from "@std/path";
import { withArticle } from "@/lib/content/animals/drawing.ts";
import { type AnimalKind, ANIMALS, type Item, toItem } from "@/lib/content/pools.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** A picture that the operator supplies. */
export type OperatorPicture = FilePicture | UrlPicture;

interface PictureBase {
  /** A hash of the content or of the URL, so different pictures have different ids. */
  readonly id: string;
  /** The alternative text, derived from the file name; `undefined` if the name consists only of separators. */
  readonly alt: string | undefined;
}

/** A picture that this service serves from a file. */
export interface FilePicture extends PictureBase {
  readonly mediaType: string;
  /** The last segment of its URL: `<id>.<extension>`. */
  readonly servedName: string;
  /** The displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Reads the file; returns `undefined` if it was removed or its content changed. Rejects if it cannot be read. */
  load(): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A picture on another server. */
export interface UrlPicture extends PictureBase {
  /** `undefined` if the URL does not end in a known extension. */
  readonly mediaType: string | undefined;
  readonly url: string;
}

/** The operator's pictures by kind. A kind that is missing uses generated drawings. */
export type OperatorPictures = Readonly<Partial<Record<AnimalKind, readonly OperatorPicture[]>>>;

/** Reports a warning to the operator. */
type Warn = (message: string) => void;

/** The maximum size of a file. Limited because the picture loader caches files in memory. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * Loads the operator's pictures: the files `animals/<kind>/*` and the URLs in `animals/<kind>.json`. Each one that
 * cannot be used is left out and reported to `warn`.
 */
export async function loadOperatorPictures(folder: string, warn: Warn): Promise<OperatorPictures> {
  const pictures: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  for (const kind of ANIMALS) {
    const path = join(folder, "animals", kind);
    const found = [
      ...await loadIfPresent(path, loadFolder, warn),
      ...await loadIfPresent(`${path}.json`, loadUrls, warn),
    ];
    // Removes duplicates: pictures with the same id have the same content or URL.
    if (found.length > 0) pictures[kind] = [...new Map(found.map((picture) => [picture.id, picture])).values()];
  }
  if (Object.keys(pictures).length === 0) {
    warn(`Cannot find a usable picture in "${join(folder, "animals")}": every kind uses generated drawings`);
  }
  return pictures;
}

/** Returns a picture as an item of a response; `origin` is the origin of this service. */
export function describeOperatorPicture(kind: AnimalKind, picture: OperatorPicture, origin: string): Item {
  const { id, alt = withArticle(kind), mediaType } = picture;
  if ("url" in picture) return toItem(picture.url, { id, url: picture.url, alt, mediaType });
  const { servedName, width, height } = picture;
  const url = `${origin}/images/animals/${kind}/${servedName}`;
  return toItem(url, { id, url, alt, width, height, mediaType });
}

type Load = (path: string, warn: Warn) => Promise<OperatorPicture[]>;

async function loadIfPresent(path: string, load: Load, warn: Warn): Promise<OperatorPicture[]> {
  try {
    return await load(path, warn);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) warn(`Cannot use "${path}": ${messageOf(error)}`);
    return [];
  }
}

async function loadFolder(path: string, warn: Warn): Promise<FilePicture[]> {
  const realFolder = await Deno.realPath(path);
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(realFolder)) {
    if (!isDirectory && !name.startsWith(".")) names.push(name);
  }
  const pictures: FilePicture[] = [];
  // Sorted, so that the `seed` of a request selects the same picture on every machine.
  for (const name of names.sort()) {
    try {
      pictures.push(await loadFile(realFolder, name));
    } catch (error) {
      warn(`Cannot use "${join(path, name)}": ${messageOf(error)}`);
    }
  }
  return pictures;
}

/** Loads one file. The messages of its errors omit the name of the file because the caller adds it. */
async function loadFile(realFolder: string, name: string): Promise<FilePicture> {
  // Other files, such as notes, may lie in the folder; the format itself comes from the content.
  if (mediaTypeOf(name) === undefined) throw new TypeError("must end in .jpg, .jpeg, .png, .gif or .webp");
  const path = await Deno.realPath(join(realFolder, name));
  if (!path.startsWith(realFolder + SEPARATOR)) throw new TypeError("must not link to a file outside its folder");
  const bytes = await readFile(path);
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@/lib/images/probe.ts");
  const { toDisplayedSize } = await import("@/lib/images/formats/header.ts");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  const extension = header.format === "jpeg" ? "jpg" : header.format;
  const id = await toId(bytes);
  return {
    id,
    alt: toAlt(name),
    mediaType: `image/${header.format}`,
    servedName: `${id}.${extension}`,
    ...toDisplayedSize(header),
    load: () => reloadFile(path, id),
  };
}

// The id is a hash of the content, so changed content must not be served under the old id.
async function reloadFile(path: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = await readFile(path);
    return await toId(bytes) === id ? bytes : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}

async function loadUrls(path: string, warn: Warn): Promise<UrlPicture[]> {
  const list: unknown = JSON.parse(await Deno.readTextFile(path));
  if (!Array.isArray(list)) throw new TypeError("must be a JSON array of URLs");
  const pictures: UrlPicture[] = [];
  for (const entry of list) {
    const url = typeof entry === "string" ? URL.parse(entry) : null;
    if (url?.protocol !== "http:" && url?.protocol !== "https:") {
      warn(`Cannot use an entry of "${path}": must be an http or https URL, got ${JSON.stringify(entry)}`);
      continue;
    }
    const { href, pathname } = url;
    const id = await toId(new TextEncoder().encode(href));
    pictures.push({ id, alt: toAlt(pathname), mediaType: mediaTypeOf(pathname), url: href });
  }
  return pictures;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

function mediaTypeOf(path: string): string | undefined {
  return MEDIA_TYPES[extname(path).toLowerCase()];
}

/** Returns the first 16 hexadecimal digits of the SHA-256 hash. */
async function toId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, 8).toHex();
}

/** Converts a file name to words: `Mia_on-the%20roof.jpg` becomes "Mia on the roof". */
function toAlt(path: string): string | undefined {
  let name = basename(path, extname(path));
  try {
    name = decodeURIComponent(name);
  } catch {
    // Not valid percent-encoding, for example a literal `%`: the name is used unchanged.
  }
  // With `/`, because a decoded `%2F` becomes one.
  return name.replaceAll(/[-_\s/]+/g, " ").trim() || undefined;
}
