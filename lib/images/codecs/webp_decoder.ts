import type { Header } from "@/lib/images/formats/header.ts";
import { readWebpFrames, type WebpFrame } from "@/lib/images/formats/webp.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";
import { createPixels, type Frame, type Pixels } from "@/lib/images/picture.ts";
import type { AsyncInstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** A WebP decoder for still pictures. */
export interface WebpDecoder {
  decode(bytes: Uint8Array): Pixels | null;
}

/** Unpacks a WebP: a still one at once, an animated one frame by frame as it is seen. */
export async function* decodeWebp(
  pool: AsyncInstancePool<WebpDecoder>,
  bytes: Uint8Array<ArrayBuffer>,
  header: Header,
): AsyncGenerator<Frame> {
  const frames = [...readWebpFrames(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))];
  if (frames.length === 0) return yield { ...await decodeStill(pool, bytes), delay: 0 };
  const { width, height } = header;
  const canvas = createPixels(width, height);
  for (const frame of frames) {
    const picture = await decodeStill(pool, toStillFile(bytes.subarray(frame.start, frame.end), frame));
    if (picture.width !== frame.width || picture.height !== frame.height) {
      throw brokenImageError("its sizes contradict");
    }
    paint(canvas, frame, picture);
    yield { width, height, data: canvas.data.slice(), delay: frame.delay };
    if (frame.clear) paint(canvas, { ...frame, blend: false }, createPixels(frame.width, frame.height));
  }
}

async function decodeStill(pool: AsyncInstancePool<WebpDecoder>, bytes: Uint8Array): Promise<Pixels> {
  const pixels = await pool.use(({ decode }) => decode(bytes));
  if (pixels === null) throw brokenImageError("its WebP data is damaged");
  // Not the ImageData that it is: its properties would be lost in a copy.
  return { width: pixels.width, height: pixels.height, data: pixels.data };
}

/** A frame's chunks as a file of their own: the decoder knows still pictures only. */
function toStillFile(chunks: Uint8Array, { width, height }: WebpFrame): Uint8Array {
  const file = new Uint8Array(30 + chunks.length);
  const view = new DataView(file.buffer);
  file.set([0x52, 0x49, 0x46, 0x46], 0);
  view.setUint32(4, file.length - 8, true);
  file.set([0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, 0x10], 8);
  view.setUint32(24, width - 1, true);
  view.setUint16(27, (height - 1) & 0xffff, true);
  view.setUint8(29, (height - 1) >> 16);
  file.set(chunks, 30);
  return file;
}

function paint(canvas: Pixels, { left, top, blend }: WebpFrame, { width, height, data }: Pixels): void {
  for (let y = 0; y < height; y++) {
    const to = ((top + y) * canvas.width + left) * 4;
    const row = data.subarray(y * width * 4, (y + 1) * width * 4);
    if (blend) blendRow(canvas.data.subarray(to, to + row.length), row);
    else canvas.data.set(row, to);
  }
}

/** Lays colours over others, each counted by what its alpha lets through. */
function blendRow(below: Uint8ClampedArray, above: Uint8ClampedArray): void {
  for (let i = 0; i < above.length; i += 4) {
    const alpha = above[i + 3]!;
    if (alpha === 0) continue;
    const rest = below[i + 3]! * (255 - alpha) / 255;
    const sum = alpha + rest;
    for (let j = i; j < i + 3; j++) below[j] = (above[j]! * alpha + below[j]! * rest) / sum;
    below[i + 3] = sum;
  }
}
