import { startsWith, viewOf } from "../bytes.ts";
import { createHeader, type Header } from "./header.ts";
import { readOrientation } from "./orientation.ts";
import { assertFewParts, brokenImageError, unsupportedFormatError } from "../image_error.ts";
import type { Size } from "../pixels.ts";

/** A sequential file has at least two bits for each block of 8 × 8 pixels: one DC code and one end of block. */
const MIN_BITS_PER_BLOCK = 2;

/** The most segments before each scan. */
const MAX_SEGMENTS = 1000;

/** The most bytes of a file that belong to no segment. */
const MAX_SKIPPED_BYTES = 65_536;

/** How far EOI may be from the end of the file. Phones append videos, which contain its two bytes by chance. */
const END_BYTES = 1 << 17;

const APP1 = 0xe1, SOF2 = 0xc2;

/** The markers of a start of scan and of the end of the image. */
export const SOS = 0xda, EOI = 0xd9;

/** A marker segment of T.81, Annex B. */
export interface JpegSegment {
  readonly marker: number;
  readonly content: Uint8Array;
  /** Finds the entropy-coded data that follows a start of scan. Without it the next segments cannot be read. */
  readScan(): Uint8Array;
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
 * Reads the header of a JPEG up to its first scan, because finding the end of a scan takes too long.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function readJpegHeader(bytes: Uint8Array): Header {
  let frame: JpegFrame | undefined;
  let exif: Uint8Array | undefined;
  let scan: Uint8Array | undefined;
  for (const { marker, content } of readJpegSegments(bytes)) {
    if (isStartOfFrame(marker)) {
      if (frame !== undefined) throw brokenImageError("it has more than one frame header");
      frame = readJpegFrame(marker, content);
    }
    // The first EXIF block counts. Other metadata uses the same marker.
    if (marker === APP1 && startsWith(content, "Exif")) exif ??= content;
    if (marker !== SOS) continue;
    scan = bytes.subarray(content.byteOffset - bytes.byteOffset + content.length);
    break;
  }
  if (frame === undefined || scan === undefined) throw brokenImageError("it contains no image");
  const { width, height, isProgressive, components } = frame;
  // The data of a scan cannot contain EOI.
  const isCut = !hasEnd(scan.subarray(-END_BYTES));
  const isCmyk = components.length === 4;
  const orientation = exif ? readOrientation(exif) : 1;
  // The sampling factors of luma are 1, so chroma has as many samples.
  const fullChroma = components[0]!.h === 1 && components[0]!.v === 1;
  const isShort = !isProgressive && !isCut && scan.length < width * height / 64 * MIN_BITS_PER_BLOCK / 8;
  const dataError = isShort ? "most of its data is missing" : undefined;
  return createHeader({ format: "jpeg", width, height, isProgressive, isCmyk, fullChroma, orientation, dataError });
}

/** Returns whether the data contains EOI, which is searched from the end, where it mostly is. */
function hasEnd(data: Uint8Array): boolean {
  let at = data.lastIndexOf(EOI);
  while (at > 0 && data[at - 1] !== 0xff) at = data.lastIndexOf(EOI, at - 1);
  return at > 0;
}

/**
 * Reads the marker segments up to EOI, or as far as the file goes: the data of its last scan may be cut off.
 *
 * @throws {ImageError} `broken_image` if there are too many.
 */
export function* readJpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = viewOf(bytes);
  let at = 2;
  for (let count = 1, skipped = 0;; count++) {
    assertFewParts(count, "segments before a scan", MAX_SEGMENTS);
    // What is not a marker, and fill bytes before one.
    for (; at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0xff); at++) {
      skipped++;
      assertFewParts(skipped, "bytes between its segments", MAX_SKIPPED_BYTES);
    }
    const marker = bytes[at + 1];
    at += 2;
    const start = at;
    if (marker === undefined) return;
    if (isStandalone(marker)) continue;
    const isEnd = marker === EOI;
    if (!isEnd && start + 2 > bytes.length) return;
    const end = isEnd ? start : start + view.getUint16(start);
    if (end > bytes.length) return;
    at = end;
    const readScan = () => {
      at = findScanEnd(bytes, end);
      return bytes.subarray(end, at);
    };
    yield { marker, content: bytes.subarray(isEnd ? end : start + 2, end), readScan };
    if (isEnd) return;
    if (marker === SOS) count = 0;
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
 */
export function readJpegFrame(marker: number, content: Uint8Array): JpegFrame {
  // Baseline, extended and progressive Huffman coding. Lossless and arithmetic coding are hardly used.
  if (marker > SOF2) throw unsupportedFormatError("a lossless or arithmetic JPEG");
  const view = viewOf(content);
  if (view.getUint8(0) !== 8) throw unsupportedFormatError("a JPEG with more than 8 bits per sample");
  const count = view.getUint8(5);
  if (![1, 3, 4].includes(count)) throw unsupportedFormatError(`a JPEG with ${count} components`);
  const components = Array.from({ length: count }, (_, i) => {
    const at = 6 + i * 3;
    const sampling = view.getUint8(at + 1);
    const h = sampling >> 4, v = sampling & 15;
    if (h === 0 || h > 4 || v === 0 || v > 4) throw brokenImageError();
    return { id: view.getUint8(at), h, v, quantizationSlot: view.getUint8(at + 2) };
  });
  return { width: view.getUint16(3), height: view.getUint16(1), isProgressive: marker === SOF2, components };
}

/**
 * Finds the marker after a scan, or the end of the file. In its data, 0xff precedes 0 or is part of a restart marker.
 */
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
