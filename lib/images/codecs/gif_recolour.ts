import { decodeIndices } from "@/lib/images/codecs/gif_decoder.ts";
import { readGifFrames, readGifScreen } from "@/lib/images/formats/gif.ts";
import type { Kernel } from "@/lib/images/kernels/mod.ts";
import { createPixels } from "@/lib/images/pixels.ts";

/**
 * Applies a kernel to the colour tables of a GIF and copies everything else, which is exact and fast. The frames are
 * decoded only to detect a damaged file.
 *
 * @throws {ImageError} `broken_image`.
 */
export function recolourGif(bytes: Uint8Array<ArrayBuffer>, kernel: Kernel): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  const { palette } = readGifScreen(view);
  recolour(file, palette, kernel);
  for (const frame of readGifFrames(view)) {
    decodeIndices(file, frame);
    if (frame.palette[0] !== palette[0]) recolour(file, frame.palette, kernel);
  }
  return file;
}

function recolour(file: Uint8Array, [start, end]: readonly [number, number], kernel: Kernel): void {
  const colours = createPixels((end - start) / 3, 1);
  for (let from = start, to = 0; from < end; from += 3, to += 4) {
    colours.data.set(file.subarray(from, from + 3), to);
  }
  kernel(colours);
  for (let from = 0, to = start; to < end; from += 4, to += 3) {
    file.set(colours.data.subarray(from, from + 3), to);
  }
}
