import { type BmpLayout, readBmpLayout } from "@/lib/images/formats/bmp.ts";
import { createPixels, type Pixels, toWords } from "@/lib/images/pixels.ts";

const OPAQUE = 0xff000000;

/**
 * Decodes an uncompressed BMP, with or without a colour table, bottom-up or top-down.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function decodeBmp(bytes: Uint8Array): Pixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout = readBmpLayout(view);
  const { width, height, start, stride } = layout;
  const pixels = createPixels(width, height);
  const words = toWords(pixels);
  const readPixel = createPixelReader(view, layout);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) words[i++] = readPixel(start + y * stride, x);
  }
  return pixels;
}

/** Reads the pixel `x` of the row that begins at `row`. */
type ReadPixel = (row: number, x: number) => number;

function createPixelReader(view: DataView, layout: BmpLayout): ReadPixel {
  const { bits, masks } = layout;
  if (bits <= 8) return createPaletteReader(view, layout);
  if (bits === 24) return (row, x) => readBgr(view, row + 3 * x);
  const [red, green, blue, alpha] = masks.map(createChannelReader);
  const hasAlpha = masks[3] !== 0;
  const read = bits === 16
    ? (row: number, x: number) => view.getUint16(row + 2 * x, true)
    : (row: number, x: number) => view.getUint32(row + 4 * x, true);
  return (row, x) => {
    const value = read(row, x);
    const opacity = hasAlpha ? alpha!(value) : 255;
    return (opacity << 24) | (blue!(value) << 16) | (green!(value) << 8) | red!(value);
  };
}

function createPaletteReader(view: DataView, { bits, palette }: BmpLayout): ReadPixel {
  // Indices beyond the colour table are black, like in other decoders.
  const colours = new Uint32Array(256).fill(OPAQUE);
  for (let i = 0; i < palette.colours; i++) colours[i] = readBgr(view, palette.start + i * palette.colourBytes);
  const mask = 2 ** bits - 1;
  return (row, x) => {
    const byte = view.getUint8(row + (x * bits >> 3));
    // The leftmost pixel is in the highest bits.
    return colours[(byte >> (8 - bits - (x * bits & 7))) & mask]!;
  };
}

function readBgr(view: DataView, at: number): number {
  return OPAQUE | (view.getUint8(at) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + 2);
}

/** Extracts a channel from a pixel and scales it to 0 to 255; a channel without bits is 0. */
function createChannelReader(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  // The number of zero bits below the mask.
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (pixel) => Math.round(((pixel & mask) >>> shift) * 255 / max);
}
