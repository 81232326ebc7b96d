import encodeWebpFactory from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { createStillEncoder, type EncodeOptions, type Encoder } from "@/lib/images/codecs/codec.ts";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import type { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** libwebp's encoder for still images. */
export interface WebpEncoder {
  encode(data: Uint8ClampedArray, width: number, height: number, settings: object): Uint8Array<ArrayBuffer> | null;
}

/** The fastest lossy settings: slower methods save a fifth of the bytes for five times the time. */
const LOSSY = { ...defaultOptions, quality: 90, method: 0 };

/** The fastest lossless settings; `exact` also preserves the colour of transparent pixels. */
const LOSSLESS = { ...LOSSY, lossless: 1, exact: 1, quality: 0 };

/** The size of `RIFF`, the file size and `WEBP`. */
const FILE_HEADER_BYTES = 12;

/** The size of a VP8X chunk with its header. */
const VP8X_BYTES = 18;

/** VP8X flags: the file has an animation and an alpha channel. */
const ANIMATION_AND_ALPHA = 0x12;

/** ANMF flag: the frame replaces its rectangle instead of being blended with it. */
const DO_NOT_BLEND = 2;

/** Creates the instance pool of the encoder. */
export function createWebpEncoderPool(module: WebAssembly.Module): AsyncInstancePool<WebpEncoder> {
  return createEmscriptenPool(encodeWebpFactory, module);
}

/** Encodes a still image. */
export async function encodeWebp(
  pool: AsyncInstancePool<WebpEncoder>,
  { data, width, height }: Pixels,
  lossless = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await pool.use((codec) => codec.encode(data, width, height, lossless ? LOSSLESS : LOSSY));
  if (file === null) throw new Error("Cannot encode the image as WebP");
  return file;
}

/** Creates the encoder of one WebP file. */
export function createWebpEncoder(pool: AsyncInstancePool<WebpEncoder>, options: EncodeOptions): Encoder {
  const encode = (pixels: Pixels) => encodeWebp(pool, pixels, options.lossless);
  return options.animated ? createAnimationEncoder(encode, options) : createStillEncoder(encode);
}

function createAnimationEncoder(
  encode: (pixels: Pixels) => Promise<Uint8Array>,
  { width, height, loop }: EncodeOptions,
): Encoder {
  const sink = new Sink();
  const size = [...toUint24(width - 1), ...toUint24(height - 1)];
  sink.writeText("RIFF\0\0\0\0WEBP");
  writeChunk(sink, "VP8X", [ANIMATION_AND_ALPHA, 0, 0, 0, ...size]);
  // Transparent background colour, then the loop count.
  writeChunk(sink, "ANIM", [0, 0, 0, 0, loop & 255, (loop >> 8) & 255]);
  return {
    async add(frame) {
      const origin = [0, 0, 0, 0, 0, 0];
      const duration = toUint24(Math.min(frame.delay, 0xffffff));
      writeChunk(sink, "ANMF", [...origin, ...size, ...duration, DO_NOT_BLEND], toImageChunks(await encode(frame)));
    },
    finish() {
      const file = sink.toBytes();
      new DataView(file.buffer).setUint32(4, file.length - 8, true);
      return file;
    },
  };
}

/** Removes the file header, and the VP8X chunk if there is one, because an ANMF chunk repeats its content. */
function toImageChunks(file: Uint8Array): Uint8Array {
  const chunks = file.subarray(FILE_HEADER_BYTES);
  const isExtended = chunks[3] === "X".charCodeAt(0);
  return isExtended ? chunks.subarray(VP8X_BYTES) : chunks;
}

function writeChunk(sink: Sink, type: string, start: readonly number[], rest: Uint8Array = new Uint8Array()): void {
  const length = start.length + rest.length;
  sink.writeText(type);
  sink.write([...toUint24(length), length >>> 24, ...start]);
  sink.write(rest);
  if (length & 1) sink.write([0]);
}

function toUint24(value: number): [number, number, number] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255];
}
