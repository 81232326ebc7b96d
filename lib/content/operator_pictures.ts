import { join } from "@std/path";
import { isRecord, parseCredit } from "@/lib/content/credits.ts";
import { type FileMemory, loadFolder } from "@/lib/content/operator_files.ts";
import {
  mediaTypeOf,
  type OperatorPicture,
  type OperatorPictures,
  toAltText,
  toId,
  type UrlPicture,
  type Warn,
} from "@/lib/content/operator_picture.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/animals/mod.ts";
import { messageOf } from "@/lib/http/errors.ts";

/**
 * Loads the operator's pictures: the files `animals/<kind>/*` and the URLs in `animals/<kind>.json`. Each one that
 * cannot be used is left out and reported to `warn`. With the memory of the last call, only changed files are read.
 */
export async function loadOperatorPictures(folder: string, warn: Warn, memory?: FileMemory): Promise<OperatorPictures> {
  const pictures: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  for (const kind of ANIMALS) {
    const path = join(folder, "animals", kind);
    const found = [
      ...await loadIfPresent(path, () => loadFolder(path, warn, memory), warn),
      ...await loadIfPresent(`${path}.json`, () => loadUrls(`${path}.json`, warn), warn),
    ];
    // Removes duplicates: pictures with the same id have the same content or URL.
    if (found.length > 0) pictures[kind] = [...new Map(found.map((picture) => [picture.id, picture])).values()];
  }
  if (Object.keys(pictures).length === 0) {
    warn(`Cannot find a usable picture in "${join(folder, "animals")}": every kind uses generated drawings`);
  }
  return pictures;
}

/**
 * Loads a list of pictures on other servers: an array of URLs or of `{ url, alt, credit }`. Entries that cannot be used
 * are reported to `warn` and left out.
 *
 * @throws {Error} if the file cannot be read or is not a JSON array.
 */
export async function loadUrls(path: string, warn: Warn): Promise<UrlPicture[]> {
  const list: unknown = JSON.parse(await Deno.readTextFile(path));
  if (!Array.isArray(list)) throw new TypeError("must be a JSON array of URLs");
  const pictures: UrlPicture[] = [];
  for (const entry of list) {
    try {
      pictures.push(await parseEntry(entry));
    } catch (error) {
      warn(`Cannot use an entry of "${path}": ${messageOf(error)}, got ${JSON.stringify(entry)}`);
    }
  }
  return pictures;
}

async function loadIfPresent<T>(path: string, load: () => Promise<T[]>, warn: Warn): Promise<T[]> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) warn(`Cannot use "${path}": ${messageOf(error)}`);
    return [];
  }
}

async function parseEntry(entry: unknown): Promise<UrlPicture> {
  const { url: text, alt, credit } = isRecord(entry) ? entry : { url: entry };
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new TypeError("must be an http or https URL");
  if (alt !== undefined && typeof alt !== "string") throw new TypeError("must have a text as its alt");
  const { href, pathname } = url;
  return {
    id: await toId(new TextEncoder().encode(href)),
    alt: alt?.trim() || toAltText(pathname),
    mediaType: mediaTypeOf(pathname),
    url: href,
    credit: credit === undefined ? undefined : await parseCredit(credit),
  };
}
