import { brokenImageError, ImageError, toDisplayedSize } from "@pawkit/images";
import { createPipeline } from "@pawkit/images/pipeline";
import { probe } from "@pawkit/images/probe";
import { modules } from "@pawkit/images/wasm";
import { checkPage, type Photograph } from "@/lib/photos/candidate.ts";
import type { Command } from "@/lib/photos/command.ts";
import { type Get, listFiles, type Page, readBody, RequestError } from "@/lib/photos/commons.ts";
import type { Gallery } from "@/lib/photos/gallery.ts";

/** Options of {@linkcode fillGallery}. */
export interface FillOptions extends Pick<Command, "count" | "license"> {
  readonly get: Get;
  readonly categories: readonly string[];
  /** Receives a line for each new picture. */
  readonly onAdded: (line: string) => void;
}

/** The largest thumbnail that is decoded. */
const LIMITS = { maxPixels: 25_000_000, maxTotalPixels: 25_000_000, maxFrames: 1 };

/**
 * Adds photographs to a gallery until it is complete; if it is already, without a request. Returns the lines of a
 * summary: how many pictures there are, and how many files were not used for which reason.
 *
 * @throws {Error} if the wiki cannot be reached.
 */
export async function fillGallery(gallery: Gallery, options: FillOptions): Promise<string[]> {
  const { get, categories, count } = options;
  const reasons = new Map<string, number>();
  const pages = gallery.pictures.size < count ? listFiles(get, categories) : [];
  for await (const page of pages) {
    const reason = typeof page === "string" ? page : await addPage(page, gallery, options);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (gallery.pictures.size >= count) break;
  }
  const refused = [...reasons].map(([reason, files]) => `${files} not used: ${reason}`);
  return [`${gallery.pictures.size} of ${count} pictures`, ...refused];
}

/** Returns why a file was not added, or `undefined` if it was. */
async function addPage(page: Page, gallery: Gallery, options: FillOptions): Promise<string | undefined> {
  const photograph = checkPage(page, options.license);
  if (typeof photograph === "string") return photograph;
  if (gallery.has(photograph.sha1)) return "in the folder already, or removed from it";
  try {
    await gallery.add(photograph, await options.get(photograph.thumbnail, (file) => toJpeg(file, photograph)));
    options.onAdded(`${gallery.pictures.size}/${options.count} ${photograph.title}`);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError || error instanceof ImageError) return error.message;
    throw error;
  }
}

/**
 * Decodes a thumbnail completely and encodes it as JPEG: upright, without metadata besides its colour profile. A small
 * picture is its own thumbnail, with the place where it was taken in its EXIF data. Thumbnails of WebP files are PNG.
 *
 * @throws {ImageError} if it is damaged, or has another size than the wiki stated.
 */
async function toJpeg(response: Response, { width, height }: Photograph): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = await readBody(response);
    const header = probe(bytes, LIMITS);
    const size = toDisplayedSize(header);
    if (size.width !== width || size.height !== height) {
      throw brokenImageError(`it must have ${width} x ${height} pixels, got ${size.width} x ${size.height}`);
    }
    // A contrast of 0 changes nothing.
    const steps = [{ filter: "contrast", values: { strength: 0 } }] as const;
    const result = await createPipeline(modules)({ bytes, header, steps, format: "jpeg" });
    if (header.isCut || result.isTruncated) throw brokenImageError("its end is missing");
    return result.bytes;
  } catch (error) {
    // Everything that goes wrong here is about this file.
    throw error instanceof ImageError || error instanceof RequestError
      ? error
      : brokenImageError("it did not arrive completely", error);
  }
}
