import { type BmpLayout, readBmpLayout } from "@/lib/images/formats/bmp.ts";
import { createPixels, type Pixels, toWords } from "@/lib/images/picture.ts";

const OPAQUE = 0xff000000;

/**
 * Unpacks a BMP: with a palette or without one, from the bottom or from the top.
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
  const read = createReader(view, layout);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) words[i++] = read(start + y * stride, x);
  }
  return pixels;
}

/** Reads the pixel at a place of a row. */
type Read = (row: number, x: number) => number;

function createReader(view: DataView, layout: BmpLayout): Read {
  const { bits } = layout;
  if (bits <= 8) return createPaletteReader(view, layout);
  if (bits === 24) {
    return (row, x) => {
      const at = row + 3 * x;
      return OPAQUE | (view.getUint8(at) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + 2);
    };
  }
  const [red, green, blue, alpha] = layout.masks.map(createChannel);
  const read = bits === 16
    ? (row: number, x: number) => view.getUint16(row + 2 * x, true)
    : (row: number, x: number) => view.getUint32(row + 4 * x, true);
  return (row, x) => {
    const value = read(row, x);
    const opacity = layout.masks[3] === 0 ? 255 : alpha!(value);
    return (opacity << 24) | (blue!(value) << 16) | (green!(value) << 8) | red!(value);
  };
}

function createPaletteReader(view: DataView, { bits, palette }: BmpLayout): Read {
  // A colour beyond the palette is black, as elsewhere.
  const colours = new Uint32Array(256).fill(OPAQUE);
  for (let i = 0; i < palette.colours; i++) {
    const at = palette.start + i * palette.colourBytes;
    colours[i] = OPAQUE | (view.getUint8(at) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + 2);
  }
  const mask = 2 ** bits - 1;
  return (row, x) => {
    const byte = view.getUint8(row + (x * bits >> 3));
    // The leftmost pixel is in the highest bits.
    return colours[(byte >> (8 - bits - (x * bits & 7))) & mask]!;
  };
}

/** Takes a channel out of a pixel and spreads it to 0 to 255; one without bits is 0. */
function createChannel(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const highest = mask >>> shift;
  return (pixel) => Math.round(((pixel & mask) >>> shift) * 255 / highest);
}
