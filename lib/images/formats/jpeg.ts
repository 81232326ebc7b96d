import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { readOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/**
 * Pixels over all scans, as each one walks over the whole picture: 16 of the largest size, where progressive files bring
 * about ten. With no bound a file of some kilobytes would take minutes.
 */
const MAX_SCANNED_PIXELS = 400_000_000;

/** Scans of a small picture. */
const MAX_SCANS = 500;

/** A sequential file spends at least two bits on each block of 8 × 8 pixels: one for its mean, one for its end. */
const MIN_BITS_A_BLOCK = 2;

const EXIF = 0xe1;

/** The markers that lead through a file. */
export const START_OF_SCAN = 0xda, END_OF_IMAGE = 0xd9, PROGRESSIVE = 0xc2;

/**
 * Reads the header of a JPEG, and walks to its end: decoders fill what is missing from a cut-off file with grey.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readJpegHeader(bytes: Uint8Array, view: DataView): Header {
  let size: Size | undefined;
  let orientation = 1;
  let scans = 0, scanBytes = 0, isSequential = true;
  for (let at = 2;;) {
    while (view.getUint8(at) !== 0xff) at++;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    if (marker === END_OF_IMAGE) break;
    if (isBare(marker)) continue;
    const end = at + view.getUint16(at);
    if (isStartOfFrame(marker)) {
      size = readFrame(marker, view, at + 2);
      isSequential = marker !== PROGRESSIVE;
    }
    if (marker === EXIF) orientation = readExif(bytes.subarray(at + 2, end), orientation);
    at = marker === START_OF_SCAN ? findScanEnd(bytes, end) : end;
    scanBytes += at - end;
    if (marker === START_OF_SCAN) scans++;
  }
  if (size === undefined || scans === 0) throw brokenImageError("it holds no picture");
  const dataError = findDataError(size.width * size.height, scans, isSequential ? scanBytes : undefined);
  return createHeader({ format: "jpeg", ...size, orientation, dataError });
}

function findDataError(pixels: number, scans: number, sequentialBytes: number | undefined): string | undefined {
  if (scans > MAX_SCANS || (scans > 1 && scans * pixels > MAX_SCANNED_PIXELS)) return "it has too many scans";
  const minBytes = pixels / 64 * MIN_BITS_A_BLOCK / 8;
  return sequentialBytes !== undefined && sequentialBytes < minBytes ? "most of its data is missing" : undefined;
}

type Size = Pick<Header, "width" | "height" | "isCmyk" | "fullChroma">;

function readFrame(marker: number, view: DataView, at: number): Size {
  // Baseline, extended and progressive Huffman coding; lossless and arithmetic coding are all but extinct.
  if (marker > 0xc2) throw unsupportedFormatError("a lossless or arithmetic JPEG");
  if (view.getUint8(at) !== 8) throw unsupportedFormatError("a JPEG with more than 8 bits");
  return {
    height: view.getUint16(at + 1),
    width: view.getUint16(at + 3),
    isCmyk: view.getUint8(at + 5) === 4,
    // The first component, light, has no more samples than the others.
    fullChroma: view.getUint8(at + 7) === 0x11,
  };
}

/** The first EXIF block counts; other metadata uses the same marker. */
function readExif(block: Uint8Array, known: number): number {
  const isExif = block[0] === 0x45 && block[1] === 0x78 && block[2] === 0x69 && block[3] === 0x66;
  return isExif && known === 1 ? readOrientation(block) : known;
}

/**
 * Finds the marker that ends a scan: in its data 0xff is followed by 0 or by a restart marker.
 *
 * @throws {ImageError} `broken_image` when there is none.
 */
export function findScanEnd(bytes: Uint8Array, start: number): number {
  for (let at = start;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw brokenImageError("it is cut off");
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

/** Tells a marker without content: restarts, start of image, and one for temporary use. */
export function isBare(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01 || marker === 0x00;
}

/** 0xc4, 0xc8 and 0xcc lie in the same range and mean tables. */
export function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
