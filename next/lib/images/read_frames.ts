import type { Codecs } from "./codecs/mod.ts";
import { IMAGE_FORMATS } from "./format.ts";
import { applyOrientation } from "./formats/orientation.ts";
import { brokenImageError } from "./image_error.ts";
import { type Frame, freePixels, type Pixels } from "./pixels.ts";
import type { Plan } from "./plan.ts";
import type { ResizerFactory } from "./resize.ts";

/** Options of {@linkcode readFrames}. */
export interface ReadFramesOptions {
  readonly plan: Plan;
  readonly codecs: Codecs;
  readonly resizers: ResizerFactory;
}

/**
 * Decodes resized, upright frames: all of them, or the first one if the output format has no animation. Pixels are a
 * frame that is decoded already.
 *
 * @throws {ImageError} `broken_image`
 */
export function* readFrames(
  source: Uint8Array<ArrayBuffer> | Pixels,
  { plan: { header, decoding, format }, codecs, resizers }: ReadFramesOptions,
): Generator<Frame> {
  const resize = decoding && resizers(decoding);
  const shrink = decoding?.shrink ?? 1;
  const [width, height] = [header.width, header.height].map((side) => Math.ceil(side / shrink));
  try {
    const frames = source instanceof Uint8Array
      ? codecs[header.format].decode(source, header, shrink)
      : [{ ...source, delay: 0 }];
    for (const frame of frames) {
      // The limits were checked against the header: a frame of another size would bypass them.
      if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict each other");
      const upright = applyOrientation(resize?.(frame) ?? frame, header.orientation);
      if (upright.data !== frame.data) freePixels(frame);
      yield { ...frame, ...upright };
      if (!IMAGE_FORMATS[format].animates) return;
    }
  } catch (error) {
    throw isTrap(error) ? brokenImageError("its data is damaged", error) : error;
  }
}

/** Returns whether a decoder in WebAssembly has trapped, so the file is damaged. Some throw a number for it. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || !(error instanceof Error);
}
