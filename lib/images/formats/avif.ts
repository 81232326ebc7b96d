import { textAt, viewOf } from "../bytes.ts";
import { assertFewParts, brokenImageError, unsupportedFormatError } from "../image_error.ts";
import { createHeader, type Header } from "./header.ts";

/** A box of the ISO base media file format; its content is at [start, end). */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The EXIF orientation by rotation (quarter turns to the left) and mirroring (none, upside down, left to right). */
const ORIENTATIONS = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]] as const;

/**
 * Reads the header of an AVIF: that of its primary image.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function readAvifHeader(bytes: Uint8Array): Header {
  const view = viewOf(bytes), find = findProperties(bytes);
  const size = find("ispe"), turn = find("irot"), mirror = find("imir");
  if (size === undefined) throw brokenImageError("it contains no image");
  const [width, height] = [view.getUint32(size.start + 4), view.getUint32(size.start + 8)];
  const turns = turn === undefined ? 0 : view.getUint8(turn.start) & 3;
  const axis = mirror === undefined ? 0 : 1 + (view.getUint8(mirror.start) & 1);
  return createHeader({ format: "avif", width, height, orientation: ORIENTATIONS[turns]![axis]! });
}

/** Returns the ICC profile of an AVIF. */
export function readAvifProfile(bytes: Uint8Array): Uint8Array {
  const colour = findProperties(bytes)("colr", "prof") ?? findProperties(bytes)("colr", "rICC");
  return colour === undefined ? new Uint8Array() : bytes.subarray(colour.start + 4, colour.end);
}

/** Returns the function that finds a property of the primary image by its type, and by what it begins with. */
function findProperties(bytes: Uint8Array): (type: string, kind?: string) => Box | undefined {
  const view = viewOf(bytes);
  let parts = 0;
  const read = (start: number, end: number): readonly Box[] => {
    const boxes: Box[] = [];
    for (let at = start; at + 8 <= end;) {
      // A size of 0 means that the box ends with the file. Sizes of 64 bits are for films.
      const length = view.getUint32(at) || end - at;
      if (length < 8 || at + length > end) break;
      boxes.push({ type: textAt(view, at + 4), start: at + 8, end: at + length });
      assertFewParts(++parts, "boxes");
      at += length;
    }
    return boxes;
  };
  const within = (type: string, boxes: readonly Box[], skipped = 0): readonly Box[] => {
    const box = boxes.find((each) => each.type === type);
    return box === undefined ? [] : read(box.start + skipped, box.end);
  };
  const meta = within("meta", read(0, view.byteLength), 4);
  const primary = meta.find(({ type }) => type === "pitm");
  if (primary === undefined) throw unsupportedFormatError("an AVIF without a still image");
  const id = view.getUint8(primary.start) === 0 ? view.getUint16(primary.start + 4) : view.getUint32(primary.start + 4);
  const iprp = within("iprp", meta), properties = within("ipco", iprp);
  const own = iprp.filter(({ type }) => type === "ipma").flatMap(({ start }) => readAssociations(view, start, id));
  const found = own.flatMap((index) => properties[index - 1] ?? []);
  return (type, kind = "") => found.find((box) => box.type === type && textAt(view, box.start).startsWith(kind));
}

/** Reads the numbers of the properties of an image from an `ipma` box (ISO/IEC 23008-12, 9.3.2). */
function readAssociations(view: DataView, start: number, wanted: number): number[] {
  const idBytes = view.getUint8(start) === 0 ? 2 : 4, isLong = (view.getUint8(start + 3) & 1) !== 0;
  const count = view.getUint32(start + 4);
  assertFewParts(count, "images");
  const numbers: number[] = [];
  for (let image = 0, at = start + 8; image < count; image++) {
    const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    at += idBytes;
    for (let left = view.getUint8(at++); left > 0; left--, at += isLong ? 2 : 1) {
      // The highest bit says that a reader must understand the property.
      if (id === wanted) numbers.push(isLong ? view.getUint16(at) & 0x7fff : view.getUint8(at) & 0x7f);
    }
  }
  return numbers;
}
