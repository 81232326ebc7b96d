import { Buffer } from "node:buffer";
import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { brokenImageError, unsupportedFormatError } from "@/lib/images/image_error.ts";

/** A box of the ISO base media file format; its header is at `at`, its content at [start, end). */
interface Box {
  readonly type: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** What a file says about its images. */
interface Metadata {
  readonly meta: Box;
  readonly children: readonly Box[];
  readonly properties: readonly Box[];
  /** The properties of each image, by its number: their numbers from 1, with a flag in the highest of 16 bits. */
  readonly associations: ReadonlyMap<number, readonly number[]>;
}

/** A limit for files that consist of tiny boxes or associations. */
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
  const properties = readPrimaryProperties(view);
  const find = (name: string) => properties.find(({ type }) => type === name);
  const ispe = find("ispe"), irot = find("irot"), imir = find("imir");
  if (ispe === undefined) throw brokenImageError("it contains no image");
  const [width, height] = [view.getUint32(ispe.start + 4), view.getUint32(ispe.start + 8)];
  const turns = irot === undefined ? 0 : view.getUint8(irot.start) & 3;
  const mirror = imir === undefined ? 0 : 1 + (view.getUint8(imir.start) & 1);
  const orientation = ORIENTATIONS[turns]![mirror]!;
  // The decoder takes twice as much memory for a pixel as others.
  return createHeader({ format: "avif", width, height, framePixels: 2 * width * height, orientation });
}

/** Reads the colour information: an ICC profile, or the code points of primaries and transfer function. */
export function readAvifColour(bytes: Uint8Array, view: DataView): { icc?: Uint8Array; codePoints?: number[] } {
  const boxes = readPrimaryProperties(view).filter(({ type }) => type === "colr");
  const find = (...kinds: string[]) => boxes.find(({ start }) => kinds.includes(textAt(view, start)));
  const profile = find("prof", "rICC"), nclx = find("nclx");
  if (profile !== undefined) return { icc: bytes.subarray(profile.start + 4, profile.end) };
  return nclx === undefined ? {} : { codePoints: [4, 6].map((offset) => view.getUint16(nclx.start + offset)) };
}

/**
 * Rewrites the metadata so that libavif accepts what browsers display: images without `pixi`, which libheif did not
 * write until 2021, or with an invalid `clap`, and associations in several boxes. The new metadata follows the old file,
 * because positions in the file must not change.
 */
export function toStrictAvif(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { meta, children, properties, associations } = readMetadata(view);
  const av1C = findBox(properties, "av1C"), flags = view.getUint8(av1C.start + 2);
  const pixi = toBox("pixi", [0, 0, 0, 0, 1, flags & 0x20 ? 12 : flags & 0x40 ? 10 : 8]);
  const copy = ({ type, start, end }: Box) => type === "clap" ? pixi : toBox(type, bytes.subarray(start, end));
  const entries = [...associations].flatMap(([image, numbers]) => {
    const all = [...numbers, properties.length + 1];
    return [...toUint32(image), all.length, ...all.flatMap((number) => toUint32(number).slice(2))];
  });
  const ipma = toBox("ipma", [1, 0, 0, 1, ...toUint32(associations.size), ...entries]);
  const iprp = toBox("iprp", toBox("ipco", ...properties.map(copy), pixi), ipma);
  const version = bytes.subarray(meta.start, meta.start + 4);
  const added = toBox("meta", version, ...children.map((box) => box.type === "iprp" ? iprp : copy(box)));
  const file = Buffer.concat([bytes, added]);
  const boxes = readBoxes(view, 0, bytes.length), { at } = boxes.at(-1)!;
  // A length of 0 means that the last box ends with the file.
  if (view.getUint32(at) === 0) file.writeUInt32BE(bytes.length - at, at);
  file.write("free", meta.at + 4);
  // With the brand `avis` the sequence would be decoded, whose size was not checked.
  file.fill("avif", 8, boxes[0]!.end);
  return file;
}

/** Reads the properties of the still image: not those of its tiles, its alpha plane or other images. */
function readPrimaryProperties(view: DataView): Box[] {
  const { children, properties, associations } = readMetadata(view);
  const { start } = findBox(children, "pitm");
  const image = view.getUint8(start) === 0 ? view.getUint16(start + 4) : view.getUint32(start + 4);
  return (associations.get(image) ?? []).flatMap((number) => properties[(number & 0x7fff) - 1] ?? []);
}

function readMetadata(view: DataView): Metadata {
  const meta = readBoxes(view, 0, view.byteLength).find(({ type }) => type === "meta");
  if (meta === undefined) throw unsupportedFormatError("an AVIF without a still image");
  const children = readBoxes(view, meta.start + 4, meta.end), iprp = findBox(children, "iprp");
  const boxes = readBoxes(view, iprp.start, iprp.end), ipco = findBox(boxes, "ipco");
  const associations = new Map<number, number[]>();
  let count = 0;
  for (const { start, end } of boxes.filter(({ type }) => type === "ipma")) {
    const isLong = view.getUint8(start) > 0, isWide = view.getUint8(start + 3) & 1;
    for (let at = start + 8; at < end;) {
      const image = isLong ? view.getUint32(at) : view.getUint16(at), numbers = associations.get(image) ?? [];
      associations.set(image, numbers);
      at += isLong ? 4 : 2;
      let left = view.getUint8(at++);
      if ((count += 1 + left) > MAX_BOXES) throw brokenImageError(`it has more than ${MAX_BOXES} properties`);
      for (; left > 0; left--, at += isWide ? 2 : 1) {
        const number = view.getUint8(at);
        numbers.push(isWide ? view.getUint16(at) : (number & 0x80) << 8 | number & 0x7f);
      }
    }
  }
  return { meta, children, properties: readBoxes(view, ipco.start, ipco.end), associations };
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
    boxes.push({ type: textAt(view, at + 4), at, start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

function toBox(type: string, ...contents: (Uint8Array | number[])[]): Uint8Array {
  const content = Buffer.concat(contents.map((part) => Uint8Array.from(part)));
  return Buffer.concat([Uint8Array.from(toUint32(content.length + 8)), Buffer.from(type, "latin1"), content]);
}

function toUint32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => value >>> shift & 255);
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}
