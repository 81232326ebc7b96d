import encodeWebpFactory from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { createStillEncoder, type EncodeOptions, type Encoder } from "@/lib/images/codecs/codec.ts";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import { createDifferences } from "@/lib/images/codecs/frame_differences.ts";
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

/** The frames of an animation are drawings more often than photographs: these settings save a fifth of their bytes. */
const LOSSLESS_FRAME = { ...LOSSLESS, quality: 25, method: 2 };

/** A small image is a drawing more often, and has time for more: drawings take a third of the bytes. */
const LOSSLESS_SMALL = { ...LOSSLESS, quality: 75, method: 4 }, MAX_SMALL_PIXELS = 1 << 20;

/** The size of `RIFF`, the file size and `WEBP`. */
const FILE_HEADER_BYTES = 12;

/** The size of a VP8X chunk with its header. */
const VP8X_BYTES = 18;

/** VP8X flags: what the file has. */
const ANIMATION = 0x02, ALPHA = 0x10, PROFILE = 0x20;

/** ANMF flag: the frame replaces its rectangle instead of being blended with it. */
const DO_NOT_BLEND = 2;

/** Channels of two frames that differ by no more than this are equal: the encoder changes them by as much. */
const LOSSY_TOLERANCE = 3;

/** Creates the instance pool of the encoder. */
export function createWebpEncoderPool(module: WebAssembly.Module): AsyncInstancePool<WebpEncoder> {
  return createEmscriptenPool(encodeWebpFactory, module);
}

/** Encodes a still image. */
export async function encodeWebp(
  pool: AsyncInstancePool<WebpEncoder>,
  { data, width, height }: Pixels,
  { lossless = false, frames = 1 }: Partial<EncodeOptions> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const still = width * height > MAX_SMALL_PIXELS ? LOSSLESS : LOSSLESS_SMALL;
  const settings = lossless ? frames > 1 ? LOSSLESS_FRAME : still : LOSSY;
  const file = await pool.use((codec) => codec.encode(data, width, height, settings));
  if (file === null) throw new Error("Cannot encode the image as WebP");
  return file;
}

/** Creates the encoder of one WebP file. */
export function createWebpEncoder(pool: AsyncInstancePool<WebpEncoder>, options: EncodeOptions): Encoder {
  const encode = (pixels: Pixels) => encodeWebp(pool, pixels, options);
  if (options.frames > 1) return createAnimationEncoder(encode, options);
  return createStillEncoder(async (frame) => addProfile(await encode(frame), options));
}

/** Adds the colour profile to a still image. Grey profiles are for one channel, and WebP always has three. */
function addProfile(file: Uint8Array<ArrayBuffer>, options: EncodeOptions): Uint8Array<ArrayBuffer> {
  const { colour: { profile } } = options;
  if (profile === undefined || profile.isGrey) return file;
  const type = String.fromCharCode(...file.subarray(FILE_HEADER_BYTES, FILE_HEADER_BYTES + 4));
  // The flag in VP8X is the same bit as `alpha_is_used` in the header of VP8L. VP8 without VP8X has no alpha.
  const flags = type === "VP8X" ? file[FILE_HEADER_BYTES + 8]! : type === "VP8L" ? file[FILE_HEADER_BYTES + 12]! : 0;
  const sink = startFile(options, flags & ALPHA);
  sink.write(toImageChunks(file));
  return finishFile(sink);
}

/** Creates an encoder that stores of each frame the rectangle that changes. */
function createAnimationEncoder(encode: (pixels: Pixels) => Promise<Uint8Array>, options: EncodeOptions): Encoder {
  const { lossless, loop } = options;
  const toDifference = createDifferences(options, { step: 2, tolerance: lossless ? 0 : LOSSY_TOLERANCE });
  const sink = startFile(options, ANIMATION | ALPHA);
  // Transparent background colour, then the loop count.
  writeChunk(sink, "ANIM", [0, 0, 0, 0, loop & 255, (loop >> 8) & 255]);
  let restMs = 0;
  return {
    async add(frame) {
      const part = toDifference(frame);
      restMs += frame.delay;
      const duration = Math.min(Math.round(restMs), 0xffffff);
      restMs -= duration;
      const numbers = [part.left / 2, part.top / 2, part.width - 1, part.height - 1, duration];
      const flags = part.isBlended ? 0 : DO_NOT_BLEND;
      writeChunk(sink, "ANMF", [...numbers.flatMap(toUint24), flags], toImageChunks(await encode(part)));
    },
    finish: () => finishFile(sink),
  };
}

/** Starts a file with a VP8X chunk and the colour profile. */
function startFile({ width, height, colour: { profile } }: EncodeOptions, flags: number): Sink {
  const sink = new Sink(), isStored = profile !== undefined && !profile.isGrey;
  sink.writeText("RIFF\0\0\0\0WEBP");
  const allFlags = isStored ? flags | PROFILE : flags;
  writeChunk(sink, "VP8X", [allFlags, 0, 0, 0, ...toUint24(width - 1), ...toUint24(height - 1)]);
  if (isStored) writeChunk(sink, "ICCP", [], profile.bytes);
  return sink;
}

function finishFile(sink: Sink): Uint8Array<ArrayBuffer> {
  const file = sink.toBytes();
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  return file;
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
