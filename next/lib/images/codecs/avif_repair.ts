import { concat, toLatin1, toUint32s, viewOf } from "../bytes.ts";
import { type AvifMetadata, findBox, readAvifMetadata } from "../formats/avif.ts";
import { type Box, BoxReader } from "../formats/boxes.ts";

/** The flags of an `av1C` box: the samples have 10 or 12 bits, and they have 12. */
const HIGH_BIT_DEPTH = 0x40, TWELVE_BIT = 0x20;

/** The first bytes of an `ipma` box: version 1 (images have 32 bits), and the flag of associations with 16 bits. */
const IPMA_HEAD = [1, 0, 0, 1];

/**
 * Rewrites a file so that libavif accepts what browsers display, and decodes the image whose header was checked: the
 * still image, or the first one of a sequence. Positions in the file do not change.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function repairAvif(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const reader = new BoxReader(view);
  const metadata = readAvifMetadata(reader);
  const file = concat([bytes, metadata === undefined ? [] : toMeta(bytes, metadata)]);
  const boxes = reader.read();
  const last = boxes.at(-1)!;
  const { end } = boxes[0]!;
  // A length of 0 means that the last box ends with the file.
  if (view.getUint32(last.at) === 0) file.set(toUint32s(bytes.length - last.at), last.at);
  const unused = metadata === undefined ? ["meta"] : ["meta", "moov"];
  for (const { type, at } of boxes) if (unused.includes(type)) file.set(toLatin1("free"), at + 4);
  // The brands select what is decoded.
  const brand = toLatin1(metadata === undefined ? "avis" : "avif");
  for (let at = 8; at < end; at += 4) file.set(brand.subarray(0, end - at), at);
  return file;
}

/**
 * Writes the metadata again: libavif rejects images without `pixi`, which libheif did not write until 2021, or with an
 * invalid `clap`, and associations in several boxes.
 */
function toMeta(bytes: Uint8Array, { meta, children, properties, associations }: AvifMetadata): Uint8Array {
  const pixi = toBox("pixi", [0, 0, 0, 0, 1, readBitDepth(viewOf(bytes), properties)]);
  const copy = ({ type, start, end }: Box) => type === "clap" ? pixi : toBox(type, bytes.subarray(start, end));
  const entries = [...associations].flatMap(([image, numbers]) => {
    const all = [...numbers, properties.length + 1];
    return [toUint32s(image), [all.length], all.flatMap((number) => [number >> 8, number & 255])];
  });
  const ipma = toBox("ipma", IPMA_HEAD, toUint32s(associations.size), ...entries);
  const iprp = toBox("iprp", toBox("ipco", ...properties.map(copy), pixi), ipma);
  const version = bytes.subarray(meta.start, meta.start + 4);
  return toBox("meta", version, ...children.map((box) => box.type === "iprp" ? iprp : copy(box)));
}

function readBitDepth(view: DataView, properties: readonly Box[]): number {
  const flags = view.getUint8(findBox(properties, "av1C").start + 2);
  if (flags & TWELVE_BIT) return 12;
  return flags & HIGH_BIT_DEPTH ? 10 : 8;
}

function toBox(type: string, ...contents: ArrayLike<number>[]): Uint8Array {
  const length = contents.reduce((sum, part) => sum + part.length, 8);
  return concat([toUint32s(length), toLatin1(type), ...contents]);
}
