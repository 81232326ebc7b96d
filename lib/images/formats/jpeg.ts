import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { readOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/**
 * The most pixels of all scans together: 16 scans of the largest image, while progressive files have about ten. Each
 * scan can cover the whole image, so without a limit a file of a few kilobytes could take minutes.
 */
const MAX_SCANNED_PIXELS = 400_000_000;

/** The most scans of a small image. */
const MAX_SCANS = 500;

/** A sequential file has at least two bits for each block of 8 × 8 pixels: one DC code and one end of block. */
const MIN_BITS_PER_BLOCK = 2;

const APP1 = 0xe1, SOF2 = 0xc2;

/** The markers of a start of scan and of the end of the image. */
export const SOS = 0xda, EOI = 0xd9;

/** A marker segment of T.81, Annex B. */
export interface JpegSegment {
  readonly marker: number;
  readonly content: Uint8Array;
  /** The entropy-coded data that follows a start of scan; empty for other segments. */
  readonly data: Uint8Array;
}

/**
 * Reads the header of a JPEG. It reads the file to its end, to count the scans.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readJpegHeader(bytes: Uint8Array, view: DataView): Header {
  let frame: Frame | undefined;
  let orientation = 1;
  let scans = 0, scanBytes = 0, isSequential = true, hasEnd = false;
  for (const { marker, content, data } of readJpegSegments(bytes, view)) {
    if (isStartOfFrame(marker)) {
      frame = readFrame(marker, content);
      isSequential = !isProgressive(marker);
    }
    // The first EXIF block counts. Other metadata uses the same marker.
    if (marker === APP1 && orientation === 1 && isExif(content)) orientation = readOrientation(content);
    if (marker === SOS) scans++;
    scanBytes += data.length;
    hasEnd = marker === EOI;
  }
  if (frame === undefined || scans === 0) throw brokenImageError("it contains no image");
  const dataError = findDataError(frame.width * frame.height, scans, isSequential && hasEnd ? scanBytes : undefined);
  return createHeader({ format: "jpeg", ...frame, orientation, isCut: !hasEnd, dataError });
}

/** Reads the marker segments up to EOI, or as far as the file goes: the data of its last scan may be cut off. */
export function* readJpegSegments(bytes: Uint8Array, view: DataView): Generator<JpegSegment> {
  for (let at = 2;;) {
    while (at < bytes.length && bytes[at] !== 0xff) at++;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++];
    if (marker === EOI) return yield { marker, content: bytes.subarray(at, at), data: bytes.subarray(at, at) };
    if (marker === undefined) return;
    if (isStandalone(marker)) continue;
    const end = at + 2 > bytes.length ? Infinity : at + view.getUint16(at);
    if (end > bytes.length) return;
    const content = bytes.subarray(at + 2, end);
    at = marker === SOS ? findScanEnd(bytes, end) : end;
    yield { marker, content, data: bytes.subarray(end, at) };
  }
}

/** Returns whether a marker is a start of frame. 0xc4, 0xc8 and 0xcc are in the same range, but are not. */
export function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Returns whether a start of frame begins a progressive image. */
export function isProgressive(marker: number): boolean {
  return marker === SOF2;
}

function findDataError(pixels: number, scans: number, sequentialBytes: number | undefined): string | undefined {
  if (scans > MAX_SCANS || (scans > 1 && scans * pixels > MAX_SCANNED_PIXELS)) return "it has too many scans";
  const minBytes = pixels / 64 * MIN_BITS_PER_BLOCK / 8;
  return sequentialBytes !== undefined && sequentialBytes < minBytes ? "most of its data is missing" : undefined;
}

type Frame = Pick<Header, "width" | "height" | "isCmyk" | "fullChroma">;

function readFrame(marker: number, content: Uint8Array): Frame {
  // Baseline, extended and progressive Huffman coding. Lossless and arithmetic coding are hardly used.
  if (marker > SOF2) throw unsupportedFormatError("a lossless or arithmetic JPEG");
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (view.getUint8(0) !== 8) throw unsupportedFormatError("a JPEG with more than 8 bits per sample");
  return {
    height: view.getUint16(1),
    width: view.getUint16(3),
    isCmyk: view.getUint8(5) === 4,
    // The sampling factors of luma are 1, so chroma has as many samples.
    fullChroma: view.getUint8(7) === 0x11,
  };
}

function isExif(content: Uint8Array): boolean {
  return content[0] === 0x45 && content[1] === 0x78 && content[2] === 0x69 && content[3] === 0x66;
}

/** Finds the marker after a scan, or the end of the file. In its data, 0xff precedes 0 or is part of a restart marker. */
function findScanEnd(bytes: Uint8Array, start: number): number {
  for (let at = start;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !isStandalone(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

/** Returns whether a marker has no segment: RST0 to RST7, SOI, TEM, and the stuffed zero. */
function isStandalone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01 || marker === 0x00;
}
