import { brokenImage, createHeader, type Header } from "@/lib/filters/formats/header.ts";
import { readOrientation } from "@/lib/filters/formats/orientation.ts";

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
 * @throws {ApiError} `broken_image` when more is packed than belongs to the picture.
 */
export async function toPlainPng(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plain = new Uint8Array(bytes.length);
  const data = new Uint8Array(bytes.length);
  plain.set(bytes.subarray(0, FIRST_CHUNK));
  let length = FIRST_CHUNK, dataLength = 0;
  for (const { type, start, end } of readChunks(bytes, view)) {
    if (!NEEDED.has(type)) continue;
    plain.set(bytes.subarray(start, end), length);
    length += end - start;
    if (type !== "IDAT") continue;
    data.set(bytes.subarray(start + 8, end - 4), dataLength);
    dataLength += end - start - CHUNK_OVERHEAD;
  }
  await assertUnpackable(data.subarray(0, dataLength), toMaxRowBytes(view));
  return plain.subarray(0, length);
}

/** Packed data that may hide at most a thousand times as much: not worth a look. */
const HARMLESS_BYTES = 32_768;

/** The decoder goes on behind the last row to the end of what is packed, which may be gigabytes. */
async function assertUnpackable(data: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<void> {
  if (data.length <= HARMLESS_BYTES) return;
  let length = 0;
  try {
    // Piece by piece, so that no memory is taken for what is only counted.
    for await (const piece of new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))) {
      length += piece.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    throw brokenImage("its data is damaged", error);
  }
  if (length > maxBytes) throw brokenImage("its data does not fit its size");
}

/** The most bytes that the rows of a picture take: with two more a row, and twice as many rows when interlaced. */
function toMaxRowBytes(view: DataView): number {
  const width = view.getUint32(FIRST_CHUNK + 8), height = view.getUint32(FIRST_CHUNK + 12);
  const channels = [1, 1, 3, 1, 2, 1, 4][view.getUint8(FIRST_CHUNK + 17)] ?? 4;
  return Math.ceil(width * channels * view.getUint8(FIRST_CHUNK + 16) / 8) * height + 4 * height + 64;
}

function* readChunks(bytes: Uint8Array, view: DataView): Generator<Chunk> {
  for (let start = FIRST_CHUNK, count = 0; start < bytes.length; count++) {
    if (count === MAX_CHUNKS) throw brokenImage(`it has more than ${MAX_CHUNKS} chunks`);
    const end = start + CHUNK_OVERHEAD + view.getUint32(start);
    if (end > bytes.length) throw brokenImage("it is cut off");
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, end };
    if (type === "IEND") return;
    start = end;
  }
}
