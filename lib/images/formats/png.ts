import { crc32 } from "node:zlib";
import { textAt, viewOf } from "../bytes.ts";
import { createHeader, type Header } from "./header.ts";
import { readOrientation } from "./orientation.ts";
import { assertFewParts, brokenImageError } from "../image_error.ts";
import type { Size } from "../pixels.ts";

/** The first bytes of every PNG. */
export const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";

const FIRST_CHUNK = PNG_SIGNATURE.length;

/** The bytes of the length, type and CRC of a chunk. */
const CHUNK_OVERHEAD = 12;

/** The chunks that decoders need. */
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT"]);

/** A chunk. */
export interface PngChunk {
  readonly type: string;
  readonly content: Uint8Array;
  /** Checks the CRC. Image data at which the file ends has none, and is valid as far as it goes. */
  isValid(): boolean;
}

/**
 * Reads the header of a PNG. An animation is its first picture.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readPngHeader(bytes: Uint8Array): Header {
  const view = viewOf(bytes);
  const chunks = [...readPngChunks(bytes)];
  const types = chunks.map(({ type }) => type);
  if (chunks.length > 0 && types[0] !== "IHDR") throw brokenImageError("its PNG chunks are out of order");
  if (!types.includes("IDAT")) throw brokenImageError("it contains no image");
  // Browsers display the image before it is complete, so they ignore what follows the data.
  const exif = chunks.slice(0, types.indexOf("IDAT")).findLast(({ type }) => type === "eXIf");
  const [width, height] = [view.getUint32(FIRST_CHUNK + 8), view.getUint32(FIRST_CHUNK + 12)];
  const bitsPerPixel = view.getUint8(FIRST_CHUNK + 16) * countChannels(view.getUint8(FIRST_CHUNK + 17));
  const orientation = exif === undefined ? 1 : readOrientation(exif.content);
  return createHeader({ format: "png", width, height, bitsPerPixel, orientation });
}

/**
 * Reads the chunks up to IEND, or as far as the file goes: image data that is cut off is returned, other chunks are
 * not.
 *
 * @throws {ImageError} `broken_image` if there are too many.
 */
export function* readPngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = viewOf(bytes);
  for (let start = FIRST_CHUNK, count = 1; start + 8 <= bytes.length; count++) {
    assertFewParts(count, "chunks");
    const type = textAt(bytes, start + 4);
    const checked = start + 4;
    const end = start + CHUNK_OVERHEAD + view.getUint32(start);
    const isCut = end > bytes.length;
    if (isCut && !["IDAT", "IEND"].includes(type)) return;
    const isValid = () => isCut || crc32(bytes.subarray(checked, end - 4)) === view.getUint32(end - 4);
    yield { type, content: bytes.subarray(start + 8, end - 4), isValid };
    if (type === "IEND") return;
    start = end;
  }
}

/** The parts of a PNG that a decoder needs. */
export interface PngImage extends Size {
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly colourType: number;
  /** The number of samples of a pixel. */
  readonly channels: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  /** The contents of the IDAT chunks: a zlib stream in pieces. */
  readonly data: readonly Uint8Array[];
}

/**
 * Reads the parts of a PNG and checks their CRCs.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readPngImage(bytes: Uint8Array): PngImage {
  const view = viewOf(bytes);
  const parts: Record<string, Uint8Array> = {};
  const data: Uint8Array[] = [];
  for (const chunk of readPngChunks(bytes)) {
    const { type, content } = chunk;
    if (!NEEDED.has(type)) continue;
    if (!chunk.isValid()) throw brokenImageError("a checksum is wrong");
    if (type === "IDAT") data.push(content);
    else parts[type] ??= content;
  }
  const [width, height] = [view.getUint32(FIRST_CHUNK + 8), view.getUint32(FIRST_CHUNK + 12)];
  const [bitDepth, colourType] = [view.getUint8(FIRST_CHUNK + 16), view.getUint8(FIRST_CHUNK + 17)];
  if (!BIT_DEPTHS[colourType]?.includes(bitDepth)) throw brokenImageError("its colour type or bit depth is invalid");
  return {
    width,
    height,
    bitDepth,
    colourType,
    channels: countChannels(colourType),
    isInterlaced: view.getUint8(FIRST_CHUNK + 20) !== 0,
    palette: parts["PLTE"],
    transparency: parts["tRNS"],
    data,
  };
}

/** The bit depths of each colour type (PNG specification, 11.2.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Returns the number of samples of a pixel. The bits of a colour type are: a palette is used, colour, alpha. */
export function countChannels(colourType: number): number {
  const isColour = (colourType & 3) === 2;
  return (isColour ? 3 : 1) + ((colourType & 4) !== 0 ? 1 : 0);
}
