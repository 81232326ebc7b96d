import { createCodecs } from "@/lib/images/codecs/mod.ts";
import { readColour } from "@/lib/images/formats/colour.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, ImageError } from "@/lib/images/image_error.ts";
import { flattenOnWhite, type Pixels } from "@/lib/images/pixels.ts";
import { probe } from "@/lib/images/probe.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import type { Candidate } from "@/lib/photos/candidate.ts";

/** A photograph that is ready to be stored: a JPEG file, upright, without metadata besides its colour profile. */
export interface Photo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** The largest thumbnail that is decoded. */
const LIMITS = { maxPixels: 25_000_000, maxTotalPixels: 25_000_000, maxFrames: 1 };

/**
 * Decodes a thumbnail completely and encodes it again, because a small picture is its own thumbnail, with the place where
 * it was taken in its EXIF data, and because the thumbnails of WebP files are PNG files.
 *
 * @throws {ImageError} if it is damaged, or has another size than the wiki stated.
 */
export async function toPhoto(bytes: Uint8Array<ArrayBuffer>, stated: Candidate["thumbnail"]): Promise<Photo> {
  const header = probe(bytes, LIMITS);
  if (header.isCut) throw brokenImageError("its end is missing");
  const codecs = createCodecs(modules);
  try {
    const [frame] = await Array.fromAsync<Pixels>(codecs[header.format].decode(bytes, header));
    if (frame === undefined || frame.isTruncated) throw brokenImageError("a part of it is missing");
    const pixels = applyOrientation(frame, header.orientation);
    const { width, height, data } = pixels;
    if (width !== stated.width || height !== stated.height) {
      throw brokenImageError(`it must have ${stated.width} x ${stated.height} pixels, got ${width} x ${height}`);
    }
    flattenOnWhite(pixels);
    const options = { width, height, frames: 1, loop: 1, lossless: false, fullChroma: false };
    const { profile } = readColour(bytes, header);
    const encoder = codecs.jpeg.createEncoder({ ...options, colour: { profile } });
    encoder.add({ width, height, data, isOpaque: true, delay: 0 });
    return { bytes: encoder.finish(), width, height };
  } catch (error) {
    // Everything that a decoder throws is about the file.
    throw error instanceof ImageError ? error : brokenImageError("its data is damaged", error);
  } finally {
    codecs.release();
  }
}
