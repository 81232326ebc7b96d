import createDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import { Canvas } from "./canvas.ts";
import { viewOf } from "../bytes.ts";
import { createEmscriptenPool } from "./emscripten.ts";
import { ALPHA, toWebpFile } from "./webp_file.ts";
import type { Header } from "../formats/header.ts";
import { readWebpFrames } from "../formats/webp.ts";
import { brokenImageError } from "../image_error.ts";
import type { Frame, Pixels } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** libwebp's decoder for still images. */
export interface WebpDecoder extends Instance {
  decode(bytes: Uint8Array): Pixels | null;
}

/** Creates the pool of its instances. */
export function createWebpDecoderPool(module: WebAssembly.Module): InstancePool<WebpDecoder> {
  return createEmscriptenPool(createDecoder, module);
}

/**
 * Decodes a WebP file. The frames of an animation are composed: each is as large as the canvas.
 *
 * @throws {ImageError} `broken_image`.
 */
export function* decodeWebp(
  pool: InstancePool<WebpDecoder>,
  bytes: Uint8Array<ArrayBuffer>,
  header: Header,
): Generator<Frame> {
  const frames = readWebpFrames(bytes);
  if (frames.length === 0) return yield { ...decodeStill(pool, bytes), delay: 0 };
  // The padding byte at the end of the file may be missing.
  const isTruncated = viewOf(bytes).getUint32(4, true) + 8 > bytes.length + 1;
  const canvas = new Canvas(header, frames.length);
  for (const frame of frames) {
    // Wrapped in a file of its own, because the decoder supports only still images.
    const image = decodeStill(pool, toWebpFile(frame, ALPHA, [bytes.subarray(frame.start, frame.end)]));
    if (image.width !== frame.width || image.height !== frame.height) {
      throw brokenImageError("its sizes contradict each other");
    }
    yield { ...canvas.drawPixels(frame, image), isTruncated };
  }
}

function decodeStill(pool: InstancePool<WebpDecoder>, bytes: Uint8Array): Pixels {
  const image = pool.use(({ decode }) => decode(bytes));
  if (image === null) throw brokenImageError("its WebP data is damaged");
  const { width, height, data } = image;
  return { width, height, data };
}
