import encodeWebpFactory from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { toLittleEndian } from "../bytes.ts";
import { createStillEncoder, DEFAULT_QUALITY, type EncodeOptions, type Encoder } from "./codec.ts";
import { createEmscriptenPool } from "./emscripten.ts";
import { createFrameDiffer } from "./frame_differences.ts";
import { ALPHA, ANIMATION, PROFILE, toRiffChunk, toWebpFile } from "./webp_file.ts";
import { MAX_SMALL_WEBP_PIXELS } from "../format.ts";
import { isOpaque, type Pixels } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** libwebp's encoder for still images. */
export interface WebpEncoder extends Instance {
  encode(data: Uint8ClampedArray, width: number, height: number, settings: object): Uint8Array<ArrayBuffer> | null;
}

/** Slower methods take twice the time. */
const LOSSY = { ...defaultOptions, quality: DEFAULT_QUALITY, method: 2 };

/** Takes a third less time and, for the same quality of photographs, 4 to 5 % more bytes. */
const FAST_METHOD = 0;

/**
 * The largest image for the fast method. With 16 million pixels of noise it fails, because its prediction modes exceed
 * 512 KiB. An image with transparency has another reason to avoid it: it would take twice the bytes.
 */
const MAX_FAST_PIXELS = 1 << 22;

/** The fastest lossless settings; `exact` also preserves the colour of transparent pixels. */
const LOSSLESS = { ...LOSSY, lossless: 1, exact: 1, quality: 0, method: 0 };

/**
 * The frames of a small animation are drawings more often than photographs: these settings save a fifth of their bytes,
 * and take up to six times as long.
 */
const LOSSLESS_FRAME = { ...LOSSLESS, quality: 25, method: 2 };

/** A small image is a drawing more often, and has time for more: drawings take a third of the bytes. */
const LOSSLESS_SMALL = { ...LOSSLESS, quality: 75, method: 4 };

/** The size of `RIFF`, the file size and `WEBP`. */
const FILE_HEADER_BYTES = 12;

/** The size of a VP8X chunk with its header. */
const VP8X_BYTES = 18;

/** ANMF flag: the frame replaces its rectangle instead of being blended with it. */
const DO_NOT_BLEND = 2;

/** Channels of two frames that differ by no more than this are equal: the encoder changes them by as much. */
const LOSSY_TOLERANCE = 3;

/** Creates the instance pool of the encoder. */
export function createWebpEncoderPool(
  module: WebAssembly.Module,
): InstancePool<WebpEncoder> {
  return createEmscriptenPool(encodeWebpFactory, module);
}

/** Encodes a still image. */
export function encodeWebp(
  pool: InstancePool<WebpEncoder>,
  pixels: Pixels,
  { lossless = false, quality = DEFAULT_QUALITY, frames = 1, ...canvas }: Partial<EncodeOptions> = {},
): Uint8Array<ArrayBuffer> {
  const { data, width, height } = pixels;
  const isSmall = frames * (canvas.width ?? width) * (canvas.height ?? height) <= MAX_SMALL_WEBP_PIXELS;
  const careful = frames > 1 ? LOSSLESS_FRAME : LOSSLESS_SMALL;
  const exact = isSmall ? careful : LOSSLESS;
  const isFast = !lossless && width * height <= MAX_FAST_PIXELS && isOpaque(pixels);
  const settings = lossless ? exact : { ...LOSSY, quality, ...(isFast && { method: FAST_METHOD }) };
  const file = pool.use((codec) => codec.encode(data, width, height, settings));
  if (file === null) throw new Error("Cannot encode the image as WebP");
  return file;
}

/** Creates the encoder of one WebP file. */
export function createWebpEncoder(pool: InstancePool<WebpEncoder>, options: EncodeOptions): Encoder {
  const encode = (pixels: Pixels) => encodeWebp(pool, pixels, options);
  const { profile } = options.colour;
  // Grey profiles are for one channel, and WebP always has three.
  const profileChunks = profile?.isGrey === false ? [toRiffChunk("ICCP", profile.bytes)] : [];
  const profileFlag = profileChunks.length > 0 ? PROFILE : 0;
  const toFile = (flags: number, chunks: Uint8Array[]) => {
    return toWebpFile(options, flags | profileFlag, [...profileChunks, ...chunks]);
  };
  if (options.frames > 1) return createAnimationEncoder(encode, toFile, options);
  return createStillEncoder((frame) => {
    const file = encode(frame);
    return profileFlag === 0 ? file : toFile(isOpaque(frame) ? 0 : ALPHA, [toImageChunks(file)]);
  });
}

/** Creates an encoder that stores of each frame the rectangle that changes. */
function createAnimationEncoder(
  encode: (pixels: Pixels) => Uint8Array,
  toFile: (flags: number, chunks: Uint8Array[]) => Uint8Array<ArrayBuffer>,
  options: EncodeOptions,
): Encoder {
  const { lossless, loop } = options;
  const findChange = createFrameDiffer(options, lossless ? 0 : LOSSY_TOLERANCE);
  // Transparent background colour, then the loop count, which has two bytes.
  const chunks = [toRiffChunk("ANIM", [0, 0, 0, 0, ...toLittleEndian(2, Math.min(loop, 0xffff))])];
  let restMs = 0;
  return {
    add(frame) {
      const part = findChange(frame);
      restMs += frame.delay;
      const duration = Math.min(Math.round(restMs), 0xffffff);
      restMs -= duration;
      const numbers = [part.left / 2, part.top / 2, part.width - 1, part.height - 1, duration];
      const flags = part.isBlended ? 0 : DO_NOT_BLEND;
      chunks.push(toRiffChunk("ANMF", [...toLittleEndian(3, ...numbers), flags], toImageChunks(encode(part))));
    },
    finish: () => toFile(ANIMATION | ALPHA, chunks),
  };
}

/** Removes the file header, and the VP8X chunk if there is one, because an ANMF chunk repeats its content. */
function toImageChunks(file: Uint8Array): Uint8Array {
  const chunks = file.subarray(FILE_HEADER_BYTES);
  const isExtended = chunks[3] === "X".charCodeAt(0);
  return isExtended ? chunks.subarray(VP8X_BYTES) : chunks;
}
