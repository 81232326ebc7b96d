import { Buffer } from "node:buffer";
import sharp from "sharp";

/** Returns a JPEG of 9 MB, the size of a photograph. Comments fill it: they take no time to read. */
export async function createPhotograph(): Promise<Buffer> {
  const plain = { create: { width: 1600, height: 1200, channels: 3, background: "red" } } as const;
  const jpeg = await sharp(plain).jpeg().toBuffer();
  const comment = Buffer.alloc(2 + 65_535, "x");
  comment.set([0xff, 0xfe, 0xff, 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(140).fill(comment), jpeg.subarray(2)]);
}

/** Returns a square image that does not compress: noise in a BMP. */
export function createNoise(side: number): Buffer {
  const bytes = new Uint8Array(54 + side * side * 3);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, side, true);
  view.setInt32(22, side, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let at = 54, seed = 1; at < bytes.length; at++) bytes[at] = (seed = seed * 48271 % 2147483647) & 255;
  return Buffer.from(bytes);
}
