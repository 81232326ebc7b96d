import { crc32, deflateSync } from "node:zlib";
import type { PngKind } from "@/lib/images/codecs/png_kind.ts";
import { concat } from "@/lib/images/codecs/concat.ts";
import type { Colour } from "@/lib/images/formats/colour.ts";
import type { Pixels } from "@/lib/images/pixels.ts";

/** A chunk to write: its type and its content, in one piece or several. */
export type PngPart = readonly [type: string, ...content: Uint8Array[]];

/** The fields of IHDR; nothing is interlaced. */
type PngHeader = Pick<Pixels, "width" | "height"> & Pick<PngKind, "colourType" | "bitDepth">;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Creates a PNG file from its header and the chunks between IHDR and IEND. */
export function toPngFile(header: PngHeader, chunks: readonly PngPart[]): Uint8Array<ArrayBuffer> {
  const ihdr = new DataView(new ArrayBuffer(13));
  ihdr.setUint32(0, header.width);
  ihdr.setUint32(4, header.height);
  ihdr.setUint8(8, header.bitDepth);
  ihdr.setUint8(9, header.colourType);
  const all: PngPart[] = [["IHDR", new Uint8Array(ihdr.buffer)], ...chunks, ["IEND"]];
  return concat([SIGNATURE, ...all.flatMap(toChunk)]);
}

/** Returns the chunks that describe a colour space. A profile must be for grey or for RGB, like the image. */
export function toColourChunks({ profile, pngChunks = [] }: Colour, isGrey: boolean): PngPart[] {
  const chunks = pngChunks.map(({ type, content }): PngPart => [type, content]);
  if (profile?.isGrey !== isGrey) return chunks;
  // A name, a zero, the compression method, and the compressed profile.
  return [...chunks, ["iCCP", new TextEncoder().encode("ICC\0\0"), deflateSync(profile.bytes)]];
}

/** Returns the pieces of a chunk: length and type, content, checksum. */
function toChunk([type, ...content]: PngPart): Uint8Array[] {
  const head = new Uint8Array(8), tail = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, content.reduce((sum, { length }) => sum + length, 0));
  new TextEncoder().encodeInto(type, head.subarray(4));
  const sum = content.reduce((sum, piece) => crc32(piece, sum), crc32(head.subarray(4)));
  new DataView(tail.buffer).setUint32(0, sum);
  return [head, ...content, tail];
}
