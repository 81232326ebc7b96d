import { createStillEncoder, type EncodeOptions, type Encoder } from "@/lib/images/codecs/codec.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import type { Pixels } from "@/lib/images/picture.ts";
import type { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** A WebP encoder for still pictures. */
export interface WebpEncoder {
  encode(data: Uint8ClampedArray, width: number, height: number, options: object): Uint8Array<ArrayBuffer> | null;
}

/** The part of a file before its first chunk: RIFF, length, WEBP. */
const FILE_HEADER_BYTES = 12;

/** Starts a WebP. `settings` are those of the encoder. */
export function createWebpEncoder(
  pool: AsyncInstancePool<WebpEncoder>,
  options: EncodeOptions,
  settings: object,
): Encoder {
  const encode = async ({ data, width, height }: Pixels) => {
    const file = await pool.use((codec) => codec.encode(data, width, height, settings));
    if (file === null) throw new Error("Cannot encode the picture as WebP");
    return file;
  };
  return options.animated ? createAnimationEncoder(encode, options) : createStillEncoder(encode);
}

function createAnimationEncoder(
  encode: (pixels: Pixels) => Promise<Uint8Array>,
  { width, height, loop }: EncodeOptions,
): Encoder {
  const sink = new Sink();
  sink.write([...toAscii("RIFF"), 0, 0, 0, 0, ...toAscii("WEBP")]);
  // Flags: animated, with alpha.
  writeChunk(sink, "VP8X", [0x12, 0, 0, 0, ...toUint24(width - 1), ...toUint24(height - 1)]);
  // Transparent background, loop count.
  writeChunk(sink, "ANIM", [0, 0, 0, 0, loop & 255, (loop >> 8) & 255]);
  return {
    async add(frame) {
      const picture = toPictureChunks(await encode(frame));
      const place = [0, 0, 0, 0, 0, 0, ...toUint24(width - 1), ...toUint24(height - 1)];
      // Do not blend: each frame takes the whole place of the one before.
      writeChunk(sink, "ANMF", [...place, ...toUint24(Math.min(frame.delay, 0xffffff)), 2], picture);
    },
    finish() {
      const file = sink.toBytes();
      new DataView(file.buffer).setUint32(4, file.length - 8, true);
      return file;
    },
  };
}

/** Leaves out the header of a file, and the chunk that says what the frame says anyway. */
function toPictureChunks(file: Uint8Array): Uint8Array {
  const chunks = file.subarray(FILE_HEADER_BYTES);
  return chunks[3] === 0x58 ? chunks.subarray(18) : chunks;
}

function writeChunk(sink: Sink, type: string, start: readonly number[], rest: Uint8Array = new Uint8Array()): void {
  const length = start.length + rest.length;
  sink.write([...toAscii(type), ...toUint24(length & 0xffffff), length >>> 24, ...start]);
  sink.write(rest);
  if (length & 1) sink.write([0]);
}

function toAscii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function toUint24(value: number): [number, number, number] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255];
}
