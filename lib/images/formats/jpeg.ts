import { startsWith, viewOf } from "@/lib/images/bytes.ts";
import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { readOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";
import type { Size } from "@/lib/images/pixels.ts";

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

/** A frame header (B.2.2). */
export interface JpegFrame extends Size {
  readonly isProgressive: boolean;
  readonly components: readonly JpegComponent[];
}

/** A component of a frame: its id, its sampling factors H and V, and its quantization table Tq. */
export interface JpegComponent {
  readonly id: number;
  readonly h: number;
  readonly v: number;
  readonly quantizationSlot: number;
}

/**
 * Reads the header of a JPEG. It reads the file to its end, to count the scans.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readJpegHeader(bytes: Uint8Array): Header {
  let frame: JpegFrame | undefined;
  let orientation = 1, scans = 0, scanBytes = 0, hasEnd = false;
  for (const { marker, content, data } of readJpegSegments(bytes)) {
    if (isStartOfFrame(marker)) frame = readJpegFrame(marker, content);
    // The first EXIF block counts. Other metadata uses the same marker.
    if (marker === APP1 && orientation === 1 && startsWith(content, "Exif")) orientation = readOrientation(content);
    if (marker === SOS) scans++;
    scanBytes += data.length;
    hasEnd = marker === EOI;
  }
  if (frame === undefined || scans === 0) throw brokenImageError("it contains no image");
  const { width, height, isProgressive, components } = frame;
  const isCmyk = components.length === 4;
  // The sampling factors of luma are 1, so chroma has as many samples.
  const fullChroma = components[0]!.h === 1 && components[0]!.v === 1;
  const dataError = findDataError(width * height, scans, isProgressive || !hasEnd ? undefined : scanBytes);
  return createHeader({ format: "jpeg", width, height, isCmyk, fullChroma, orientation, isCut: !hasEnd, dataError });
}

/** Reads the marker segments up to EOI, or as far as the file goes: the data of its last scan may be cut off. */
export function* readJpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = viewOf(bytes);
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

/**
 * Reads a frame header with one, three or four components.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the segment is too short.
 */
export function readJpegFrame(marker: number, content: Uint8Array): JpegFrame {
  // Baseline, extended and progressive Huffman coding. Lossless and arithmetic coding are hardly used.
  if (marker > SOF2) throw unsupportedFormatError("a lossless or arithmetic JPEG");
  const view = viewOf(content);
  if (view.getUint8(0) !== 8) throw unsupportedFormatError("a JPEG with more than 8 bits per sample");
  const count = view.getUint8(5);
  if (![1, 3, 4].includes(count)) throw unsupportedFormatError(`a JPEG with ${count} components`);
  const components = Array.from({ length: count }, (_, i) => {
    const at = 6 + i * 3, sampling = view.getUint8(at + 1), h = sampling >> 4, v = sampling & 15;
    if (h === 0 || h > 4 || v === 0 || v > 4) throw brokenImageError();
    return { id: view.getUint8(at), h, v, quantizationSlot: view.getUint8(at + 2) };
  });
  return { width: view.getUint16(3), height: view.getUint16(1), isProgressive: marker === SOF2, components };
}

function findDataError(pixels: number, scans: number, sequentialBytes: number | undefined): string | undefined {
  if (scans > MAX_SCANS || (scans > 1 && scans * pixels > MAX_SCANNED_PIXELS)) return "it has too many scans";
  const minBytes = pixels / 64 * MIN_BITS_PER_BLOCK / 8;
  return sequentialBytes !== undefined && sequentialBytes < minBytes ? "most of its data is missing" : undefined;
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
