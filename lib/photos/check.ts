import { judgePage } from "@/lib/photos/candidate.ts";
import type { CommonsClient } from "@/lib/photos/client.ts";
import { type FilePage, loadPages } from "@/lib/photos/commons.ts";
import type { Gallery, GalleryPicture } from "@/lib/photos/gallery.ts";
import { FAMILIES } from "@/lib/photos/license.ts";
import { Refusals } from "@/lib/photos/refusals.ts";

/** Pictures that are checked with one request. */
const BATCH = 50;

/** The result of {@linkcode checkGallery}. */
export interface CheckReport {
  readonly checked: number;
  /** Why pictures were removed. */
  readonly removed: Refusals;
}

/**
 * Compares the pictures of a gallery with the wiki. Removes those that disappeared or changed their licence, and updates
 * the names of authors.
 */
export async function checkGallery(
  gallery: Gallery,
  client: CommonsClient,
  onProgress: (checked: number) => void = () => {},
): Promise<CheckReport> {
  const removed = new Refusals();
  const pictures = [...gallery.pictures];
  try {
    for (let at = 0; at < pictures.length; at += BATCH) {
      const batch = pictures.slice(at, at + BATCH);
      const pages = await loadPages(client, batch.map(([, { pageId }]) => pageId));
      for (const [name, picture] of batch) {
        const checked = comparePage(picture, pages.get(picture.pageId));
        if (typeof checked === "string") {
          removed.add(checked, picture.title);
          await gallery.remove(name);
        } else gallery.update(name, checked);
      }
      onProgress(Math.min(at + BATCH, pictures.length));
    }
  } finally {
    await gallery.save();
  }
  return { checked: pictures.length, removed };
}

/** Returns the picture with its current credit, or why it must be removed. */
function comparePage(picture: GalleryPicture, page: FilePage | undefined): GalleryPicture | string {
  // Nothing is removed unless the wiki states why: a response in another form must not empty the gallery.
  const info = page?.imageinfo?.[0];
  if (page?.missing === true || (info !== undefined && "filemissing" in info)) {
    return "the wiki has no such file any more";
  }
  if (page === undefined || info === undefined) return picture;
  const judged = judgePage(page, FAMILIES);
  if ("reason" in judged) return judged.isAboutLicense ? judged.reason : picture;
  const { license, licenseUrl, author, source } = judged.credit;
  if (licenseUrl !== picture.licenseUrl) return `licence: ${license} instead of ${picture.license}`;
  return { ...picture, author, source };
}
