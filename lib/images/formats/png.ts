import { crc32 } from "node:zlib";
import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { readOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";

/** Where the first chunk begins, after the signature. */
const FIRST_CHUNK = 8;

/** Length, type and checksum around a chunk's data. */
const CHUNK_OVERHEAD = 12;

/** A bound on the walk through a file that is nothing but tiny chunks. */
const MAX_CHUNKS = 10_000;

/** What a decoder needs to know. All the rest is left out: texts and profiles are packed, and can be bombs. */
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** One chunk of a PNG: `start` and `end` include length and checksum. */
interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the header of a PNG. An animated one shows its still picture.
 *
 * @throws {ImageError} `broken_image`.
 * @throws {RangeError} When the file ends too early.
 */
export function readPngHeader(bytes: Uint8Array, view: DataView): Header {
  let orientation = 1, hasPicture = false;
  for (const { type, start, end } of readChunks(bytes, view)) {
    if (start === FIRST_CHUNK && type !== "IHDR") throw brokenImageError("its PNG chunks are out of order");
    hasPicture ||= type === "IDAT";
    if (type === "eXIf") orientation = readOrientation(bytes.subarray(start + 8, end - 4));
  }
  if (!hasPicture) throw brokenImageError("it holds no picture");
  return createHeader({
    format: "png",
    width: view.getUint32(FIRST_CHUNK + 8),
    height: view.getUint32(FIRST_CHUNK + 12),
    orientation,
  });
}

/** What a decoder needs of a PNG, still packed. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** 0 grey, 2 colours, 3 palette, 4 grey with alpha, 6 colours with alpha. */
  readonly colourType: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  /** The packed rows, in pieces as they stand in the file. */
  readonly data: readonly Uint8Array[];
  /** The most bytes that the rows can take. */
  readonly maxRowBytes: number;
}

/**
 * Reads the parts of a PNG and checks their sums.
 *
 * @throws {ImageError} `broken_image`.
 */
export function readPngParts(bytes: Uint8Array): PngParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Record<string, Uint8Array> = {};
  const data: Uint8Array[] = [];
  for (const { type, start, end } of readChunks(bytes, view)) {
    if (!NEEDED.has(type)) continue;
    if (crc32(bytes.subarray(start + 4, end - 4)) !== view.getUint32(end - 4)) {
      throw brokenImageError("a checksum is wrong");
    }
    const content = bytes.subarray(start + 8, end - 4);
    if (type === "IDAT") data.push(content);
    else parts[type] ??= content;
  }
  const [width, height] = [view.getUint32(FIRST_CHUNK + 8), view.getUint32(FIRST_CHUNK + 12)];
  const [bitDepth, colourType] = [view.getUint8(FIRST_CHUNK + 16), view.getUint8(FIRST_CHUNK + 17)];
  return {
    width,
    height,
    bitDepth,
    colourType,
    isInterlaced: view.getUint8(FIRST_CHUNK + 20) !== 0,
    palette: parts["PLTE"],
    transparency: parts["tRNS"],
    data,
    maxRowBytes: toMaxRowBytes(width, height, bitDepth * (CHANNELS[colourType] ?? 4)),
  };
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Each row has a byte for its filter; interlaced there are almost twice as many rows, each rounded up. */
function toMaxRowBytes(width: number, height: number, pixelBits: number): number {
  return Math.ceil(width * pixelBits / 8) * height + 4 * height + 64;
}

/**
 * Copies a PNG with the needed chunks only.
 *
 * @throws {ImageError} `broken_image`.
 */
export function toPlainPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plain = new Uint8Array(bytes.length);
  plain.set(bytes.subarray(0, FIRST_CHUNK));
  let length = FIRST_CHUNK;
  for (const { type, start, end } of readChunks(bytes, view)) {
    if (!NEEDED.has(type)) continue;
    plain.set(bytes.subarray(start, end), length);
    length += end - start;
  }
  return plain.subarray(0, length);
}

function* readChunks(bytes: Uint8Array, view: DataView): Generator<Chunk> {
  for (let start = FIRST_CHUNK, count = 0; start < bytes.length; count++) {
    if (count === MAX_CHUNKS) throw brokenImageError(`it has more than ${MAX_CHUNKS} chunks`);
    const end = start + CHUNK_OVERHEAD + view.getUint32(start);
    if (end > bytes.length) throw brokenImageError("it is cut off");
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, end };
    if (type === "IEND") return;
    start = end;
  }
}
