import { createCodecs } from "@/lib/images/codecs/mod.ts";
import { readColour } from "@/lib/images/formats/colour.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, ImageError } from "@/lib/images/image_error.ts";
import { flattenOnWhite, type Pixels } from "@/lib/images/pixels.ts";
import { probe } from "@/lib/images/probe.ts";
import { shrinkToFit } from "@/lib/photos/resample.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { MAX_PIXELS } from "@/lib/photos/candidate.ts";

/** A photograph that is ready to be stored: a JPEG file, upright, without metadata besides its colour profile. */
export interface Photo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Converts an original to a {@linkcode Photo}. @throws {ImageError} if it cannot be decoded completely. */
export type ToPhoto = (original: Uint8Array<ArrayBuffer>) => Promise<Photo>;

/** The longest side of a stored photograph in pixels. */
export const MAX_SIDE = 1280;

/** Creates the converter. */
export function createPhotoConverter(): ToPhoto {
  const codecs = createCodecs(modules);
  const limits = { maxPixels: MAX_PIXELS, maxTotalPixels: MAX_PIXELS * 4, maxFrames: 1000 };

  return async (original) => {
    const header = probe(original, limits);
    if (header.isCut) throw brokenImageError("its end is missing");
    try {
      const pixels = await readFirstFrame(codecs[header.format].decode(original, header));
      if (pixels.isTruncated) throw brokenImageError("a part of it is missing");
      const upright = applyOrientation(pixels, header.orientation);
      flattenOnWhite(upright);
      const { width, height, data } = shrinkToFit(upright, MAX_SIDE);
      const { profile } = readColour(original, header);
      const options = { width, height, frames: 1, loop: 1, lossless: false, fullChroma: false };
      const encoder = codecs.jpeg.createEncoder({ ...options, colour: { profile } });
      encoder.add({ width, height, data, isOpaque: true, delay: 0 });
      return { bytes: encoder.finish(), width, height };
    } catch (error) {
      // Everything that a decoder throws is about the file.
      throw error instanceof ImageError ? error : brokenImageError("its data is damaged", error);
    } finally {
      codecs.release();
    }
  };
}

async function readFirstFrame(frames: AsyncIterable<Pixels>): Promise<Pixels> {
  for await (const frame of frames) return frame;
  throw brokenImageError("it has no frame");
}
