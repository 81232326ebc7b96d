import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** A box of the ISO base media file format; its content is at [start, end). */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A limit for files that consist of tiny boxes. */
const MAX_BOXES = 10_000;

/** The EXIF orientation by rotation (quarter turns to the left) and mirroring (none, upside down, left to right). */
const ORIENTATIONS = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]] as const;

/**
 * Reads the header of an AVIF. Of an image sequence it is that of the still image.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 * @throws {RangeError} When the file ends too early.
 */
export function readAvifHeader(_bytes: Uint8Array, view: DataView): Header {
  const properties = readProperties(view);
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
  // The decoder takes twice as much memory for a pixel as others.
  const framePixels = 2 * largest.width * largest.height;
  const turns = (valueOf("irot") ?? 0) & 3, axis = valueOf("imir"), mirror = axis === undefined ? 0 : 1 + (axis & 1);
  return createHeader({ format: "avif", ...largest, framePixels, orientation: ORIENTATIONS[turns]![mirror]! });
}

/** Reads the colour information: an ICC profile, or the code points of primaries and transfer function. */
export function readAvifColour(bytes: Uint8Array, view: DataView): { icc?: Uint8Array; codePoints?: number[] } {
  const boxes = readProperties(view).filter(({ type }) => type === "colr");
  const find = (...kinds: string[]) => boxes.find(({ start }) => kinds.includes(textAt(view, start)));
  const profile = find("prof", "rICC"), nclx = find("nclx");
  if (profile !== undefined) return { icc: bytes.subarray(profile.start + 4, profile.end) };
  return nclx === undefined ? {} : { codePoints: [4, 6].map((offset) => view.getUint16(nclx.start + offset)) };
}

/** Reads the properties of all images in a file: of the still image, its tiles and its alpha plane. */
function readProperties(view: DataView): Box[] {
  const meta = readBoxes(view, 0, view.byteLength).find(({ type }) => type === "meta");
  if (meta === undefined) throw unsupportedFormatError("an AVIF without a still image");
  const iprp = findBox(readBoxes(view, meta.start + 4, meta.end), "iprp");
  const ipco = findBox(readBoxes(view, iprp.start, iprp.end), "ipco");
  return readBoxes(view, ipco.start, ipco.end);
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
    if (boxes.length === MAX_BOXES) throw brokenImageError(`it has more than ${MAX_BOXES} boxes`);
    boxes.push({ type: textAt(view, at + 4), start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}
