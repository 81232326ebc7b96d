import { ImageError } from "@/lib/images/image_error.ts";
import { type Candidate, judgePage } from "@/lib/photos/candidate.ts";
import { type CommonsClient, FileError } from "@/lib/photos/client.ts";
import { type FilePage, listFiles, type ListOptions } from "@/lib/photos/commons.ts";
import type { Gallery } from "@/lib/photos/gallery.ts";
import type { LicenseFamily } from "@/lib/photos/license.ts";
import type { ToPhoto } from "@/lib/photos/photo.ts";
import { Refusals } from "@/lib/photos/refusals.ts";

/** Options of {@linkcode fillGallery}. */
export interface FillOptions {
  readonly gallery: Gallery;
  readonly client: CommonsClient;
  /** How many pictures the gallery shall have. */
  readonly count: number;
  readonly categories: readonly string[];
  readonly list: ListOptions;
  readonly families: readonly LicenseFamily[];
  readonly toPhoto: ToPhoto;
  /** Receives how many pictures there are, and what was done last. */
  readonly onProgress?: (pictures: number, text: string) => void;
}

/** The result of {@linkcode fillGallery}. */
export interface FillReport {
  readonly added: number;
  readonly total: number;
  readonly refusals: Refusals;
  /** Categories without a file. The wiki may have renamed them. */
  readonly emptyCategories: readonly string[];
}

/**
 * Adds photographs to a gallery until it has `count`, in the order of the categories. A gallery that is complete is
 * left as it is, without a request.
 *
 * @throws {Error} if the wiki cannot be reached or the run is stopped. Everything before that is stored.
 */
export async function fillGallery(options: FillOptions): Promise<FillReport> {
  const { gallery, client, count, categories, list } = options;
  const refusals = new Refusals();
  const before = gallery.pictures.size;
  const emptyCategories: string[] = [];
  const seen = new Set<number>();
  try {
    for (const category of categories) {
      if (gallery.pictures.size >= count) break;
      let files = 0;
      for await (const page of listFiles(client, category, list)) {
        files++;
        // Most photographs are in several categories.
        if (seen.has(page.pageid)) continue;
        seen.add(page.pageid);
        await addPage(page, refusals, options);
        if (gallery.pictures.size >= count) break;
      }
      if (files === 0) emptyCategories.push(category);
    }
  } finally {
    await gallery.save();
  }
  const total = gallery.pictures.size;
  return { added: total - before, total, refusals, emptyCategories };
}

async function addPage(page: FilePage, refusals: Refusals, options: FillOptions): Promise<void> {
  const { gallery, families, onProgress } = options;
  const judged = judgePage(page, families);
  if ("reason" in judged) return refusals.add(judged.reason, page.title);
  const known = gallery.find(judged.sha1);
  if (known !== undefined) {
    if (known.pageId !== judged.pageId) refusals.add("duplicate", page.title);
    return;
  }
  const reason = gallery.refusalOf(judged.sha1) ?? await addPhoto(judged, options);
  if (reason !== undefined) return refusals.add(reason, page.title);
  onProgress?.(gallery.pictures.size, judged.title);
}

/** Returns why the photograph was not added. */
async function addPhoto(candidate: Candidate, { gallery, client, toPhoto }: FillOptions): Promise<string | undefined> {
  try {
    await gallery.add(candidate, await toPhoto(await client.download(candidate)));
    return undefined;
  } catch (error) {
    // Not remembered: it may work next time.
    if (error instanceof FileError) return error.message;
    if (!(error instanceof ImageError)) throw error;
    gallery.refuse(candidate.sha1, error.message);
    return error.message;
  }
}
