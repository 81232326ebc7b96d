import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** Where the second header begins, after the one of the file; its size tells its kind. */
const SECOND_HEADER = 14;

/** The oldest second header has 12 bytes, the one that nearly all files have 40, newer ones more. */
const OLDEST_BYTES = 12, USUAL_BYTES = 40;

/** The newer headers that say which bits are alpha begin with this size. */
const ALPHA_BYTES = 56;

/** Where the masks stand that say which bits are which colour. */
const MASKS = SECOND_HEADER + USUAL_BYTES;

/** How pixels are stored: as they are, or as they are with masks, or with masks for alpha, too. */
const PLAIN = 0, WITH_MASKS = 3, WITH_ALPHA_MASK = 6;

/** The masks of red, green and blue that 16 bits have unless told otherwise; of more bits each is a byte. */
const MASKS_OF_16 = [0x7c00, 0x03e0, 0x001f, 0] as const;
const MASKS_OF_32 = [0xff0000, 0x00ff00, 0x0000ff, 0] as const;

/** How the pixels of a BMP lie in the file. */
export interface BmpLayout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Which bits are red, green, blue and alpha, where there is no palette. */
  readonly masks: readonly [number, number, number, number];
  /** Where the palette begins, how many colours it has, and how many bytes each. */
  readonly palette: { readonly start: number; readonly colours: number; readonly colourBytes: number };
  /** Where the top row begins, and how far it is from one to the next below: most files store them from the bottom. */
  readonly start: number;
  readonly stride: number;
}

/** Tells whether a file is a BMP: its two letters begin many a text, so the size of the second header counts, too. */
export function isBmp(bytes: Uint8Array): boolean {
  const [size = 0, ...zeros] = bytes.subarray(SECOND_HEADER, SECOND_HEADER + 4);
  return bytes[0] === 0x42 && bytes[1] === 0x4d && size > 0 && zeros.join() === "0,0,0";
}

/**
 * Reads the header of a BMP.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readBmpHeader(_bytes: Uint8Array, view: DataView): Header {
  const { width, height, start, stride } = readBmpLayout(view);
  const first = Math.min(start, start + stride * (height - 1));
  const isCutOff = first + Math.abs(stride) * height > view.byteLength;
  return createHeader({ format: "bmp", width, height, dataError: isCutOff ? "it is cut off" : undefined });
}

/**
 * Reads how the pixels of a BMP lie.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readBmpLayout(view: DataView): BmpLayout {
  const data = view.getUint32(10, true), headerBytes = view.getUint32(SECOND_HEADER, true);
  if (headerBytes !== OLDEST_BYTES && headerBytes < USUAL_BYTES) {
    throw unsupportedFormatError("a BMP of an unknown kind");
  }
  const isOldest = headerBytes === OLDEST_BYTES;
  const width = isOldest ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isOldest ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isOldest ? 24 : 28, true);
  const compression = isOldest ? PLAIN : view.getUint32(30, true);
  if (width < 0) throw brokenImageError("its width is negative");
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw unsupportedFormatError(`a BMP of ${bits} bits a pixel`);
  const masks = readMasks(view, bits, compression, headerBytes);
  const height = Math.abs(signedHeight), rowBytes = 4 * Math.ceil(width * bits / 32);
  const isTopDown = signedHeight < 0;
  const paletteStart = SECOND_HEADER + headerBytes;
  const colourBytes = isOldest ? 3 : 4;
  // Files lie about how many colours they have: what fits before the pixels is what there is.
  const colours = Math.min(2 ** Math.min(bits, 8), Math.max(0, Math.floor((data - paletteStart) / colourBytes)));
  return {
    width,
    height,
    bits,
    masks,
    palette: { start: paletteStart, colours, colourBytes },
    start: isTopDown ? data : data + rowBytes * (height - 1),
    stride: isTopDown ? rowBytes : -rowBytes,
  };
}

function readMasks(view: DataView, bits: number, compression: number, headerBytes: number): BmpLayout["masks"] {
  if (compression === PLAIN) return bits === 16 ? MASKS_OF_16 : MASKS_OF_32;
  const hasMasks = compression === WITH_MASKS || compression === WITH_ALPHA_MASK;
  if (!hasMasks || (bits !== 16 && bits !== 32)) throw unsupportedFormatError("a compressed BMP");
  const hasAlpha = compression === WITH_ALPHA_MASK || headerBytes >= ALPHA_BYTES;
  const [red, green, blue, alpha] = [0, 4, 8, 12].map((at) => view.getUint32(MASKS + at, true));
  return [red!, green!, blue!, hasAlpha ? alpha! : 0];
}
