import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import { writeChunk, writePng } from "./codecs/png_chunks.ts";
import { concat, toUint32s } from "../bytes.ts";
import { pack, paint, paintNoise, paintPhoto, toPng, toSharp } from "./pictures.ts";

/** A file and its description. */
export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The formats that are read. */
export const SAMPLE_FORMATS = ["jpeg", "png", "gif", "webp", "avif"] as const;

/** Creates valid files of a format, of several kinds. */
export async function createSamples(format: (typeof SAMPLE_FORMATS)[number]): Promise<Sample[]> {
  const photo = () => toSharp(paintPhoto(61, 47));
  const noise = () => toSharp(paintNoise(40, 30));
  const shades = [0, 90, 180].map((blue) => paint(30, 24, (x, y) => [x * 8, y * 8, blue + x, 255]));
  const pages = await Promise.all(shades.map(toPng));
  const animation = () => sharp(pages, { join: { animated: true } });
  const makers = {
    jpeg: {
      baseline: photo().jpeg(),
      progressive: photo().jpeg({ progressive: true }),
      grey: photo().greyscale().toColourspace("b-w").jpeg(),
      "four colours": photo().removeAlpha().toColourspace("cmyk").jpeg(),
      turned: photo().withMetadata({ orientation: 6 }).jpeg(),
    },
    png: {
      plain: noise().png(),
      interlaced: photo().png({ progressive: true }),
      palette: photo().png({ palette: true }),
      "16 bits": photo().toColourspace("rgb16").png(),
    },
    gif: { still: photo().gif(), transparent: noise().gif(), animated: animation().gif({ delay: [50, 50, 50] }) },
    webp: {
      lossy: photo().webp(),
      lossless: noise().webp({ lossless: true }),
      transparent: noise().webp(),
      animated: animation().webp({ delay: [50, 50, 50] }),
    },
    avif: { lossy: photo().avif({ effort: 0 }), transparent: noise().avif({ effort: 0 }) },
  }[format];
  const files = Object.entries(makers).map(async ([name, image]) => [name, await pack(image)] as const);
  return (await Promise.all(files)).map(([name, bytes]) => ({ name: `${format}, ${name}`, bytes }));
}

/** Corrects the checksums of a damaged PNG as far as its chunks are found: otherwise a decoder reads nothing else. */
export function fixChecksums(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
  return bytes;
}

/** Creates decompression bombs: small files that would cost gigabytes or minutes if a decoder trusted them. */
export async function createBombs(): Promise<Sample[]> {
  const jpeg = await pack(toSharp(paintPhoto(61, 47)).jpeg());
  const progressive = await pack(toSharp(paintPhoto(61, 47)).jpeg({ progressive: true }));
  const gif = await pack(toSharp(paintPhoto(61, 47)).gif());
  const webp = await pack(toSharp(paintPhoto(61, 47)).webp());
  const sof = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xc0);
  const scan = progressive.findLastIndex((byte, i) => byte === 0xff && progressive[i + 1] === 0xda);
  const frame = gif.findLastIndex((byte, i) => byte === 0x2c && gif[i + 5] === 61 && gif[i + 7] === 47);
  const zeros = deflateZeros(200);
  return [
    { name: "JPEG of 20000 × 20000", bytes: patch(jpeg, sof + 5, [0x4e, 0x20, 0x4e, 0x20]) },
    { name: "JPEG of 5000 × 5000 without the data", bytes: patch(jpeg, sof + 5, [0x13, 0x88, 0x13, 0x88]) },
    { name: "JPEG with 3000 scans", bytes: repeatTail(progressive, scan, 3000) },
    { name: "JPEG with 90 scans of 5000 × 5000", bytes: repeatTail(enlarge(progressive), scan, 80) },
    { name: "GIF of 65535 × 65535", bytes: patch(gif, 6, [255, 255, 255, 255]) },
    { name: "GIF with a frame of 65535 × 65535", bytes: patch(gif, frame + 5, [255, 255, 255, 255]) },
    { name: "GIF of 5000 × 5000 with a tiny frame", bytes: patch(gif, 6, [0x88, 0x13, 0x88, 0x13]) },
    { name: "GIF of 100,000 frames", bytes: repeatFrames(gif, 100_000) },
    { name: "WebP of 16383 × 16383", bytes: patch(webp, 26, [255, 63, 255, 63]) },
    { name: "PNG of 65535 × 65535", bytes: toPngFile(65535, 65535, deflateSync(new Uint8Array(9))) },
    { name: "PNG of 5000 × 5000 without the data", bytes: toPngFile(5000, 5000, deflateSync(new Uint8Array(9))) },
    { name: "PNG with 200 MB after its last row", bytes: toPngFile(4, 4, zeros) },
    { name: "PNG with a text of 200 MB", bytes: toPngFile(4, 4, deflateSync(new Uint8Array(68)), 6, zText(zeros)) },
    {
      name: "PNG of a million chunks",
      bytes: toPngFile(4, 4, deflateSync(new Uint8Array(68)), 6, tinyChunks(800_000)),
    },
  ];
}

function patch(bytes: Uint8Array, at: number, values: readonly number[]): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}

function enlarge(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sof = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xc2);
  return patch(jpeg, sof + 5, [0x13, 0x88, 0x13, 0x88]);
}

function repeatTail(jpeg: Uint8Array, start: number, times: number): Uint8Array<ArrayBuffer> {
  return concat([jpeg.subarray(0, -2), repeat(jpeg.subarray(start, -2), times), jpeg.subarray(-2)]);
}

function repeatFrames(gif: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  // The smallest possible frame: one pixel, two LZW codes.
  const frame = Uint8Array.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  return concat([gif.subarray(0, -1), repeat(frame, times), gif.subarray(-1)]);
}

/** Writes compressed rows of 8-bit samples as a PNG file, by default of RGBA pixels. */
export function toPngFile(
  width: number,
  height: number,
  data: Uint8Array,
  colourType = 6,
  extra: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  return writePng([...toUint32s(width, height), 8, colourType, 0, 0, 0], extra, writeChunk("IDAT", data));
}

function zText(compressed: Uint8Array): Uint8Array<ArrayBuffer> {
  return writeChunk("zTXt", concat([new TextEncoder().encode("Comment\0\0"), compressed]));
}

function tinyChunks(count: number): Uint8Array<ArrayBuffer> {
  return repeat(writeChunk("teXt", new Uint8Array()), count);
}

/** Compresses mebibytes of zeros, one of them and again the same bytes, because all take a quarter of a second. */
function deflateZeros(mebibytes: number): Uint8Array<ArrayBuffer> {
  const part = deflateRawSync(new Uint8Array(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  // The checksum of zeros counts them, modulo 65521.
  const checksum = ((mebibytes << 20) % 65_521) * 65_536 + 1;
  return concat([Uint8Array.of(0x78, 0x01), repeat(part, mebibytes), Uint8Array.of(3, 0), toUint32s(checksum)]);
}

/** Doubles what is there, because a million single copies take a second. */
function repeat(bytes: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length * times);
  all.set(bytes);
  for (let filled = bytes.length; filled < all.length; filled *= 2) all.copyWithin(filled, 0, filled);
  return all;
}
