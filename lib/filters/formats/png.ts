import { brokenImage, createHeader, type Header } from "@/lib/filters/formats/header.ts";
import { readOrientation } from "@/lib/filters/formats/orientation.ts";

/** Where the first chunk begins, after the signature. */
const FIRST_CHUNK = 8;

/** Length, type and checksum around a chunk's data. */
const CHUNK_OVERHEAD = 12;

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
 * @throws {ApiError} `broken_image`.
 * @throws {RangeError} When the file ends too early.
 */
export function readPngHeader(bytes: Uint8Array, view: DataView): Header {
  let orientation = 1, hasPicture = false;
  for (const { type, start, end } of readChunks(bytes, view)) {
    if (start === FIRST_CHUNK && type !== "IHDR") throw brokenImage("its PNG chunks are out of order");
    hasPicture ||= type === "IDAT";
    if (type === "eXIf") orientation = readOrientation(bytes.subarray(start + 8, end - 4));
  }
  if (!hasPicture) throw brokenImage("it holds no picture");
  return createHeader({
    format: "png",
    width: view.getUint32(FIRST_CHUNK + 8),
    height: view.getUint32(FIRST_CHUNK + 12),
    orientation,
  });
}

/**
 * Copies a PNG with the needed chunks only.
 *
 * @throws {RangeError} When the file ends too early.
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
  for (let start = FIRST_CHUNK; start < bytes.length;) {
    const end = start + CHUNK_OVERHEAD + view.getUint32(start);
    if (end > bytes.length) throw brokenImage("it is cut off");
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, end };
    if (type === "IEND") return;
    start = end;
  }
}
