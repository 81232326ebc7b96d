import { concat, textAt } from "../bytes.ts";
import { brokenImageError } from "../image_error.ts";
import { readMaxFramePixels } from "./av1_sequence_header.ts";
import type { Box, BoxReader } from "./boxes.ts";

/** The most frames in the data of one image, its layers, and the most sequence headers: one before each (2.3.2.3). */
const MAX_FRAMES = 4;

/** The types of units (OBU): a sequence header, and those that begin a frame, its header alone or with its tiles. */
const SEQUENCE_HEADER = 1, FRAME_HEADER = 3, FRAME = 6;

/** The flags in the first byte of a unit: another byte follows, and a length. */
const HAS_EXTENSION = 4, HAS_LENGTH = 2;

/** A part of a file, as [start, end). */
export type Extent = readonly [start: number, end: number];

/** An image of a file that is AV1 data. */
export interface CodedImage {
  /** Where its data is. */
  readonly extents: readonly Extent[];
  /** The pixels that the file says it has. The decoder scales what it decoded to that size. */
  readonly statedPixels: number;
}

/**
 * Counts the pixels of all images that are decoded or to which they are scaled: nothing can stop the decoder. A file of
 * 1 MB can have thousands of tiles with the same data, which is much larger than a tile and would take 15 minutes.
 *
 * @throws {ImageError} `broken_image`, also if the data of an image has more frames than layers: the decoder decodes
 * all of them to show the last one, and 20 MB of small frames would take an hour.
 */
export function countDecodedPixels(reader: BoxReader, images: readonly CodedImage[]): number {
  const { buffer, byteOffset, byteLength } = reader.view;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let pixels = 0, joinedBytes = 0;
  for (const { extents, statedPixels } of images) {
    const parts = extents.map(([start, end]) => bytes.subarray(start, end));
    if (parts.length > 1) joinedBytes += parts.reduce((sum, { length }) => sum + length, 0);
    // They could overlap, and joining them would take any time.
    if (joinedBytes > bytes.length) throw brokenImageError("its parts overlap");
    const data = parts.length === 1 ? parts[0]! : concat(parts);
    pixels += Math.max(countFramePixels(data, readUnits(reader, data)), statedPixels);
  }
  return pixels;
}

/** Counts the pixels of the frames in the data of an image, each as large as its sequence header allows. */
function countFramePixels(data: Uint8Array, units: readonly Unit[]): number {
  let pixels = 0, frames = 0, headers = 0, maxFramePixels = 0;
  for (const { type, start, end } of units) {
    if (type === SEQUENCE_HEADER) {
      if (++headers > MAX_FRAMES) throw brokenImageError(`an image in it has more than ${MAX_FRAMES} sequence headers`);
      maxFramePixels = Math.max(maxFramePixels, readMaxFramePixels(data.subarray(start, end)));
    }
    if (type !== FRAME_HEADER && type !== FRAME) continue;
    // The decoder would use that of the image before.
    if (maxFramePixels === 0) throw brokenImageError("an image in it has no sequence header");
    pixels += maxFramePixels;
    frames++;
    if (frames > MAX_FRAMES) throw brokenImageError(`an image in it has more than ${MAX_FRAMES} frames`);
  }
  return pixels;
}

/** A unit of AV1 data; its content is at [start, end). */
interface Unit {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the units of AV1 data (AV1 specification, 5.3). */
function readUnits(reader: BoxReader, data: Uint8Array): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < data.length;) {
    reader.countParts(1);
    const head = data[at]!;
    at += head & HAS_EXTENSION ? 2 : 1;
    let length = 0, byte = head & HAS_LENGTH ? 128 : 0;
    // Seven bits in each byte, the lowest first, and a flag if another one follows.
    for (let i = 0; i < 8 && byte >= 128; i++) length += ((byte = data[at++] ?? 0) & 127) * 2 ** (7 * i);
    // Without a length it ends with the data.
    const end = head & HAS_LENGTH ? at + length : data.length;
    units.push({ type: (head >> 3) & 15, start: at, end });
    at = end;
  }
  return units;
}

/**
 * Reads where the data of each still image is, by its number (ISO/IEC 14496-12, 8.11.3). `boxes` are those of the
 * `meta` box.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readImageExtents(reader: BoxReader, boxes: readonly Box[]): Map<number, Extent[]> {
  const { view } = reader;
  const iloc = boxes.find(({ type }) => type === "iloc");
  if (iloc === undefined) return new Map();
  const images = readImageNumbers(reader, boxes);
  const idat = boxes.find(({ type }) => type === "idat")?.start ?? 0;
  const version = view.getUint8(iloc.start);
  const sizes = view.getUint16(iloc.start + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15] as const;
  const indexBytes = version > 0 ? sizes & 15 : 0;
  const numberBytes = version < 2 ? 2 : 4;
  let at = iloc.start + 6;
  const read = (length: number) => {
    let value = 0;
    for (const end = at + length; at < end; at++) value = value * 256 + view.getUint8(at);
    return value;
  };
  const found = new Map<number, Extent[]>();
  for (let left = read(numberBytes); left > 0; left--) {
    reader.countParts(1);
    const image = read(numberBytes);
    // The data is in the file, or in the box `idat`.
    const start = version > 0 && (read(2) & 15) === 1 ? idat : 0;
    read(2);
    const base = start + read(baseBytes);
    const extents = found.get(image) ?? [];
    if (images.has(image)) found.set(image, extents);
    for (let count = read(2); count > 0; count--) {
      reader.countParts(1);
      read(indexBytes);
      const offset = base + read(offsetBytes);
      const length = read(lengthBytes);
      extents.push([offset, length === 0 ? view.byteLength : offset + length]);
    }
  }
  return found;
}

/** Reads which items are AV1 images, and not metadata. */
function readImageNumbers(reader: BoxReader, boxes: readonly Box[]): Set<number> {
  const { view } = reader;
  const numbers = new Set<number>();
  for (const { start, end } of boxes.filter(({ type }) => type === "iinf")) {
    for (const entry of reader.read(start + (view.getUint8(start) === 0 ? 6 : 8), end)) {
      const isLong = view.getUint8(entry.start) > 2;
      const isImage = textAt(view, entry.start + (isLong ? 10 : 8)) === "av01";
      if (isImage) numbers.add(isLong ? view.getUint32(entry.start + 4) : view.getUint16(entry.start + 4));
    }
  }
  return numbers;
}

/**
 * Reads where the first image of each track of a sequence is: the only one that is decoded.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readFirstSamples(reader: BoxReader): Extent[][] {
  const { view } = reader;
  const open = (parents: readonly Box[], name: string) =>
    parents.filter(({ type }) => type === name).flatMap(({ start, end }) => reader.read(start, end));
  return open(reader.read(), "moov").filter(({ type }) => type === "trak").flatMap((track) => {
    const table = ["trak", "mdia", "minf", "stbl"].reduce(open, [track] as readonly Box[]);
    const find = (...names: string[]) => {
      const [box, ...others] = table.filter(({ type }) => names.includes(type));
      // The decoder joins them, so that the first sample could be another one.
      if (others.length > 0) throw brokenImageError("a track in it has several tables of samples");
      return box;
    };
    const chunks = find("stco", "co64"), lengths = find("stsz");
    if (chunks === undefined || lengths === undefined) return [];
    const isLong = chunks.type === "co64";
    const start = (isLong ? 2 ** 32 * view.getUint32(chunks.start + 8) : 0) +
      view.getUint32(chunks.start + (isLong ? 12 : 8));
    // One length for all, or a list.
    const length = view.getUint32(lengths.start + 4) || view.getUint32(lengths.start + 12);
    return [[[start, start + length] as const]];
  });
}
