import { concat, textAt, viewOf } from "../bytes.ts";
import { assertFewParts, brokenImageError } from "../image_error.ts";
import { type Box, readBoxes } from "./boxes.ts";

/** The most frames in the data of one image: its layers (AV1 Image File Format, 2.3.2.3). */
const MAX_FRAMES = 4;

/** The types of the units (OBU) that begin a frame: its header alone, or with its tiles. */
const FRAME_HEADER = 3, FRAME = 6;

/** The flags in the first byte of a unit: another byte follows, and a length. */
const HAS_EXTENSION = 4, HAS_LENGTH = 2;

/** A part of a file, as [start, end). */
type Extent = readonly [start: number, end: number];

/**
 * Checks that the data of no image has more frames than layers. The decoder decodes all of them to show the last one,
 * and nothing can stop it: 20 MB of small frames would occupy a worker for an hour. `boxes` are those of the `meta` box
 * or, in a sequence, all of the file.
 *
 * @throws {ImageError} `broken_image`.
 */
export function assertFewFrames(bytes: Uint8Array, boxes: readonly Box[]): void {
  const view = viewOf(bytes);
  let units = 0, joinedBytes = 0;
  for (const extents of [...readImageExtents(view, boxes), ...readFirstSamples(view, boxes)]) {
    const parts = extents.map(([start, end]) => bytes.subarray(start, end));
    if (parts.length > 1) joinedBytes += parts.reduce((sum, { length }) => sum + length, 0);
    // They could overlap, and joining them would take any time.
    if (joinedBytes > bytes.length) throw brokenImageError("its parts overlap");
    const types = readUnits(parts.length === 1 ? parts[0]! : concat(parts));
    units += types.length;
    assertFewParts(units, "AV1 units");
    const frames = types.filter((type) => type === FRAME_HEADER || type === FRAME).length;
    if (frames > MAX_FRAMES) throw brokenImageError(`an image in it has more than ${MAX_FRAMES} frames`);
  }
}

/** Returns the types of the units of AV1 data (AV1 specification, 5.3). */
function readUnits(data: Uint8Array): number[] {
  const types: number[] = [];
  for (let at = 0; at < data.length;) {
    const head = data[at]!;
    types.push((head >> 3) & 15);
    assertFewParts(types.length, "AV1 units");
    at += head & HAS_EXTENSION ? 2 : 1;
    // Without a length it ends with the data.
    if (!(head & HAS_LENGTH)) break;
    let length = 0, byte = 128;
    // Seven bits in each byte, the lowest first, and a flag if another one follows.
    for (let i = 0; i < 8 && byte >= 128; i++) length += ((byte = data[at++] ?? 0) & 127) * 2 ** (7 * i);
    at += length;
  }
  return types;
}

/** Reads where the data of each still image is (ISO/IEC 14496-12, 8.11.3). */
function readImageExtents(view: DataView, boxes: readonly Box[]): Extent[][] {
  const iloc = boxes.find(({ type }) => type === "iloc");
  if (iloc === undefined) return [];
  const images = readImageNumbers(view, boxes);
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
  let parts = 0;
  for (let left = read(numberBytes); left > 0; left--) {
    assertFewParts(++parts, "parts");
    const image = read(numberBytes);
    // The data is in the file, or in the box `idat`.
    const start = version > 0 && (read(2) & 15) === 1 ? idat : 0;
    read(2);
    const base = start + read(baseBytes);
    const extents = found.get(image) ?? [];
    if (images.has(image)) found.set(image, extents);
    for (let count = read(2); count > 0; count--) {
      assertFewParts(++parts, "parts");
      read(indexBytes);
      const offset = base + read(offsetBytes);
      const length = read(lengthBytes);
      extents.push([offset, length === 0 ? view.byteLength : offset + length]);
    }
  }
  return [...found.values()].filter((extents) => extents.length > 0);
}

/** Reads which items are AV1 images, and not metadata. */
function readImageNumbers(view: DataView, boxes: readonly Box[]): Set<number> {
  const numbers = new Set<number>();
  for (const { start, end } of boxes.filter(({ type }) => type === "iinf")) {
    for (const entry of readBoxes(view, start + (view.getUint8(start) === 0 ? 6 : 8), end)) {
      const isLong = view.getUint8(entry.start) > 2;
      const isImage = textAt(view, entry.start + (isLong ? 10 : 8)) === "av01";
      if (isImage) numbers.add(isLong ? view.getUint32(entry.start + 4) : view.getUint16(entry.start + 4));
    }
  }
  return numbers;
}

/** Reads where the first image of each track of a sequence is: the only one that is decoded. */
function readFirstSamples(view: DataView, boxes: readonly Box[]): Extent[][] {
  const open = (parents: readonly Box[], name: string) =>
    parents.filter(({ type }) => type === name).flatMap(({ start, end }) => readBoxes(view, start, end));
  return open(boxes, "moov").filter(({ type }) => type === "trak").flatMap((track) => {
    const table = ["trak", "mdia", "minf", "stbl"].reduce(open, [track] as readonly Box[]);
    const find = (...names: string[]) => table.find(({ type }) => names.includes(type));
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
