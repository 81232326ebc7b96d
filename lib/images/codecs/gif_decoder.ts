import { decodeLzw } from "@/lib/images/codecs/lzw.ts";
import { type GifFrame, readGifFrames } from "@/lib/images/formats/gif.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { createPixels, type Frame, type Pixels, toWords } from "@/lib/images/pixels.ts";

/** Disposal methods. */
const RESTORE_TO_BACKGROUND = 2, RESTORE_TO_PREVIOUS = 3;

/**
 * Decodes a GIF. The frames are composed: each is as large as the logical screen and drawn over those before it.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function* decodeGif(bytes: Uint8Array<ArrayBuffer>, { width, height }: Header): AsyncGenerator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const canvas = createPixels(width, height);
  for (const frame of readGifFrames(view)) {
    const previous = frame.disposal === RESTORE_TO_PREVIOUS ? canvas.data.slice() : undefined;
    paint(canvas, frame, bytes);
    yield { width, height, data: canvas.data.slice(), delay: frame.delay };
    if (previous !== undefined) canvas.data.set(previous);
    if (frame.disposal === RESTORE_TO_BACKGROUND) clear(canvas, frame);
  }
}

/**
 * Decodes the colour indices of a frame, in the order in which its rows are stored.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeIndices(bytes: Uint8Array, frame: GifFrame): Uint8Array {
  const indices = new Uint8Array(frame.width * frame.height);
  // If the end code comes too early, the remaining pixels are transparent if the frame has a transparent index.
  if (frame.transparent > 0) indices.fill(frame.transparent);
  decodeLzw(bytes, frame.data, indices);
  return indices;
}

function paint(canvas: Pixels, frame: GifFrame, bytes: Uint8Array): void {
  const indices = decodeIndices(bytes, frame);
  const colours = readColours(bytes, frame);
  const words = toWords(canvas);
  const right = Math.min(frame.left + frame.width, canvas.width);
  let start = 0;
  for (const row of toRowOrder(frame)) {
    const y = frame.top + row;
    for (let x = frame.left, i = start; y < canvas.height && x < right; x++, i++) {
      const colour = colours[indices[i]!]!;
      if (colour !== 0) words[y * canvas.width + x] = colour;
    }
    start += frame.width;
  }
}

/** Returns the 256 colours of a frame as pixels; the transparent colour is 0. */
function readColours(bytes: Uint8Array, { palette: [start, end], transparent }: GifFrame): Uint32Array {
  const colours = new Uint32Array(256).fill(0xff000000);
  for (let at = start, i = 0; at < end; at += 3, i++) {
    colours[i] = 0xff000000 | (bytes[at + 2]! << 16) | (bytes[at + 1]! << 8) | bytes[at]!;
  }
  if (transparent >= 0) colours[transparent] = 0;
  return colours;
}

/** The first row and the step of each interlace pass. */
const PASSES = [[0, 8], [4, 8], [2, 4], [1, 2]] as const;

/** Returns the numbers of the rows in the order in which they are stored. */
function* toRowOrder({ height, interlaced }: GifFrame): Generator<number> {
  for (const [first, step] of interlaced ? PASSES : [[0, 1]] as const) {
    for (let y = first; y < height; y += step) yield y;
  }
}

function clear(canvas: Pixels, { left, top, width, height }: GifFrame): void {
  const words = toWords(canvas);
  const right = Math.min(left + width, canvas.width);
  if (left >= right) return;
  for (let y = top; y < Math.min(top + height, canvas.height); y++) {
    words.fill(0, y * canvas.width + left, y * canvas.width + right);
  }
}
