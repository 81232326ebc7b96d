import { viewOf } from "../bytes.ts";
import { createHeader, type Header } from "./header.ts";
import { brokenImageError, unsupportedFormatError } from "../image_error.ts";
import type { Size } from "../pixels.ts";

/** The size of BITMAPFILEHEADER, which is followed by the DIB header. */
const FILE_HEADER_BYTES = 14;

/**
 * The size of a DIB header identifies its version. All but the first extend BITMAPINFOHEADER, and V3 and later have an
 * alpha mask. The headers of OS/2 have any size from 16 bytes to 64, and what they leave out is 0.
 */
const CORE_HEADER_BYTES = 12, MIN_HEADER_BYTES = 16, INFO_HEADER_BYTES = 40, V3_INFO_HEADER_BYTES = 56;
const V5_HEADER_BYTES = 124;

/** The value of bV5CSType for a file that contains its colour profile. */
const PROFILE_EMBEDDED = 0x4d424544;

/** The position of the colour masks: inside newer headers, or after BITMAPINFOHEADER. */
const MASKS = FILE_HEADER_BYTES + INFO_HEADER_BYTES;

/** Values of biCompression. */
const BI_RGB = 0, BI_RLE8 = 1, BI_RLE4 = 2, BI_BITFIELDS = 3, OS2_RLE24 = 4, BI_ALPHABITFIELDS = 6;

/** The compression that is run-length encoding, by bits per pixel. */
const RUN_LENGTHS: Readonly<Record<number, number>> = { 4: BI_RLE4, 8: BI_RLE8, 24: OS2_RLE24 };

/** The masks of BI_RGB: 5 bits per channel with 16 bits per pixel, 8 bits per channel with 32. */
const RGB555_MASKS = [0x7c00, 0x03e0, 0x001f, 0] as const;
const RGB888_MASKS = [0xff0000, 0x00ff00, 0x0000ff, 0] as const;

/** The position and format of the pixels in a BMP file. */
export interface BmpLayout extends Size {
  /** biBitCount: the bits per pixel. */
  readonly bits: number;
  /** The masks of red, green, blue and alpha, for 16 and 32 bits per pixel. */
  readonly masks: readonly [number, number, number, number];
  /** The colour table: its position, its number of colours, and the bytes of each. */
  readonly palette: { readonly start: number; readonly colours: number; readonly colourBytes: number };
  /** The position of the top row, and the distance to the next row: negative in most files, which are bottom-up. */
  readonly start: number;
  readonly stride: number;
  /** The position of run-length encoded data, if there is any. */
  readonly runs: number | undefined;
}

/** Returns whether a file is a BMP. Many texts begin with "BM", so the size of the DIB header is checked: 1 to 255. */
export function isBmp(bytes: Uint8Array): boolean {
  const [size = 0, ...zeros] = bytes.subarray(FILE_HEADER_BYTES, FILE_HEADER_BYTES + 4);
  return bytes[0] === 0x42 && bytes[1] === 0x4d && size > 0 && zeros.join() === "0,0,0";
}

/**
 * Reads the header of a BMP.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function readBmpHeader(bytes: Uint8Array): Header {
  const { width, height, bits, start, stride, runs } = readBmpLayout(bytes);
  // The padding of the last row may be missing.
  const end = Math.max(start, start + stride * (height - 1)) + Math.ceil(width * bits / 8);
  const isCutOff = runs === undefined && end > bytes.length;
  const dataError = isCutOff ? "it is cut off" : undefined;
  return createHeader({ format: "bmp", width, height, bitsPerPixel: bits, dataError });
}

/**
 * Reads the layout of the pixels.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function readBmpLayout(bytes: Uint8Array): BmpLayout {
  const view = viewOf(bytes);
  const offset = view.getUint32(10, true);
  const headerBytes = view.getUint32(FILE_HEADER_BYTES, true);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  if (!isCore && headerBytes < MIN_HEADER_BYTES) throw unsupportedFormatError("a BMP of an unknown version");
  const width = isCore ? view.getUint16(18, true) : view.getUint32(18, true) | 0;
  const signedHeight = isCore ? view.getUint16(20, true) : view.getUint32(22, true) | 0;
  const bits = view.getUint16(isCore ? 24 : 28, true);
  if (width < 0) throw brokenImageError("its width is negative");
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw unsupportedFormatError(`a BMP with ${bits} bits per pixel`);
  const height = Math.abs(signedHeight);
  const rowBytes = 4 * Math.ceil(width * bits / 32);
  const isTopDown = signedHeight < 0;
  const compression = headerBytes < INFO_HEADER_BYTES ? BI_RGB : view.getUint32(30, true);
  const isRunLength = RUN_LENGTHS[bits] === compression;
  const maxColours = 2 ** Math.min(bits, 8);
  const colourBytes = isCore ? 3 : 4;
  const paletteStart = FILE_HEADER_BYTES + headerBytes;
  const claimed = headerBytes < INFO_HEADER_BYTES ? 0 : view.getUint32(46, true);
  const paletteEnd = paletteStart + colourBytes * Math.min(claimed || maxColours, maxColours);
  // An offset inside the palette is wrong if it leaves no colours, or if the pixels fit behind the palette.
  const fits = paletteEnd + rowBytes * height <= view.byteLength;
  const isOffsetWrong = bits <= 8 && (offset <= paletteStart || (offset < paletteEnd && fits));
  const data = isOffsetWrong ? paletteEnd : offset;
  // biClrUsed is wrong in some files, so the colours are those that fit between the header and the pixels.
  const colours = Math.min(maxColours, Math.max(0, Math.floor((data - paletteStart) / colourBytes)));
  return {
    width,
    height,
    bits,
    masks: readMasks(view, bits, isRunLength ? BI_RGB : compression),
    palette: { start: paletteStart, colours, colourBytes },
    start: isTopDown ? data : data + rowBytes * (height - 1),
    stride: isTopDown ? rowBytes : -rowBytes,
    runs: isRunLength ? data : undefined,
  };
}

/** Returns the colour profile of a BMP of version 5; it is empty if there is none. */
export function readBmpProfile(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const hasFields = bytes.length >= FILE_HEADER_BYTES + V5_HEADER_BYTES &&
    view.getUint32(FILE_HEADER_BYTES, true) >= V5_HEADER_BYTES;
  if (!hasFields || view.getUint32(70, true) !== PROFILE_EMBEDDED) return new Uint8Array();
  const start = FILE_HEADER_BYTES + view.getUint32(126, true);
  return bytes.subarray(start, start + view.getUint32(130, true));
}

function readMasks(view: DataView, bits: number, compression: number): BmpLayout["masks"] {
  if (compression === BI_RGB) return bits === 16 ? RGB555_MASKS : RGB888_MASKS;
  const hasMasks = compression === BI_BITFIELDS || compression === BI_ALPHABITFIELDS;
  if (!hasMasks || (bits !== 16 && bits !== 32)) throw unsupportedFormatError("a compressed BMP");
  const hasAlpha = compression === BI_ALPHABITFIELDS || view.getUint32(FILE_HEADER_BYTES, true) >= V3_INFO_HEADER_BYTES;
  const [red, green, blue, alpha] = [0, 4, 8, 12].map((offset) => view.getUint32(MASKS + offset, true));
  return [red!, green!, blue!, hasAlpha ? alpha! : 0];
}
