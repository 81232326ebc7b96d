import { viewOf } from "../bytes.ts";
import { type BmpLayout, readBmpLayout } from "../formats/bmp.ts";
import { createPixels, type Pixels, toWords } from "../pixels.ts";

const OPAQUE = 0xff000000;

/** The pixels between two checkpoints. */
const CHECKED_PIXELS = 1 << 20;

/**
 * Decodes a BMP, with or without a colour table or run-length encoding, bottom-up or top-down. `checkpoint` is called
 * after some pixels, and may throw.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function decodeBmp(bytes: Uint8Array, checkpoint: () => void = () => {}): Pixels {
  const view = viewOf(bytes);
  const layout = readBmpLayout(bytes);
  const { width, height, start, stride, runs } = layout;
  const pixels = createPixels(width, height);
  const words = toWords(pixels);
  const readUnchecked = createPixelReader(bytes, layout);
  let count = 0;
  const readPixel: ReadPixel = (row, x) => {
    if (count++ % CHECKED_PIXELS === 0) checkpoint();
    return readUnchecked(row, x);
  };
  if (runs !== undefined) decodeRuns(view, layout, words, readPixel);
  for (let y = 0, i = 0; y < height && runs === undefined; y++) {
    for (let x = 0; x < width; x++) words[i++] = readPixel(start + y * stride, x);
  }
  // Some programs declare an alpha channel and leave it empty. Browsers show such a picture.
  if (layout.masks[3] !== 0 && words.every((word) => word >>> 24 === 0)) {
    for (let i = 0; i < words.length; i++) words[i] = words[i]! | OPAQUE;
  }
  return pixels;
}

/** What follows a zero in run-length encoded data, unless it is a number of single pixels. */
const END_OF_LINE = 0, END_OF_BITMAP = 1, DELTA = 2;

/**
 * Decodes RLE8, RLE4 and RLE24. Pixels that the data skips are transparent, and a file that ends early ends the bitmap.
 */
function decodeRuns(view: DataView, layout: BmpLayout, words: Uint32Array, readPixel: ReadPixel): void {
  const { width, height, bits, stride, runs = 0 } = layout;
  const { byteLength } = view;
  let x = 0, y = 0;
  let at = runs;
  // What does not fit into the row is not even read: a file of 4 MB could have half a billion such pixels.
  const put = (count: number, read: (i: number) => number) => {
    const row = (stride < 0 ? height - 1 - y : y) * width;
    const visible = Math.min(count, width - x);
    for (let i = 0; i < visible; i++) words[row + x++] = read(i);
  };
  while (at + 2 <= byteLength && y < height) {
    const count = view.getUint8(at++);
    const value = view.getUint8(at++);
    if (count > 0) {
      // The rest of a pixel of 24 bits.
      if (bits === 24) at += 2;
      if (at > byteLength) return;
      // A run has one pixel, or two of four bits, which alternate.
      const colour = at - Math.ceil(bits / 8);
      put(count, (i) => readPixel(colour, bits === 4 ? i & 1 : 0));
    } else if (value === END_OF_LINE) {
      x = 0;
      y++;
    } else if (value === END_OF_BITMAP) {
      return;
    } else if (value === DELTA && at + 2 <= byteLength) {
      x += view.getUint8(at++);
      y += view.getUint8(at++);
    } else {
      const bytes = Math.ceil(value * bits / 8);
      if (at + bytes > byteLength) return;
      const first = at;
      put(value, (i) => readPixel(first, i));
      // Single pixels are padded to 16 bits.
      at += bytes + (bytes & 1);
    }
  }
}

/** Reads the pixel `x` of the row that begins at `row`. */
type ReadPixel = (row: number, x: number) => number;

function createPixelReader(bytes: Uint8Array, layout: BmpLayout): ReadPixel {
  const { bits, masks } = layout;
  const view = viewOf(bytes);
  if (bits <= 8) {
    const colours = readColours(bytes, layout);
    const mask = 2 ** bits - 1;
    // The leftmost pixel is in the highest bits.
    return (row, x) => colours[(bytes[row + (x * bits >> 3)]! >> (8 - bits - (x * bits & 7))) & mask]!;
  }
  if (bits === 24) return (row, x) => readBgr(bytes, row + 3 * x);
  const [red, green, blue, alpha] = masks.map((mask, i) => createChannelReader(mask, i === 3 ? 255 : 0));
  const read = bits === 16
    ? (row: number, x: number) => view.getUint16(row + 2 * x, true)
    : (row: number, x: number) => view.getUint32(row + 4 * x, true);
  return (row, x) => {
    const value = read(row, x);
    return (alpha!(value) << 24) | (blue!(value) << 16) | (green!(value) << 8) | red!(value);
  };
}

/** Reads the colour table. Indices beyond it are black, like in other decoders. */
function readColours(bytes: Uint8Array, { palette }: BmpLayout): Uint32Array {
  const colours = new Uint32Array(256).fill(OPAQUE);
  for (let i = 0; i < palette.colours; i++) colours[i] = readBgr(bytes, palette.start + i * palette.colourBytes);
  return colours;
}

function readBgr(bytes: Uint8Array, at: number): number {
  return OPAQUE | (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
}

/** Extracts a channel from a pixel and scales it to 0 to 255; a channel without bits has the value `missing`. */
function createChannelReader(mask: number, missing: number): (pixel: number) => number {
  if (mask === 0) return () => missing;
  // The number of zero bits below the mask.
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (pixel) => Math.round(((pixel & mask) >>> shift) * 255 / max);
}
