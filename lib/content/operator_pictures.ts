import { join } from "@std/path";
import { withArticle } from "@/lib/content/animals/plan.ts";
import { type FileMemory, loadFolder } from "@/lib/content/operator_files.ts";
import type { OperatorPicture, OperatorPictures, Warn } from "@/lib/content/operator_picture.ts";
import { loadUrls } from "@/lib/content/operator_urls.ts";
import { type Item, toItem } from "@/lib/content/pool.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";
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

/** Returns a picture as an item of a response; `origin` is the origin of this service. */
export function describeOperatorPicture(kind: AnimalKind, picture: OperatorPicture, origin: string): Item {
  const { id, alt = withArticle(kind), mediaType, credit } = picture;
  if ("url" in picture) return toItem({ id, url: picture.url, alt, mediaType, credit });
  const { servedName, width, height } = picture;
  const url = `${origin}/images/animals/${kind}/${servedName}`;
  return toItem({ id, url, alt, width, height, mediaType, credit });
}

async function loadIfPresent<T>(path: string, load: () => Promise<T[]>, warn: Warn): Promise<T[]> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) warn(`Cannot use "${path}": ${messageOf(error)}`);
    return [];
  }
}
