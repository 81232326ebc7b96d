import { textAt, viewOf } from "../bytes.ts";
import { IMAGE_FORMATS } from "../format.ts";
import { createHeader, type Header } from "./header.ts";
import { readOrientation } from "./orientation.ts";
import { assertFewParts, brokenImageError, unsupportedFormatError } from "../image_error.ts";
import type { Size, StoredFrame } from "../pixels.ts";

/** The position of the first chunk: after `RIFF`, the file size and `WEBP`. */
const FIRST_CHUNK = 12;

/** The longest side of a VP8 or VP8L bitstream. */
const { maxSide } = IMAGE_FORMATS.webp;

/** The size of the fields of an ANMF chunk, which precede the chunks of its frame. */
const FRAME_HEADER_BYTES = 16;

/** A RIFF chunk; its payload is at [start, end). */
export interface WebpChunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly isCut: boolean;
}

/** One frame of an animation: an ANMF chunk. */
export interface WebpFrame extends StoredFrame {
  /** The position of the chunks ALPH, VP8 or VP8L of the frame. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the header of a WebP and counts its frames.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readWebpHeader(bytes: Uint8Array): Header {
  const view = viewOf(bytes);
  const chunks = readWebpChunks(bytes);
  const exif = chunks.find(({ type }) => type === "EXIF");
  const orientation = exif === undefined ? 1 : readOrientation(bytes.subarray(exif.start, exif.end));
  if (chunks.some(({ type }) => type === "ANMF")) return { ...readAnimation(bytes, chunks), orientation };
  const bitstream = readBitstream(view, chunks);
  const canvas = chunks[0]?.type === "VP8X" ? readCanvas(view, chunks[0]) : bitstream;
  // The decoder uses the size of the bitstream, so a smaller canvas would hide a decompression bomb.
  if (!isSameSize(canvas, bitstream)) throw brokenImageError("its sizes contradict each other");
  return createHeader({
    format: "webp",
    ...bitstream,
    lossless: bitstream.lossless,
    fullChroma: bitstream.lossless,
    orientation,
    // The decoder only reads complete files.
    dataError: chunks.some(({ isCut }) => isCut) ? "it is cut off" : undefined,
  });
}

/**
 * Reads the chunks of a file. If it is cut off in its last chunk, `isCut` is set, and the chunk ends with the file.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readWebpChunks(bytes: Uint8Array): WebpChunk[] {
  const view = viewOf(bytes);
  return readChunks(view, FIRST_CHUNK, Math.min(view.getUint32(4, true) + 8, view.byteLength));
}

/** Returns the complete frames of an animation. */
export function readWebpFrames(bytes: Uint8Array, chunks: readonly WebpChunk[] = readWebpChunks(bytes)): WebpFrame[] {
  const view = viewOf(bytes);
  return chunks.filter(({ type, isCut }) => type === "ANMF" && !isCut).map((chunk) => readFrame(view, chunk));
}

function readAnimation(bytes: Uint8Array, chunks: readonly WebpChunk[]): Header {
  const view = viewOf(bytes);
  const first = chunks[0];
  if (first?.type !== "VP8X") throw brokenImageError("its WebP chunks are out of order");
  const canvas = readCanvas(view, first);
  // Only the canvas of an animation can be larger than a bitstream, and no encoder could write it again.
  if (Math.max(canvas.width, canvas.height) > maxSide) {
    throw unsupportedFormatError(`a WebP with more than ${maxSide} pixels a side`);
  }
  const frames = readWebpFrames(bytes, chunks);
  if (frames.length === 0) throw brokenImageError("it is cut off");
  let lossless = true;
  let count = 0;
  for (const frame of frames) {
    const parts = readChunks(view, frame.start, frame.end);
    count += parts.length;
    assertFewParts(count, "chunks");
    if (parts.some(({ isCut }) => isCut)) throw brokenImageError("it is cut off");
    const bitstream = readBitstream(view, parts);
    if (!isSameSize(frame, bitstream)) throw brokenImageError("its sizes contradict each other");
    if (frame.left + frame.width > canvas.width || frame.top + frame.height > canvas.height) {
      throw brokenImageError("a frame exceeds its canvas");
    }
    lossless &&= bitstream.lossless;
  }
  const animation = chunks.find(({ type }) => type === "ANIM");
  return createHeader({
    format: "webp",
    ...canvas,
    frames: frames.length,
    loop: animation === undefined ? 0 : view.getUint16(animation.start + 4, true),
    totalPixels: canvas.width * canvas.height * frames.length,
    lossless,
    fullChroma: lossless,
  });
}

function readFrame(view: DataView, { start, end }: WebpChunk): WebpFrame {
  const flags = view.getUint8(start + 15);
  return {
    left: 2 * readUint24(view, start),
    top: 2 * readUint24(view, start + 3),
    width: readUint24(view, start + 6) + 1,
    height: readUint24(view, start + 9) + 1,
    delay: readUint24(view, start + 12),
    isBlended: (flags & 2) === 0,
    disposal: flags & 1 ? "background" : "none",
    start: start + FRAME_HEADER_BYTES,
    end,
  };
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function readCanvas(view: DataView, { start }: WebpChunk): Size {
  return { width: readUint24(view, start + 4) + 1, height: readUint24(view, start + 7) + 1 };
}

function readBitstream(view: DataView, chunks: readonly WebpChunk[]): Size & { lossless: boolean } {
  for (const { type, start } of chunks) {
    if (type === "VP8L") {
      const bits = view.getUint32(start + 1, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, lossless: true };
    }
    if (type !== "VP8 ") continue;
    const width = view.getUint16(start + 6, true) & 0x3fff;
    return { width, height: view.getUint16(start + 8, true) & 0x3fff, lossless: false };
  }
  throw brokenImageError("it contains no image");
}

function readChunks(view: DataView, first: number, last: number): WebpChunk[] {
  const chunks: WebpChunk[] = [];
  for (let at = first; at + 8 <= last;) {
    const type = textAt(view, at);
    const start = at + 8, end = start + view.getUint32(at + 4, true);
    chunks.push({ type, start, end: Math.min(end, last), isCut: end > last });
    assertFewParts(chunks.length, "chunks");
    // Chunks are padded to an even size.
    at = end + (end & 1);
  }
  return chunks;
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
