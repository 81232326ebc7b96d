import { join, SEPARATOR } from "@std/path";
import { imageMeta } from "image-meta";
import type { OperatorPicture, Warn } from "@/lib/content/operator_pictures.ts";
import { MEDIA_TYPES, toAlt, toId, toType } from "@/lib/content/operator_names.ts";

/** The largest picture that is served: remembered ones live in memory. */
export const MAX_OWN_BYTES = 20 * 1024 * 1024;

/**
 * Reads a folder of pictures.
 *
 * @throws {Error} When the folder cannot be read.
 */
export async function loadFiles(path: string, warn: Warn): Promise<OperatorPicture[]> {
  const root = await Deno.realPath(path);
  const pictures = new Map<string, OperatorPicture>();
  for (const name of await listNames(root)) {
    try {
      const picture = await loadFile(root, name);
      pictures.set(picture.id, picture);
    } catch (error) {
      warn(`Cannot use "${join(path, name)}": ${toReason(error)}`);
    }
  }
  return [...pictures.values()];
}

/** What a failure says about itself. */
export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// In one order on every machine, so that a seed draws the same picture everywhere.
async function listNames(root: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    if (!isDirectory && !name.startsWith(".")) names.push(name);
  }
  return names.sort();
}

async function loadFile(root: string, name: string): Promise<OperatorPicture> {
  if (toType(name) === undefined) throw new TypeError("it must be a jpg, png, gif or webp file");
  const path = await Deno.realPath(join(root, name));
  if (!path.startsWith(root + SEPARATOR)) throw new TypeError("it must not lead out of its folder");
  const bytes = await readSmall(path);
  const { type, width, height } = probe(bytes);
  const id = await toId(bytes);
  const load = () => loadAgain(path, id);
  return { id, alt: toAlt(name), mediaType: MEDIA_TYPES[type], file: `${id}.${type}`, width, height, load };
}

// A file that changed has another id, which nobody was told: under the old one it is gone.
async function loadAgain(path: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = await readSmall(path);
    return await toId(bytes) === id ? bytes : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function readSmall(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) throw new TypeError("it must be a file");
  if (size > MAX_OWN_BYTES) throw new RangeError(`it must have at most ${MAX_OWN_BYTES} bytes: it has ${size}`);
  return await Deno.readFile(path);
}

function probe(bytes: Uint8Array): { type: string; width: number; height: number } {
  const { type = "", width, height, orientation = 1 } = imageMeta(bytes);
  if (!Object.hasOwn(MEDIA_TYPES, type)) throw new TypeError("it must be a JPEG, PNG, GIF or WebP picture");
  if (!(width > 0 && height > 0)) throw new TypeError("it must have a width and a height");
  if (!isWhole(bytes, type)) throw new TypeError("it must be whole: its end is missing");
  // Orientations 5 to 8 lie on their side: who shows the picture sees it turned.
  return orientation >= 5 ? { type, width: height, height: width } : { type, width, height };
}

// The last bytes of a picture that was copied to its end.
function isWhole(bytes: Uint8Array, type: string): boolean {
  const end = bytes.subarray(-64);
  if (type === "webp") return bytes.length >= 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (type === "png") return new TextDecoder("latin1").decode(end).includes("IEND");
  if (type === "gif") return end.includes(0x3b);
  // Phones append their own data to a JPEG, so its end may lie further in; a thumbnail's end lies in the first half.
  return bytes.subarray(bytes.length / 2).some((byte, i, half) => byte === 0xff && half[i + 1] === 0xd9);
}
