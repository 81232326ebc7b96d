import { crc32, deflateSync } from "node:zlib";
import { concat, toLatin1, toUint32s } from "../bytes.ts";
import type { PngKind } from "./png_kind.ts";
import type { Colour } from "../formats/colour.ts";
import { PNG_SIGNATURE } from "../formats/png.ts";
import type { Size } from "../pixels.ts";

/** A chunk to write: its type and its content, in one piece or several. */
export type NewChunk = readonly [type: string, ...content: Uint8Array[]];

/** The fields of IHDR; nothing is interlaced. */
type PngHeader = Size & Pick<PngKind, "colourType" | "bitDepth">;

/** Creates a PNG file from its header and the chunks between IHDR and IEND. */
export function toPngFile(header: PngHeader, chunks: readonly NewChunk[]): Uint8Array<ArrayBuffer> {
  const ihdr = [...toUint32s(header.width, header.height), header.bitDepth, header.colourType, 0, 0, 0];
  const all: NewChunk[] = [["IHDR", Uint8Array.from(ihdr)], ...chunks, ["IEND"]];
  return concat([toLatin1(PNG_SIGNATURE), ...all.flatMap(toChunk)]);
}

/** Returns the chunks that describe a colour space. A profile must be for grey or for RGB, like the image. */
export function toColourChunks({ profile, pngChunks = [] }: Colour, isGrey: boolean): NewChunk[] {
  const chunks = pngChunks.map(({ type, content }): NewChunk => [type, content]);
  if (profile?.isGrey !== isGrey) return chunks;
  // A name, a zero, the compression method, and the compressed profile.
  return [...chunks, ["iCCP", toLatin1("ICC\0\0"), deflateSync(profile.bytes)]];
}

/** Returns the pieces of a chunk: length, type, content, checksum. */
function toChunk([type, ...content]: NewChunk): Uint8Array[] {
  const name = toLatin1(type);
  const length = content.reduce((sum, piece) => sum + piece.length, 0);
  const checksum = content.reduce((sum, piece) => crc32(piece, sum), crc32(name));
  return [toUint32s(length), name, ...content, toUint32s(checksum)];
}
