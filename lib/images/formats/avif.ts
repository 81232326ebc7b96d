import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** A box of the ISO base media file format; its content is at [start, end). */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

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
  const valueOf = (name: string) => view.getUint8(properties.find(({ type }) => type === name)?.start ?? 0);
  const has = (name: string) => properties.some(({ type }) => type === name);
  const sizes = properties.filter(({ type }) => type === "ispe").map(({ start }) => ({
    width: view.getUint32(start + 4),
    height: view.getUint32(start + 8),
  }));
  // Tiles and thumbnails are smaller than the image. If not, the decoded size differs, and the file is broken.
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined) throw brokenImageError("it contains no image");
  for (const { start, end } of readImageData(view, meta)) {
    // The decoder allocates memory for the size in the AV1 data, so that size must be among those that are checked.
    for (const { width, height } of readSequenceSizes(bytes.subarray(start, end))) {
      const isKnown = sizes.some((size) => size.width === width && size.height === height);
      if (!isKnown) throw brokenImageError("its sizes contradict each other");
    }
  }
  // The decoder takes 27 bytes for a pixel, twice as much as others.
  const framePixels = 2 * largest.width * largest.height;
  const orientation =
    ORIENTATIONS[has("irot") ? valueOf("irot") & 3 : 0]![has("imir") ? 1 + (valueOf("imir") & 1) : 0]!;
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
  const iinf = findBox(meta, "iinf"), { start } = findBox(meta, "iloc");
  const entries = readBoxes(view, iinf.start + (view.getUint8(iinf.start) === 0 ? 6 : 8), iinf.end);
  const ids = new Set(entries.map(({ start }) => {
    const idBytes = view.getUint8(start) === 2 ? 2 : 4;
    return textAt(view, start + 6 + idBytes) === "av01" ? readUint(view, start + 4, idBytes) : undefined;
  }));
  const version = view.getUint8(start), idBytes = version < 2 ? 2 : 4, sizes = view.getUint16(start + 4);
  const [offsetBytes, lengthBytes, baseBytes, last] = [12, 8, 4, 0].map((shift) => sizes >> shift & 15) as number[];
  const indexBytes = version === 0 ? 0 : last!;
  const data: { start: number; end: number }[] = [];
  let at = start + 6 + idBytes;
  for (let left = readUint(view, start + 6, idBytes); left > 0; left--) {
    const isImage = ids.has(readUint(view, at, idBytes)),
      method = version === 0 ? 0 : view.getUint16(at + idBytes) & 15;
    at += idBytes + (version === 0 ? 2 : 4);
    const base = readUint(view, at, baseBytes!), extents = view.getUint16(at + baseBytes!);
    at += baseBytes! + 2;
    if (isImage && (method !== 0 || extents !== 1)) throw unsupportedFormatError("an AVIF with scattered data");
    const offset = base + readUint(view, at + indexBytes, offsetBytes!);
    if (isImage) {
      data.push({ start: offset, end: offset + readUint(view, at + indexBytes + offsetBytes!, lengthBytes!) });
    }
    at += extents * (indexBytes + offsetBytes! + lengthBytes!);
  }
  return data;
}

const SEQUENCE_HEADER = 1;

/** Reads the frame sizes of the sequence headers in AV1 data (AV1 specification, 5.3 and 5.5). */
function* readSequenceSizes(data: Uint8Array): Generator<{ width: number; height: number }> {
  for (let at = 0; at < data.length;) {
    const header = data[at]!, hasSize = (header & 2) !== 0;
    at += header & 4 ? 2 : 1;
    let size = 0;
    for (let shift = 0, byte = 128; hasSize && byte >= 128 && shift < 32; shift += 7) {
      byte = data[at++] ?? 0;
      size += (byte & 127) * 2 ** shift;
    }
    const end = hasSize ? at + size : data.length;
    if ((header >> 3 & 15) === SEQUENCE_HEADER) yield readSequenceSize(data.subarray(at, end));
    at = end;
  }
}

function readSequenceSize(data: Uint8Array): { width: number; height: number } {
  let bit = 0;
  const read = (bits: number): number => {
    let value = 0;
    for (let i = 0; i < bits; i++, bit++) value = 2 * value + ((data[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1);
    return value;
  };
  // seq_profile and still_picture; with reduced_still_picture_header only the level precedes the size.
  if ((read(5) & 1) === 1) read(5);
  else {
    if (read(1) === 1) throw unsupportedFormatError("an AVIF with timing information");
    const hasDelay = read(1) === 1;
    for (let points = 1 + read(5); points > 0; points--) {
      read(12);
      if (read(5) > 7) read(1);
      if (hasDelay && read(1) === 1) read(4);
    }
  }
  const widthBits = 1 + read(4), heightBits = 1 + read(4);
  return { width: 1 + read(widthBits), height: 1 + read(heightBits) };
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
