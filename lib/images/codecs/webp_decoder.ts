import { viewOf } from "../bytes.ts";
import { Canvas } from "./canvas.ts";
import type { IcodecImage } from "./icodec.ts";
import "./icodec.ts";
import { ALPHA, toRiffChunk, toWebpFile } from "./webp_file.ts";
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
  const canvas = new Canvas(header, pool.checkpoint);
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

/**
 * Decodes a file that is cut off in its last chunk, with two different continuations: the rows that are the same do not
 * depend on the missing data. The decoder itself only reads complete files.
 */
function decodeCut(
  pool: InstancePool<WebpDecoder>,
  bytes: Uint8Array,
  { type, start, width, height }: WebpChunk & Size,
): Pixels {
  const claimed = viewOf(bytes).getUint32(start - 4, true);
  // Twice the size that the file claims is enough; the limit is for files that claim gigabytes.
  const fileBytes = Math.min(start + 2 * claimed, 4 * bytes.length + width * height);
  const padding = new Uint8Array(fileBytes - bytes.length);
  const images: Pixels[] = [];
  for (const value of PADDINGS) {
    const chunk = toRiffChunk(type, bytes.subarray(start), padding.fill(value));
    try {
      images.push(decodeStill(pool, toRiffChunk("RIFF", bytes.subarray(8, start - 8), chunk)));
    } catch (error) {
      if (error instanceof CancelledError) throw error;
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
