import { basename, extname, join, SEPARATOR } from "@std/path";
import { imageMeta } from "image-meta";
import { type AnimalKind, ANIMALS, type Item, toItem } from "@/lib/content/pools.ts";

/** One picture of the operator's, in a file or elsewhere. */
export interface OwnPicture {
  /** Made of its content or its address: short, plain, and another one when the picture is another one. */
  readonly id: string;
  readonly alt: string;
  /** Unknown when the address of another place does not tell. */
  readonly mediaType: string | undefined;
  /** Where it is, if it is not ours to serve. */
  readonly url?: string;
  /** Under which name we serve it, and how large it is. */
  readonly file?: string;
  readonly width?: number;
  readonly height?: number;
  /** Reads it; `undefined` once the file is gone or is not what it was. */
  readonly load?: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The operator's pictures by kind; kinds without any are drawn. */
export type OwnPictures = Readonly<Partial<Record<AnimalKind, readonly OwnPicture[]>>>;

/** The largest picture that is served: remembered ones live in memory. */
export const MAX_OWN_BYTES = 20 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<string, string>> = { jpg: "jpg", jpeg: "jpg", png: "png", gif: "gif", webp: "webp" };
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/**
 * Reads the operator's pictures: `animals/<kind>/*` and the addresses in `animals/<kind>.json`. What cannot be used is
 * told to `warn` by name and left out.
 */
export async function loadOwnPictures(directory: string, warn: (message: string) => void): Promise<OwnPictures> {
  const own: Partial<Record<AnimalKind, readonly OwnPicture[]>> = {};
  for (const kind of ANIMALS) {
    const path = join(directory, "animals", kind);
    const pictures = [...await loadFolder(path, warn), ...await loadList(`${path}.json`, warn)];
    if (pictures.length > 0) own[kind] = pictures;
  }
  return own;
}

/** Describes one of them to a caller. */
export function describeOwnPicture(kind: AnimalKind, picture: OwnPicture, base: string): Item {
  const { id, alt, width, height, mediaType } = picture;
  const url = picture.url ?? `${base}/images/animals/${kind}/${picture.file}`;
  return toItem(url, { id, url, alt, width, height, mediaType });
}

async function loadFolder(path: string, warn: (message: string) => void): Promise<OwnPicture[]> {
  const root = await ifFound(() => Deno.realPath(path));
  if (root === undefined) return [];
  const pictures = new Map<string, OwnPicture>();
  for (const name of await listNames(root)) {
    try {
      const picture = await loadFile(root, name);
      pictures.set(picture.id, picture);
    } catch (error) {
      warn(`Cannot use "${join(path, name)}": ${error instanceof Error ? error.message : error}`);
    }
  }
  return [...pictures.values()];
}

// In one order on every machine, so that a seed draws the same picture everywhere.
async function listNames(root: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    if (!isDirectory && !name.startsWith(".")) names.push(name);
  }
  return names.sort();
}

async function loadFile(root: string, name: string): Promise<OwnPicture> {
  if (!Object.hasOwn(EXTENSIONS, extname(name).slice(1).toLowerCase())) {
    throw new TypeError("it must be a jpg, png, gif or webp file");
  }
  const path = await Deno.realPath(join(root, name));
  if (!path.startsWith(root + SEPARATOR)) throw new TypeError("it must not lead out of its folder");
  const bytes = await readSmall(path);
  const { type = "", width, height } = probe(bytes);
  const id = await toId(bytes);
  const load = async () => {
    const now = await ifFound(() => readSmall(path));
    return now && await toId(now) === id ? now : undefined;
  };
  return { id, alt: toAlt(name), mediaType: MEDIA_TYPES[type]!, file: `${id}.${type}`, width, height, load };
}

async function readSmall(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("it must be a file");
  if (size > MAX_OWN_BYTES) throw new RangeError(`it must have at most ${MAX_OWN_BYTES} bytes: it has ${size}`);
  return await Deno.readFile(path);
}

function probe(bytes: Uint8Array): { type?: string; width: number; height: number } {
  const meta = imageMeta(bytes);
  if (!Object.hasOwn(MEDIA_TYPES, meta.type ?? "")) throw new TypeError("it must be a JPEG, PNG, GIF or WebP picture");
  if (!(meta.width > 0 && meta.height > 0)) throw new TypeError("it must have a width and a height");
  if (!isWhole(bytes, meta.type!)) throw new TypeError("it must be whole: its end is missing");
  // Orientations 5 to 8 lie on their side: who shows the picture sees it turned.
  return (meta.orientation ?? 1) >= 5 ? { ...meta, width: meta.height, height: meta.width } : meta;
}

// The last bytes of a picture that was copied to its end.
function isWhole(bytes: Uint8Array, type: string): boolean {
  const end = bytes.subarray(-64);
  if (type === "webp") return bytes.length >= 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (type === "png") return new TextDecoder("latin1").decode(end).includes("IEND");
  if (type === "gif") return end.includes(0x3b);
  return end.some((byte, i) => byte === 0xff && end[i + 1] === 0xd9);
}

async function loadList(path: string, warn: (message: string) => void): Promise<OwnPicture[]> {
  const text = await ifFound(() => Deno.readTextFile(path));
  if (text === undefined) return [];
  const pictures = new Map<string, OwnPicture>();
  for (const entry of parseList(path, text, warn)) {
    const picture = await toRemote(entry);
    if (picture === undefined) {
      warn(`Cannot use an entry of "${path}" as it must be an http or https address: ${JSON.stringify(entry)}`);
    } else pictures.set(picture.id, picture);
  }
  return [...pictures.values()];
}

function parseList(path: string, text: string, warn: (message: string) => void): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
    warn(`Cannot use "${path}" as it must be a list of addresses`);
  } catch (error) {
    warn(`Cannot use "${path}" as it must be JSON: ${error instanceof Error ? error.message : error}`);
  }
  return [];
}

async function toRemote(entry: unknown): Promise<OwnPicture | undefined> {
  if (typeof entry !== "string" || !URL.canParse(entry)) return undefined;
  const { href, protocol, pathname } = new URL(entry);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  const type = EXTENSIONS[extname(pathname).slice(1).toLowerCase()] ?? "";
  return {
    id: await toId(new TextEncoder().encode(href)),
    alt: toAlt(pathname),
    mediaType: MEDIA_TYPES[type],
    url: href,
  };
}

async function toId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, 8).toHex();
}

// "Mia_on-the%20roof.jpg" → "Mia on the roof"
function toAlt(path: string): string {
  return decode(basename(path, extname(path))).replaceAll(/[-_\s]+/g, " ").trim();
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // A lone percent sign is a percent sign.
  }
}

async function ifFound<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
