import { basename, extname, join, SEPARATOR } from "@std/path";
import { withArticle } from "@/lib/content/animals/drawing.ts";
import { type AnimalKind, ANIMALS, type Item, toItem } from "@/lib/content/pools.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** One picture of the operator: a file, or a URL on another server. */
export interface OperatorPicture {
  /** Derived from the content or the URL, so another picture has another id. */
  readonly id: string;
  /** The alternative text, derived from the file name; `undefined` if the name contains no words. */
  readonly alt: string | undefined;
  /** `undefined` if the URL does not end in a known extension. */
  readonly mediaType: string | undefined;
  /** The URL on another server. */
  readonly url?: string;
  /** The name and size of a file, which this service serves itself. */
  readonly file?: string;
  readonly width?: number;
  readonly height?: number;
  /** Reads the file; returns `undefined` if it was changed or removed since the start. */
  readonly load?: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The operator's pictures by kind. Kinds without any are drawn. */
export type OperatorPictures = Readonly<Partial<Record<AnimalKind, readonly OperatorPicture[]>>>;

/** Receives messages for the operator. */
type Warn = (message: string) => void;

/** The largest file that is served, because served files are cached in memory. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * Loads the operator's pictures: the files `animals/<kind>/*` and the URLs in `animals/<kind>.json`. Each one that
 * cannot be used is left out and reported to `warn`.
 */
export async function loadOperatorPictures(directory: string, warn: Warn): Promise<OperatorPictures> {
  const pictures: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  for (const kind of ANIMALS) {
    const path = join(directory, "animals", kind);
    const found = [
      ...await loadIfPresent(path, loadFolder, warn),
      ...await loadIfPresent(`${path}.json`, loadUrls, warn),
    ];
    // The same picture under two names is one picture.
    if (found.length > 0) pictures[kind] = [...new Map(found.map((picture) => [picture.id, picture])).values()];
  }
  if (Object.keys(pictures).length === 0) {
    warn(`Cannot find a picture below "${join(directory, "animals")}": all pictures are drawn`);
  }
  return pictures;
}

/** Describes a picture to a caller; `base` is the origin of this service. */
export function describeOperatorPicture(kind: AnimalKind, picture: OperatorPicture, base: string): Item {
  const { id, alt = withArticle(kind), width, height, mediaType } = picture;
  const url = picture.url ?? `${base}/images/animals/${kind}/${picture.file}`;
  return toItem(url, { id, url, alt, width, height, mediaType });
}

async function loadIfPresent(
  path: string,
  load: (path: string, warn: Warn) => Promise<OperatorPicture[]>,
  warn: Warn,
): Promise<OperatorPicture[]> {
  try {
    return await load(path, warn);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) warn(`Cannot use "${path}": ${messageOf(error)}`);
    return [];
  }
}

async function loadFolder(path: string, warn: Warn): Promise<OperatorPicture[]> {
  const root = await Deno.realPath(path);
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    if (!isDirectory && !name.startsWith(".")) names.push(name);
  }
  const pictures: OperatorPicture[] = [];
  // Sorted, so that a seed draws the same picture on every machine.
  for (const name of names.sort()) {
    try {
      pictures.push(await loadFile(root, name));
    } catch (error) {
      warn(`Cannot use "${join(path, name)}": ${messageOf(error)}`);
    }
  }
  return pictures;
}

async function loadFile(root: string, name: string): Promise<OperatorPicture> {
  if (mediaTypeOf(name) === undefined) throw new TypeError("must be a jpg, png, gif or webp file");
  const path = await Deno.realPath(join(root, name));
  if (!path.startsWith(root + SEPARATOR)) throw new TypeError("must not be a link to a file outside of its folder");
  const bytes = await readFile(path);
  // Loaded here, because a service without operator pictures never needs it.
  const { readHeader } = await import("@/lib/images/probe.ts");
  const { toDisplayedSize } = await import("@/lib/images/formats/header.ts");
  const header = readHeader(bytes);
  if (header.format === "bmp") throw new TypeError("must be a JPEG, PNG, GIF or WebP image, got BMP");
  const extension = header.format === "jpeg" ? "jpg" : header.format;
  const id = await toId(bytes);
  return {
    id,
    alt: toAlt(name),
    mediaType: `image/${header.format}`,
    file: `${id}.${extension}`,
    ...toDisplayedSize(header),
    load: () => reloadFile(path, id),
  };
}

// Changed content would have another id, so nothing may be served under the old one.
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
  if (size > MAX_FILE_BYTES) throw new RangeError(`must have at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}

async function loadUrls(path: string, warn: Warn): Promise<OperatorPicture[]> {
  const list: unknown = JSON.parse(await Deno.readTextFile(path));
  if (!Array.isArray(list)) throw new TypeError("must be a JSON array of URLs");
  const pictures: OperatorPicture[] = [];
  for (const entry of list) {
    const url = typeof entry === "string" ? URL.parse(entry) : null;
    if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) {
      const { href, pathname } = url;
      const id = await toId(new TextEncoder().encode(href));
      pictures.push({ id, alt: toAlt(pathname), mediaType: mediaTypeOf(pathname), url: href });
    } else warn(`Cannot use an entry of "${path}": must be an http or https URL, got ${JSON.stringify(entry)}`);
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

/** Returns 16 hexadecimal digits of the SHA-256. */
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
    // Not percent-encoded: the name contains a percent sign.
  }
  return name.replaceAll(/[-_\s/]+/g, " ").trim() || undefined;
}
