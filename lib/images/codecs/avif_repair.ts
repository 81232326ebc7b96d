import { concat, toLatin1, toUint32s, viewOf } from "@/lib/images/bytes.ts";
import { type Box, findBox, readAvifMetadata, readBoxes } from "@/lib/images/formats/avif.ts";

/** The flags of an `av1C` box: the samples have 10 or 12 bits, and they have 12. */
const HIGH_BIT_DEPTH = 0x40, TWELVE_BIT = 0x20;

/** The first bytes of an `ipma` box: version 1 (images have 32 bits), and the flag of associations with 16 bits. */
const IPMA_HEAD = [1, 0, 0, 1];

/**
 * Rewrites the metadata so that libavif accepts what browsers display: images without `pixi`, which libheif did not
 * write until 2021, or with an invalid `clap`, and associations in several boxes. The new metadata follows the old
 * file, because positions in the file must not change.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function repairAvif(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const { meta, children, properties, associations } = readAvifMetadata(view);
  const pixi = toBox("pixi", [0, 0, 0, 0, 1, readBitDepth(view, properties)]);
  const copy = ({ type, start, end }: Box) => type === "clap" ? pixi : toBox(type, bytes.subarray(start, end));
  const entries = [...associations].flatMap(([image, numbers]) => {
    const all = [...numbers, properties.length + 1];
    return [toUint32s(image), [all.length], all.flatMap((number) => [number >> 8, number & 255])];
  });
  const ipma = toBox("ipma", IPMA_HEAD, toUint32s(associations.size), ...entries);
  const iprp = toBox("iprp", toBox("ipco", ...properties.map(copy), pixi), ipma);
  const version = bytes.subarray(meta.start, meta.start + 4);
  const added = toBox("meta", version, ...children.map((box) => box.type === "iprp" ? iprp : copy(box)));
  const file = concat([bytes, added]), boxes = readBoxes(view, 0, bytes.length), last = boxes.at(-1)!;
  // A length of 0 means that the last box ends with the file.
  if (view.getUint32(last.at) === 0) file.set(toUint32s(bytes.length - last.at), last.at);
  file.set(toLatin1("free"), meta.at + 4);
  // With the brand `avis` the sequence would be decoded, whose size was not checked.
  for (let at = 8; at < boxes[0]!.end; at += 4) file.set(toLatin1("avif").subarray(0, boxes[0]!.end - at), at);
  return file;
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
