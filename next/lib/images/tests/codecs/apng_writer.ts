import { deflateSync } from "node:zlib";
import { concat } from "../../bytes.ts";
import type { Pixels } from "../../pixels.ts";
import { writeChunk, writePng } from "./png_chunks.ts";

/** A frame of {@linkcode writeApng}. */
export interface FrameOptions {
  readonly pixels: Pixels;
  readonly left?: number;
  readonly top?: number;
  /** The numerator and denominator of the delay in seconds. */
  readonly delay?: readonly [number, number];
  /** 0 none, 1 background, 2 previous. */
  readonly dispose?: number;
  /** 0 source, 1 over. */
  readonly blend?: number;
}

/** Options of {@linkcode writeApng}. */
export interface ApngOptions {
  readonly width: number;
  readonly height: number;
  readonly plays?: number;
  /** The still image, if it is not the first frame. */
  readonly hidden?: Pixels;
  /** The number of frames to announce, if it is wrong. */
  readonly count?: number;
  /** Changes the sequence number of a chunk. */
  readonly renumber?: (sequence: number) => number;
}

/** Writes an animated PNG with 8-bit RGBA pixels, as the specification describes it. */
export function writeApng(frames: readonly FrameOptions[], options: ApngOptions): Uint8Array<ArrayBuffer> {
  const { width, height, plays = 0, hidden, count = frames.length, renumber = (sequence) => sequence } = options;
  let sequence = 0;
  const next = () => toBytes(4, [renumber(sequence++)]);
  const chunks = frames.flatMap(({ pixels, left = 0, top = 0, delay = [1, 10], dispose = 0, blend = 0 }, i) => {
    const place = toBytes(4, [pixels.width, pixels.height, left, top]);
    const control = writeChunk("fcTL", concat([next(), place, toBytes(2, delay), Uint8Array.of(dispose, blend)]));
    if (i === 0 && hidden === undefined) return [control, writeChunk("IDAT", compress(pixels))];
    return [control, writeChunk("fdAT", concat([next(), compress(pixels)]))];
  });
  return writePng(
    [...toBytes(4, [width, height]), 8, 6, 0, 0, 0],
    writeChunk("acTL", toBytes(4, [count, plays])),
    ...(hidden === undefined ? [] : [writeChunk("IDAT", compress(hidden))]),
    ...chunks,
  );
}

/** Compresses rows without a filter. */
function compress({ width, height, data }: Pixels): Uint8Array {
  const rows = new Uint8Array((4 * width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1);
  return deflateSync(rows);
}

/** Returns big-endian numbers. */
function toBytes(size: 2 | 4, values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, i) => size === 2 ? view.setUint16(2 * i, value) : view.setUint32(4 * i, value));
  return new Uint8Array(view.buffer);
}
