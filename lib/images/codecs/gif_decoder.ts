import { Canvas } from "./canvas.ts";
import { decodeLzw } from "./gif_lzw.ts";
import { type GifFrame, readGif } from "../formats/gif.ts";
import { brokenImageError } from "../image_error.ts";
import { type Frame, isOpaque, type Pixels, toWords } from "../pixels.ts";

/**
 * Decodes a GIF. The frames are composed: each is as large as the logical screen and drawn over those before it.
 *
 * @throws {ImageError} `broken_image`.
 */
export function* decodeGif(bytes: Uint8Array<ArrayBuffer>): Generator<Frame> {
  const file = readGif(bytes);
  const canvas = new Canvas(file, file.frames.length);
  let staysOpaque = false;
  for (const frame of file.frames) {
    const indices = decodeLzw(bytes, frame.data, frame.width * frame.height);
    const isCut = indices.length < frame.width * frame.height;
    if (frame === file.frames[0] && indices.length < frame.width) {
      throw brokenImageError("it is cut off before its first row ends");
    }
    const image = canvas.draw(frame, (pixels) => paint(pixels, frame, { indices, colours: readColours(bytes, frame) }));
    const isOpaqueImage: boolean = staysOpaque || isOpaque(image);
    staysOpaque = isOpaqueImage && frame.disposal === "none";
    yield { ...image, isOpaque: isOpaqueImage, isTruncated: isCut || file.isTruncated };
  }
}

/** What a frame is painted with. */
interface Paint {
  readonly indices: Uint8Array;
  readonly colours: Uint32Array;
}

function paint(canvas: Pixels, frame: GifFrame, { indices, colours }: Paint): void {
  const words = toWords(canvas);
  const width = Math.min(frame.width, canvas.width - frame.left);
  let start = 0;
  for (const row of toRowOrder(frame)) {
    const offset = (frame.top + row) * canvas.width + frame.left - start;
    const end = frame.top + row < canvas.height ? Math.min(start + width, indices.length) : 0;
    for (let i = start; i < end; i++) {
      const colour = colours[indices[i]!]!;
      if (colour !== 0) words[offset + i] = colour;
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
function* toRowOrder({ height, isInterlaced }: GifFrame): Generator<number> {
  for (const [first, step] of isInterlaced ? PASSES : [[0, 1]] as const) {
    for (let y = first; y < height; y += step) yield y;
  }
}
