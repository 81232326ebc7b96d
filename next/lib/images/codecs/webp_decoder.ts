import { viewOf } from "../bytes.ts";
import { Canvas } from "./canvas.ts";
import type { IcodecImage } from "./icodec.ts";
import "./icodec.ts";
import { ALPHA, toWebpFile } from "./webp_file.ts";
import type { Header } from "../formats/header.ts";
import { readWebpChunks, readWebpFrames, type WebpChunk } from "../formats/webp.ts";
import { brokenImageError, CancelledError } from "../image_error.ts";
import { type Frame, type Pixels, type Size, toTruncated, toWords } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** libwebp's decoder for still images. */
export interface WebpDecoder extends Instance {
  decode(bytes: Uint8Array): IcodecImage | null;
}

/**
 * Decodes a WebP file. The frames of an animation are composed: each is as large as the canvas.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function* decodeWebp(
  pool: InstancePool<WebpDecoder>,
  bytes: Uint8Array<ArrayBuffer>,
  header: Header,
): AsyncGenerator<Frame> {
  const frames = readWebpFrames(bytes);
  const { width, height } = header;
  if (frames.length === 0) {
    const cut = readWebpChunks(bytes).find(({ type, isCut }) => isCut && type.startsWith("VP8"));
    // The RIFF chunk may end before the file.
    const image = cut === undefined
      ? decodeStill(pool, bytes)
      : decodeCut(pool, bytes.subarray(0, cut.end), { ...cut, width, height });
    return yield { ...image, delay: 0 };
  }
  const canvas = new Canvas(header, frames.length, pool.checkpoint);
  for (const frame of frames) {
    // Wrapped in a file of its own, because the decoder supports only still images.
    const image = decodeStill(pool, toWebpFile(frame, ALPHA, [bytes.subarray(frame.start, frame.end)]));
    if (image.width !== frame.width || image.height !== frame.height) {
      throw brokenImageError("its sizes contradict each other");
    }
    yield { ...canvas.drawPixels(frame, image), isTruncated: header.isCut };
  }
}

/** What the missing data is replaced with. Any two will do, but damaged data may be invalid with some of them. */
const PADDINGS = [0x00, 0xff, 0x55, 0xaa];

/** What a picture takes at most, and what a tiny one may need besides. */
const MAX_PADDING_PER_PIXEL = 5, MIN_PADDING = 65_536;

/**
 * Decodes a file that is cut off in its last chunk, with two different continuations: the rows that are the same do not
 * depend on the missing data. The decoder itself only reads complete files.
 */
function decodeCut(
  pool: InstancePool<WebpDecoder>,
  bytes: Uint8Array,
  { start, width, height }: WebpChunk & Size,
): Pixels {
  const claimed = viewOf(bytes).getUint32(start - 4, true);
  // Twice the size that the file claims is enough; the limit is for files that claim gigabytes.
  const fileBytes = Math.min(start + 2 * claimed, bytes.length + MAX_PADDING_PER_PIXEL * width * height + MIN_PADDING);
  const chunkBytes = fileBytes - start;
  // One buffer for all attempts, because a file may have 20 MB. A chunk of odd length has a byte more.
  const file = new Uint8Array(fileBytes + chunkBytes % 2);
  file.set(bytes);
  viewOf(file).setUint32(4, file.length - 8, true);
  viewOf(file).setUint32(start - 4, chunkBytes, true);
  const images: Pixels[] = [];
  for (const value of PADDINGS) {
    try {
      images.push(decodeStill(pool, file.fill(value, bytes.length)));
    } catch (error) {
      // With another padding there would not be more memory either.
      if (error instanceof CancelledError || error instanceof RangeError) throw error;
      // Otherwise it is invalid with this padding.
    }
    if (images.length === 2) break;
  }
  const [one, other] = images;
  if (one === undefined || other === undefined) throw brokenImageError("it is cut off");
  const words = toWords(other);
  const different = toWords(one).findIndex((word, i) => word !== words[i]);
  return different < 0 ? one : toTruncated(one, Math.floor(different / one.width));
}

function decodeStill(pool: InstancePool<WebpDecoder>, bytes: Uint8Array): Pixels {
  const image = pool.use(({ decode }) => decode(bytes));
  if (image === null) throw brokenImageError("its WebP data is damaged");
  return image;
}
