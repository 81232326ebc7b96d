import { concat, toLittleEndian } from "../bytes.ts";
import { decodeLzw } from "./gif_lzw.ts";
import type { Kernel } from "../filters/types.ts";
import { type GifFrame, readGif } from "../formats/gif.ts";
import { createPixels } from "../pixels.ts";

/**
 * Applies a kernel to the colour tables of a GIF and copies everything else but metadata, which is exact and fast.
 * Returns `undefined` if that is not enough: some pixels have no entry in a table, or a part of the file is missing.
 *
 * @throws {ImageError} `broken_image`.
 */
export function recolourGif(
  bytes: Uint8Array<ArrayBuffer>,
  kernel: Kernel,
): Uint8Array<ArrayBuffer> | undefined {
  const copy = new Uint8Array(bytes);
  const { width, height, palette, frames, extras, isTruncated } = readGif(copy);
  if (isTruncated || !frames.every((frame) => isComplete(copy, frame))) {
    return undefined;
  }
  recolour(copy, palette, kernel);
  for (const frame of frames) if (frame.palette[0] !== palette[0]) recolour(copy, frame.palette, kernel);
  copy.set(toLittleEndian(2, width, height), 6);
  return without(copy, extras);
}

/** Returns a file without some of its parts. */
function without(
  file: Uint8Array<ArrayBuffer>,
  parts: readonly (readonly [number, number])[],
): Uint8Array<ArrayBuffer> {
  if (parts.length === 0) return file;
  const starts = [0, ...parts.map(([, end]) => end)];
  const ends = [...parts.map(([start]) => start), file.length];
  return concat(starts.map((start, i) => file.subarray(start, ends[i])));
}

/** Returns whether a frame has all of its pixels, and a colour for each of them. */
function isComplete(bytes: Uint8Array, frame: GifFrame): boolean {
  const indices = decodeLzw(bytes, frame.data, frame.width * frame.height);
  const size = (frame.palette[1] - frame.palette[0]) / 3;
  const hasColour = (index: number) => index < size || index === frame.transparent;
  const isUsed = new Uint8Array(256);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]!] = 1;
  return indices.length === frame.width * frame.height && isUsed.every((used, index) => !used || hasColour(index));
}

function recolour(file: Uint8Array, [start, end]: readonly [number, number], kernel: Kernel): void {
  const colours = createPixels((end - start) / 3, 1);
  for (let from = start, to = 0; from < end; from += 3, to += 4) {
    colours.data.set(file.subarray(from, from + 3), to);
  }
  kernel.apply(colours);
  for (let from = 0, to = start; to < end; from += 4, to += 3) {
    file.set(colours.data.subarray(from, from + 3), to);
  }
}
