import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** A box of the ISO base media file format; its content is at [start, end). */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Limits for files that consist of tiny parts: boxes and items of a file, images, and units (OBU) of an image. */
const MAX_PARTS = 10_000, MAX_IMAGES = 300, MAX_UNITS = 100;

/** The EXIF orientation by rotation (quarter turns to the left) and mirroring (none, upside down, left to right). */
const ORIENTATIONS = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]] as const;

/**
 * Reads the header of an AVIF. Of an image sequence it is that of the still image.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readAvifHeader(bytes: Uint8Array, view: DataView): Header {
  const meta = readMeta(view), properties = readProperties(view, meta);
  const valueOf = (name: string) => {
    const property = properties.find(({ type }) => type === name);
    return property && view.getUint8(property.start);
  };
  const sizes = properties.filter(({ type }) => type === "ispe").map(({ start }) => ({
    width: view.getUint32(start + 4),
    height: view.getUint32(start + 8),
  }));
  // Tiles and thumbnails are smaller than the image. If not, the decoded size differs, and the file is broken.
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined) throw brokenImageError("it contains no image");
  const images = readImageData(view, meta);
  if (images.length > MAX_IMAGES) throw brokenImageError(`it has more than ${MAX_IMAGES} images`);
  // The decoder allocates memory for the size in the AV1 data, so that size must be among those that are checked.
  for (const { width, height } of images.flatMap(({ start, end }) => readSequenceSizes(bytes.subarray(start, end)))) {
    const isKnown = sizes.some((size) => size.width === width && size.height === height);
    if (!isKnown) throw brokenImageError("its sizes contradict each other");
  }
  // The decoder takes 27 bytes for a pixel, twice as much as others.
  const framePixels = 2 * largest.width * largest.height;
  const axis = valueOf("imir"),
    orientation = ORIENTATIONS[(valueOf("irot") ?? 0) & 3]![axis === undefined ? 0 : 1 + (axis & 1)]!;
  return createHeader({ format: "avif", ...largest, framePixels, orientation });
}

/** Reads the colour information: an ICC profile, or the code points of primaries and transfer function. */
export function readAvifColour(bytes: Uint8Array, view: DataView): { icc?: Uint8Array; codePoints?: number[] } {
  const boxes = readProperties(view, readMeta(view)).filter(({ type }) => type === "colr");
  const find = (...kinds: string[]) => boxes.find(({ start }) => kinds.includes(textAt(view, start)));
  const profile = find("prof", "rICC"), nclx = find("nclx");
  if (profile !== undefined) return { icc: bytes.subarray(profile.start + 4, profile.end) };
  return nclx === undefined ? {} : { codePoints: [4, 6].map((offset) => view.getUint16(nclx.start + offset)) };
}

function readMeta(view: DataView): Box[] {
  const meta = readBoxes(view, 0, view.byteLength).find(({ type }) => type === "meta");
  if (meta === undefined) throw unsupportedFormatError("an AVIF without a still image");
  return readBoxes(view, meta.start + 4, meta.end);
}

function readProperties(view: DataView, meta: readonly Box[]): Box[] {
  const iprp = findBox(meta, "iprp"), ipco = findBox(readBoxes(view, iprp.start, iprp.end), "ipco");
  return readBoxes(view, ipco.start, ipco.end);
}

/** Reads where the AV1 data of all images is: items of the type `av01`, with one extent each in every usual file. */
function readImageData(view: DataView, meta: readonly Box[]): Pick<Box, "start" | "end">[] {
  const iinf = findBox(meta, "iinf"), iloc = findBox(meta, "iloc"), version = view.getUint8(iloc.start);
  const entries = readBoxes(view, iinf.start + (view.getUint8(iinf.start) === 0 ? 6 : 8), iinf.end);
  const ids = new Set(entries.map(({ start }) => {
    const idBytes = view.getUint8(start) === 2 ? 2 : 4;
    return textAt(view, start + 6 + idBytes) === "av01" ? readUint(view, start + 4, idBytes) : undefined;
  }));
  const data: { start: number; end: number }[] = [];
  let at = iloc.start + 4;
  const take = (bytes: number) => readUint(view, (at += bytes) - bytes, bytes);
  const sizes = take(2), idBytes = version < 2 ? 2 : 4, indexBytes = version === 0 ? 0 : sizes & 15;
  const offsetBytes = sizes >> 12, lengthBytes = sizes >> 8 & 15, items = take(idBytes);
  if (items > MAX_PARTS) throw brokenImageError(`it has more than ${MAX_PARTS} items`);
  for (let i = 0; i < items; i++) {
    const isImage = ids.has(take(idBytes)), method = version === 0 ? 0 : take(2) & 15;
    // The data reference, which is unused, precedes the base offset.
    take(2);
    const base = take(sizes >> 4 & 15),
      extents = take(2),
      next = at + extents * (indexBytes + offsetBytes + lengthBytes);
    if (isImage && (method !== 0 || extents !== 1)) throw unsupportedFormatError("an AVIF with scattered data");
    const start = base + readUint(view, at + indexBytes, offsetBytes);
    if (isImage) data.push({ start, end: start + readUint(view, at + indexBytes + offsetBytes, lengthBytes) });
    at = next;
  }
  return data;
}

const SEQUENCE_HEADER = 1;

/** Reads the frame sizes of the sequence headers in AV1 data (AV1 specification, 5.3 and 5.5). */
function readSequenceSizes(data: Uint8Array): { width: number; height: number }[] {
  const sizes: { width: number; height: number }[] = [];
  for (let at = 0, count = 0; at < data.length; count++) {
    if (count === MAX_UNITS) throw brokenImageError(`its AV1 data has more than ${MAX_UNITS} units`);
    const header = data[at]!, hasSize = (header & 2) !== 0;
    at += header & 4 ? 2 : 1;
    let size = 0;
    for (let shift = 0, byte = 128; hasSize && byte >= 128 && shift < 32; shift += 7) {
      byte = data[at++] ?? 0;
      size += (byte & 127) * 2 ** shift;
    }
    const end = hasSize ? at + size : data.length;
    if ((header >> 3 & 15) === SEQUENCE_HEADER) sizes.push(readSequenceSize(data.subarray(at, end)));
    at = end;
  }
  return sizes;
}

function readSequenceSize(data: Uint8Array): { width: number; height: number } {
  let bit = 0;
  const take = (bits: number): number => {
    let value = 0;
    for (let i = 0; i < bits; i++, bit++) value = 2 * value + ((data[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1);
    return value;
  };
  // seq_profile, still_picture and reduced_still_picture_header: with the last one, only the level precedes the size.
  if ((take(5) & 1) === 1) take(5);
  else {
    if (take(1) === 1) throw unsupportedFormatError("an AVIF with timing information");
    const hasDelay = take(1) === 1;
    for (let points = 1 + take(5); points > 0; points--) {
      take(12);
      if (take(5) > 7) take(1);
      if (hasDelay && take(1) === 1) take(4);
    }
  }
  const widthBits = 1 + take(4), heightBits = 1 + take(4);
  return { width: 1 + take(widthBits), height: 1 + take(heightBits) };
}

function findBox(boxes: readonly Box[], name: string): Box {
  const box = boxes.find(({ type }) => type === name);
  if (box === undefined) throw brokenImageError("it contains no image");
  return box;
}

function readBoxes(view: DataView, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end;) {
    const size = view.getUint32(at), head = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    if (length < head || at + length > end) throw brokenImageError("it is cut off");
    if (boxes.length === MAX_PARTS) throw brokenImageError(`it has more than ${MAX_PARTS} boxes`);
    boxes.push({ type: textAt(view, at + 4), start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

function readUint(view: DataView, at: number, bytes: number): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) value = value * 256 + view.getUint8(at + i);
  return value;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}
