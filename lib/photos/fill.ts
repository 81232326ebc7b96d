import type { FilePage } from "@/lib/photos/api_response.ts";
import { judgePage } from "@/lib/photos/candidate.ts";
import { type CommonsClient, RequestError } from "@/lib/photos/client.ts";
import { listFiles } from "@/lib/photos/commons.ts";
import type { Gallery } from "@/lib/photos/gallery.ts";
import type { LicenseFamily } from "@/lib/photos/license.ts";
import { toPhoto } from "@/lib/photos/thumbnail.ts";

/** Options of {@linkcode fillGallery}. */
export interface FillOptions {
  readonly client: CommonsClient;
  /** The number of pictures at which the gallery is complete. */
  readonly count: number;
  readonly categories: readonly string[];
  readonly families: readonly LicenseFamily[];
  /** Receives the title of each new picture. */
  readonly onAdded?: (title: string) => void;
}

/** A file that is not used, or no longer. */
export interface RefusedFile {
  readonly title: string;
  readonly reason: string;
}

/** The result of {@linkcode fillGallery}. */
export interface FillReport {
  readonly added: number;
  readonly refused: readonly RefusedFile[];
  /** Categories without a file. The wiki may have renamed them. */
  readonly emptyCategories: readonly string[];
}

/**
 * Adds photographs to a gallery until it has `count`, in the order of the categories. A gallery that is complete is
 * left as it is, without a request.
 *
 * @throws {Error} if the wiki cannot be reached or the run is stopped. Everything before that is stored.
 */
export async function fillGallery(gallery: Gallery, options: FillOptions): Promise<FillReport> {
  const { client, count, categories } = options;
  const before = gallery.pictures.size;
  const refused: RefusedFile[] = [];
  const emptyCategories: string[] = [];
  // Most photographs are in several categories.
  const seen = new Set<number>();
  try {
    for (const category of categories) {
      if (gallery.pictures.size >= count) break;
      let files = 0;
      for await (const page of listFiles(client, category)) {
        files++;
        if (seen.has(page.pageid)) continue;
        seen.add(page.pageid);
        const reason = await addPage(page, gallery, options);
        if (reason !== undefined) refused.push({ title: page.title, reason });
        if (gallery.pictures.size >= count) break;
      }
      if (files === 0) emptyCategories.push(category);
    }
  } finally {
    await gallery.save();
  }
  return { added: gallery.pictures.size - before, refused, emptyCategories };
}

/** Returns why a file was not added, or `undefined` if the gallery has it now. */
async function addPage(page: FilePage, gallery: Gallery, options: FillOptions): Promise<string | undefined> {
  const candidate = judgePage(page, options.families);
  if (typeof candidate === "string") return candidate;
  const { photograph, thumbnail } = candidate;
  const known = gallery.find(photograph.sha1);
  if (known !== undefined) return known.pageId === page.pageid ? undefined : "duplicate";
  const refusal = gallery.refused.get(photograph.sha1);
  if (refusal !== undefined) return refusal;
  try {
    const photo = await options.client.download(thumbnail.url, (bytes) => toPhoto(bytes, thumbnail));
    await gallery.add(photograph, photo);
    options.onAdded?.(photograph.title);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}
