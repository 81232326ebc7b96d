import type { FilePage } from "@/lib/photos/api_response.ts";
import { judgePage, LICENSE_REASON } from "@/lib/photos/candidate.ts";
import type { CommonsClient } from "@/lib/photos/client.ts";
import { loadPages, PAGE_SIZE } from "@/lib/photos/commons.ts";
import type { RefusedFile } from "@/lib/photos/fill.ts";
import type { Gallery, GalleryPicture } from "@/lib/photos/gallery.ts";
import { FAMILIES } from "@/lib/photos/license.ts";

/**
 * Compares the pictures of a gallery with the wiki. Removes those that disappeared or changed their licence and returns
 * them, and updates the names of authors.
 */
export async function checkGallery(
  gallery: Gallery,
  client: CommonsClient,
  onProgress: (checked: number) => void = () => {},
): Promise<RefusedFile[]> {
  const removed: RefusedFile[] = [];
  const pictures = [...gallery.pictures];
  try {
    for (let at = 0; at < pictures.length; at += PAGE_SIZE) {
      onProgress(at);
      const batch = pictures.slice(at, at + PAGE_SIZE);
      const pageids = batch.map(([, { pageId }]) => pageId).join("|");
      const pages = Map.groupBy(await Array.fromAsync(loadPages(client, { pageids })), ({ pageid }) => pageid);
      for (const [name, picture] of batch) {
        const checked = comparePage(picture, pages.get(picture.pageId)?.[0]);
        if (typeof checked === "string") {
          removed.push({ title: picture.title, reason: checked });
          await gallery.remove(name);
        } else gallery.pictures.set(name, checked);
      }
    }
  } finally {
    await gallery.save();
  }
  return removed;
}

/** Returns the picture with its current credit, or why it must be removed. */
function comparePage(picture: GalleryPicture, page: FilePage | undefined): GalleryPicture | string {
  if (page === undefined) return picture;
  if (page.missing) return "the wiki has no such file any more";
  const judged = judgePage(page, FAMILIES);
  // Nothing else is removed unless the wiki states why: a response in another form must not empty the gallery.
  if (typeof judged === "string") return judged.startsWith(LICENSE_REASON) ? judged : picture;
  const { license, licenseUrl, author, source } = judged.photograph;
  if (licenseUrl !== picture.licenseUrl) return `${LICENSE_REASON}${license} instead of ${picture.license}`;
  return { ...picture, author, source };
}
