import { SERVICE } from "@/lib/http/caller.ts";
import { loadUrlPictures } from "@/lib/content/url_pictures.ts";
import { loadSource } from "@/lib/filters/source.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { readHeader } from "@pawkit/images/probe";
import { checkPage, LICENSE_FAMILIES, LICENSE_REASON } from "@/lib/photos/candidate.ts";
import { type Get, loadPages, type Page, PAGE_SIZE } from "@/lib/photos/commons.ts";
import type { Gallery, GalleryPicture } from "@/lib/photos/gallery.ts";

/**
 * Compares the pictures of a gallery with the wiki: removes those that disappeared or changed their licence, and
 * updates the names of authors. Returns a line for each removed picture.
 */
export async function checkGallery(gallery: Gallery, get: Get): Promise<string[]> {
  const removed: string[] = [];
  const pictures = Map.groupBy(gallery.pictures, ([, { pageId }]) => pageId);
  const ids = [...pictures.keys()];
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    for await (const page of loadPages(get, { pageids: ids.slice(at, at + PAGE_SIZE).join("|") })) {
      for (const [name, picture] of pictures.get(page.pageid) ?? []) {
        const checked = comparePage(picture, page);
        if (typeof checked === "string") {
          removed.push(`${picture.title}: ${checked}`);
          await gallery.remove(name);
        } else gallery.entries.set(name, checked);
      }
    }
  }
  return removed;
}

/** Returns the picture with its current credit, or why it must be removed. */
function comparePage(picture: GalleryPicture, page: Page): GalleryPicture | string {
  if (page.missing) return "the wiki has no such file any more";
  const checked = checkPage(page, LICENSE_FAMILIES);
  // Nothing else is removed unless the wiki states why: a response in another form must not empty the gallery.
  if (typeof checked === "string") return checked.startsWith(LICENSE_REASON) ? checked : picture;
  const { license, licenseUrl, author, source } = checked;
  if (licenseUrl !== picture.licenseUrl) return `${LICENSE_REASON}${license} instead of ${picture.license}`;
  return { ...picture, author, source };
}

/** What a list may need: more than filters allow a caller. */
const LIMITS = { maxSourceBytes: 50 * 1024 * 1024, maxRedirects: 5, sourceTimeoutMs: 30_000 };

/**
 * Fetches each URL of a list once, as the filters do. Returns a line for each entry that does not lead to an image.
 *
 * @throws {Error} if there is a list that cannot be read.
 */
export async function checkUrls(path: string, allowPrivateHosts: readonly string[]): Promise<string[]> {
  const caller = { ...SERVICE, onReceived() {} };
  const options = { ...LIMITS, allowPrivateHosts, findServicePicture: () => Promise.resolve(undefined) };
  const dead: string[] = [];
  const pictures = await ifExists(loadUrlPictures(path, (message) => dead.push(message))).catch((cause) => {
    throw new Error(`Cannot read "${path}": ${messageOf(cause)}`, { cause });
  });
  for (const url of new Set(pictures?.map((picture) => picture.url))) {
    try {
      const { bytes } = await loadSource({ imageRef: url, caller }, options);
      readHeader(bytes!);
    } catch (error) {
      dead.push(`${url}: ${messageOf(error)}`);
    }
  }
  return dead;
}
