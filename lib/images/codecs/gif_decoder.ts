import { unpackLzw } from "@/lib/images/codecs/lzw.ts";
import { type GifFrame, readGifFrames } from "@/lib/images/formats/gif.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { createPixels, type Frame, type Pixels, toWords } from "@/lib/images/picture.ts";

const CLEAR_AFTERWARDS = 2;
const RESTORE_AFTERWARDS = 3;

/** Unpacks a GIF: each frame as it is seen, laid over those before it. */
export async function* decodeGif(bytes: Uint8Array<ArrayBuffer>, { width, height }: Header): AsyncGenerator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const canvas = createPixels(width, height);
  for (const frame of readGifFrames(view)) {
    const before = frame.disposal === RESTORE_AFTERWARDS ? canvas.data.slice() : undefined;
    paint(canvas, frame, bytes);
    yield { width, height, data: canvas.data.slice(), delay: frame.delay };
    if (before !== undefined) canvas.data.set(before);
    if (frame.disposal === CLEAR_AFTERWARDS) clear(canvas, frame);
  }
}

/** Unpacks a frame's palette indices in the order of its rows. */
export function unpackIndices(bytes: Uint8Array, frame: GifFrame): Uint8Array {
  const indices = new Uint8Array(frame.width * frame.height);
  // Where data ends early the rest is not painted, if the palette has a way to say so.
  if (frame.transparent > 0) indices.fill(frame.transparent);
  unpackLzw(bytes, frame.data, indices);
  return indices;
}

function paint(canvas: Pixels, frame: GifFrame, bytes: Uint8Array): void {
  const indices = unpackIndices(bytes, frame);
  const colours = readColours(bytes, frame);
  const words = toWords(canvas);
  const right = Math.min(frame.left + frame.width, canvas.width);
  let row = 0;
  for (const line of toLines(frame)) {
    const y = frame.top + line;
    for (let x = frame.left, i = row++ * frame.width; y < canvas.height && x < right; x++, i++) {
      const colour = colours[indices[i]!]!;
      if (colour !== 0) words[y * canvas.width + x] = colour;
    }
  }
}

/** The frame's 256 colours as pixels; 0 for the one that is not painted. */
function readColours(bytes: Uint8Array, { palette: [start, end], transparent }: GifFrame): Uint32Array {
  const colours = new Uint32Array(256).fill(0xff000000);
  for (let at = start, i = 0; at < end; at += 3, i++) {
    colours[i] = 0xff000000 | (bytes[at + 2]! << 16) | (bytes[at + 1]! << 8) | bytes[at]!;
  }
  if (transparent >= 0) colours[transparent] = 0;
  return colours;
}

/** The order in which an interlaced frame stores its lines: every 8th, those between, those between again. */
const PASSES = [[0, 8], [4, 8], [2, 4], [1, 2]] as const;

function* toLines({ height, interlaced }: GifFrame): Generator<number> {
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
