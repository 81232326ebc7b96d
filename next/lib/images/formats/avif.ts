import { textAt, viewOf } from "../bytes.ts";
import { type CodedImage, countDecodedPixels, readFirstSamples, readImageExtents } from "./av1_frames.ts";
import { type Box, BoxReader } from "./boxes.ts";
import { createHeader, type Header } from "./header.ts";
import type { Size } from "../pixels.ts";
import { brokenImageError, unsupportedFormatError } from "../image_error.ts";

/** What a file says about its images. */
export interface AvifMetadata {
  readonly meta: Box;
  readonly children: readonly Box[];
  readonly properties: readonly Box[];
  /** The properties of each image, by its number: their numbers from 1, and {@linkcode ESSENTIAL}. */
  readonly associations: ReadonlyMap<number, readonly number[]>;
}

/** The flag of a property that a reader must understand, next to its number in 16 bits, and in 8 bits. */
const ESSENTIAL = 0x8000, SHORT_ESSENTIAL = 0x80;

/** The flag of an `ipma` box whose associations have 16 bits. */
const HAS_LONG_ASSOCIATIONS = 1;

/** The bytes of a `colr` box with code points up to the transfer function. */
const NCLX_BYTES = 8;

/** The bytes of an `av01` box before the boxes in it. */
const SAMPLE_ENTRY_BYTES = 78;

/** The bits of an `irot` box with quarter turns. */
const ANGLE = 3;

/** The bit of an `imir` box with the axis. */
const AXIS = 1;

/** The EXIF orientation by rotation (quarter turns to the left) and mirroring (none, upside down, left to right). */
const ORIENTATIONS = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]] as const;

/**
 * Reads the header of an AVIF. Of an image sequence it is that of the still image, or of the first one.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function readAvifHeader(bytes: Uint8Array): Header {
  const reader = new BoxReader(viewOf(bytes)), { view } = reader;
  const metadata = readAvifMetadata(reader);
  const { width, height, properties } = readImage(reader, metadata);
  const pixels = width * height;
  // An ordinary file has another image of this size: its alpha plane.
  const framePixels = Math.max(pixels, countDecodedPixels(reader, readCodedImages(reader, metadata)) - pixels);
  const find = (name: string) => properties.find(({ type }) => type === name);
  const irot = find("irot"), imir = find("imir");
  const turns = irot === undefined ? 0 : view.getUint8(irot.start) & ANGLE;
  const mirror = imir === undefined ? 0 : 1 + (view.getUint8(imir.start) & AXIS);
  const orientation = ORIENTATIONS[turns]![mirror]!;
  return createHeader({
    format: "avif",
    width,
    height,
    bitsPerPixel: 12,
    orientation,
    framePixels,
    totalPixels: framePixels,
  });
}

/** Reads the colour information: an ICC profile, or the code points of primaries and transfer function. */
export function readAvifColour(bytes: Uint8Array): { icc?: Uint8Array; codePoints?: number[] } {
  const reader = new BoxReader(viewOf(bytes)), { view } = reader;
  const { properties } = readImage(reader, readAvifMetadata(reader));
  const boxes = properties.filter(({ type }) => type === "colr");
  const find = (...kinds: string[]) => boxes.find(({ start }) => kinds.includes(textAt(view, start)));
  const profile = find("prof", "rICC"), nclx = find("nclx");
  if (profile !== undefined) return { icc: bytes.subarray(profile.start + 4, profile.end) };
  if (nclx === undefined || nclx.end - nclx.start < NCLX_BYTES) return {};
  return { codePoints: [4, 6].map((offset) => view.getUint16(nclx.start + offset)) };
}

/**
 * Reads what a file says about its still images. Returns `undefined` if none of them is the primary one.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readAvifMetadata(reader: BoxReader): AvifMetadata | undefined {
  const meta = reader.read().find(({ type }) => type === "meta");
  if (meta === undefined) return undefined;
  const children = reader.read(meta.start + 4, meta.end);
  if (!children.some(({ type }) => type === "pitm")) return undefined;
  const iprp = findBox(children, "iprp");
  const boxes = reader.read(iprp.start, iprp.end);
  const ipco = findBox(boxes, "ipco");
  const associations = readAssociations(reader, boxes.filter(({ type }) => type === "ipma"));
  return { meta, children, properties: reader.read(ipco.start, ipco.end), associations };
}

/**
 * Finds the first box of a type.
 *
 * @throws {ImageError} `broken_image` if there is none.
 */
export function findBox(boxes: readonly Box[], name: string): Box {
  const box = boxes.find(({ type }) => type === name);
  if (box === undefined) throw brokenImageError("it contains no image");
  return box;
}

/** Reads the size and the properties of the image: not those of its tiles, its alpha plane or other images. */
function readImage(
  reader: BoxReader,
  metadata: AvifMetadata | undefined,
): Size & { readonly properties: readonly Box[] } {
  const { view } = reader;
  if (metadata === undefined) {
    const entry = findSampleEntry(reader);
    const boxes = reader.read(entry.start + SAMPLE_ENTRY_BYTES, entry.end);
    return { width: view.getUint16(entry.start + 24), height: view.getUint16(entry.start + 26), properties: boxes };
  }
  const { start } = findBox(metadata.children, "pitm");
  const image = view.getUint8(start) === 0 ? view.getUint16(start + 4) : view.getUint32(start + 4);
  const properties = listProperties(metadata, image);
  return { ...readSize(view, findBox(properties, "ispe")), properties };
}

function listProperties({ associations, properties }: AvifMetadata, image: number): Box[] {
  const numbers = associations.get(image) ?? [];
  return numbers.flatMap((number) => properties[(number & ~ESSENTIAL) - 1] ?? []);
}

function readSize(view: DataView, { start }: Box): Size {
  return { width: view.getUint32(start + 4), height: view.getUint32(start + 8) };
}

/** Reads which images can be decoded: see repairAvif(). */
function readCodedImages(reader: BoxReader, metadata: AvifMetadata | undefined): CodedImage[] {
  // What a sequence says about its size is the same for all of its images.
  if (metadata === undefined) return readFirstSamples(reader).map((extents) => ({ extents, statedPixels: 0 }));
  return [...readImageExtents(reader, metadata.children)].map(([image, extents]) => {
    const ispe = listProperties(metadata, image).find(({ type }) => type === "ispe");
    const { width, height } = ispe === undefined ? { width: 0, height: 0 } : readSize(reader.view, ispe);
    return { extents, statedPixels: width * height };
  });
}

/**
 * Finds what describes the images of the first track of a sequence (ISO/IEC 14496-12, 8.5.2 and 12.1.3). Tracks of
 * sound and text may precede it.
 */
function findSampleEntry(reader: BoxReader): Box {
  let boxes = reader.read();
  for (const name of ["moov", "trak", "mdia", "minf", "stbl", "stsd"]) {
    boxes = boxes.filter(({ type }) => type === name).flatMap(({ start, end }) =>
      reader.read(name === "stsd" ? start + 8 : start, end)
    );
  }
  const entry = boxes.find(({ type }) => type === "av01");
  if (entry === undefined) throw unsupportedFormatError("an AVIF without an image");
  return entry;
}

function readAssociations(reader: BoxReader, boxes: readonly Box[]): Map<number, number[]> {
  const { view } = reader;
  const associations = new Map<number, number[]>();
  for (const { start, end } of boxes) {
    const version = view.getUint8(start);
    const isLong = (view.getUint8(start + 3) & HAS_LONG_ASSOCIATIONS) !== 0;
    for (let at = start + 8; at < end;) {
      const image = version > 0 ? view.getUint32(at) : view.getUint16(at);
      const numbers = associations.get(image) ?? [];
      associations.set(image, numbers);
      at += version > 0 ? 4 : 2;
      const added = view.getUint8(at++);
      reader.countParts(1 + added);
      for (let i = 0; i < added; i++, at += isLong ? 2 : 1) {
        numbers.push(isLong ? view.getUint16(at) : toLongAssociation(view.getUint8(at)));
      }
    }
  }
  return associations;
}

function toLongAssociation(short: number): number {
  return short & SHORT_ESSENTIAL ? ESSENTIAL | (short & ~SHORT_ESSENTIAL) : short;
}
