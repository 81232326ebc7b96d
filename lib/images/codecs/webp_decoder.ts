import decodeWebpFactory from "@jsquash/webp/codec/dec/webp_dec.js";
import { Canvas, paintPixels } from "@/lib/images/codecs/canvas.ts";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { readWebpChunks, readWebpFrames, type WebpChunk, type WebpFrame } from "@/lib/images/formats/webp.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";
import { type Frame, type Pixels, toTruncated, toWords } from "@/lib/images/pixels.ts";
import type { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** libwebp's decoder for still images. */
export interface WebpDecoder {
  decode(bytes: Uint8Array): Pixels | null;
}

/** Creates the instance pool of the decoder. */
export function createWebpDecoderPool(module: WebAssembly.Module): AsyncInstancePool<WebpDecoder> {
  return createEmscriptenPool(decodeWebpFactory, module);
}

/**
 * Decodes a WebP file. The frames of an animation are composed: each is as large as the canvas.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function* decodeWebp(
  pool: AsyncInstancePool<WebpDecoder>,
  bytes: Uint8Array<ArrayBuffer>,
  { width, height, isCut }: Header,
): AsyncGenerator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = readWebpFrames(view);
  if (frames.length === 0) {
    const cut = readWebpChunks(view).find(({ type, isCut }) => isCut && type.startsWith("VP8"));
    yield {
      ...await (cut === undefined ? decodeStill(pool, bytes) : decodeCut(pool, bytes, { ...cut, width, height })),
      delay: 0,
    };
    return;
  }
  const canvas = new Canvas(width, height);
  for (const frame of frames) {
    const image = await decodeStill(pool, toStillFile(bytes.subarray(frame.start, frame.end), frame));
    if (image.width !== frame.width || image.height !== frame.height) {
      throw brokenImageError("its sizes contradict each other");
    }
    const shown = canvas.draw(frame, (pixels) => paintPixels(pixels, frame, image, frame.isBlended));
    yield { ...shown, isTruncated: isCut };
  }
}

/** What the missing data is replaced with. Any two will do, but damaged data may be invalid with some of them. */
const PADDINGS = [0x00, 0xff, 0x55, 0xaa];

/**
 * Decodes a file that is cut off in its last chunk, with two different continuations: the rows that are the same do not
 * depend on the missing data. The decoder itself only reads complete files.
 */
async function decodeCut(
  pool: AsyncInstancePool<WebpDecoder>,
  bytes: Uint8Array,
  { start, width, height }: WebpChunk & Pick<Header, "width" | "height">,
): Promise<Pixels> {
  const claimed = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(start - 4, true);
  // Twice the size that the file claims is enough; the limit is for files that claim gigabytes.
  const file = new Uint8Array(Math.min(start + 2 * claimed, 4 * bytes.length + width * height));
  const images: Pixels[] = [];
  for (const padding of PADDINGS) {
    file.fill(padding);
    file.set(bytes);
    new DataView(file.buffer).setUint32(4, file.length - 8, true);
    new DataView(file.buffer).setUint32(start - 4, file.length - start, true);
    images.push(...await decodeStill(pool, file).then((image) => [image], () => []));
    if (images.length === 2) break;
  }
  const [one, other] = images;
  if (one === undefined || other === undefined) throw brokenImageError("it is cut off");
  const words = toWords(other), different = toWords(one).findIndex((word, i) => word !== words[i]);
  return different < 0 ? one : toTruncated(one, Math.floor(different / one.width));
}

async function decodeStill(pool: AsyncInstancePool<WebpDecoder>, bytes: Uint8Array): Promise<Pixels> {
  const image = await pool.use(({ decode }) => decode(bytes));
  if (image === null) throw brokenImageError("its WebP data is damaged");
  // The decoder returns an ImageData, and spreading one into another object would lose its properties.
  return { width: image.width, height: image.height, data: image.data };
}

/** Wraps the chunks of a frame in a file of their own, because the decoder supports only still images. */
function toStillFile(chunks: Uint8Array, { width, height }: WebpFrame): Uint8Array {
  const file = new Uint8Array(30 + chunks.length);
  const view = new DataView(file.buffer);
  // The VP8X chunk has 10 bytes: the flag for alpha, and the size of the canvas.
  file.set(new TextEncoder().encode("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10"));
  view.setUint32(4, file.length - 8, true);
  // Both are 24-bit numbers: the height overwrites the highest byte of the width, which is 0.
  view.setUint32(24, width - 1, true);
  view.setUint16(27, (height - 1) & 0xffff, true);
  view.setUint8(29, (height - 1) >> 16);
  file.set(chunks, 30);
  return file;
}
