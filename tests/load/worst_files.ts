import { Buffer } from "node:buffer";
import { constants, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { writeChunk, writePng } from "@/lib/images/tests/codecs/png_chunks.ts";
import { createGroupedWebp } from "@/lib/images/tests/codecs/webp_groups.ts";
import { createGifBomb, createNoiseGif } from "./strangers/bombs.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Almost as many bytes as a file may have with the default settings. */
const FILE_BYTES = 20_800_000;

/** The bytes of a GIF with two colours before its first block. */
const GIF_HEADER_BYTES = 19;

/** The files that take the service longest, by what is special about them. Those of 20 MB are the largest allowed. */
export const WORST_FILES = {
  "JPEG of 1,600,000 frame headers": () => fill([0xff, 0xd8], [0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]),
  "JPEG of 5,200,000 empty segments": async () => {
    const [start, rest] = split(await smallJpeg(), 2);
    return fill(start, [0xff, 0xe2, 0, 2], rest);
  },
  "JPEG of 10,400,000 stuffed bytes": async () => fillScan(await smallJpeg(), [0xff, 0]),
  "JPEG of 10,400,000 restart markers": async () => fillScan(await smallJpeg(), [0xff, 0xd0]),
  "JPEG, progressive, 6 MP of noise": () => pack(noise(3000, 2000).jpeg({ quality: 90, progressive: true })),
  "JPEG of 500 scans, 0.8 MP": () => jpegOfScans(896, 880, 500),
  "GIF of 4,000,000 extensions": () => {
    const [start, frame] = split(createGifBomb(16, 16, 1), GIF_HEADER_BYTES);
    return fill(start, [0x21, 0xfe, 1, 97, 0], frame);
  },
  "GIF with an extension of 10,400,000 blocks": () => {
    const [start, frame] = split(createGifBomb(16, 16, 1), GIF_HEADER_BYTES);
    return fill([...start, 0x21, 0xfe], [1, 97], [0, ...frame]);
  },
  "GIF of 200 frames, 50 MP": () => createGifBomb(500, 500, 200),
  "GIF of 1,000 tiny frames": () => createGifBomb(2, 2, 1000),
  "GIF of 1,000 frames of noise, 24 × 24": () => createNoiseGif(24, 1000),
  "PNG of 1,600,000 data chunks": () => {
    const [start, end] = split(writePng(grey(16, 16, 8)), -12);
    return fill(start, writeChunk("IDAT", new Uint8Array(1)), end);
  },
  "PNG of 9,990 empty chunks": () => {
    const [start, end] = split(writePng(grey(16, 16, 8)), -12);
    return Buffer.concat([start, ...Array(9_990).fill(writeChunk("tEXt", new Uint8Array())), end]);
  },
  "PNG of 790,000 Huffman tables": () => writePng(grey(900, 880, 8), writeChunk("IDAT", deflateInBlocks(901 * 880))),
  "PNG of noise, 10 MB": () => noisePng(3300, 3000, 8),
  "PNG of noise, 25 MP": () => noisePng(5000, 5000, 2),
  "PNG of 16 bits, 25 MP with Paeth filters": () => deepPng(5000, 5000, { filter: 4, isInterlaced: false }),
  "PNG of 16 bits, 25 MP, interlaced": () => deepPng(5000, 5000, { filter: 0, isInterlaced: true }),
  "APNG of noise, 4 × 12.5 MP": () => noiseApng(5000, 2500, 4),
  "WebP of noise, 6 MP": () => pack(noise(3000, 2000).webp({ quality: 80, effort: 0 })),
  "WebP, lossless, 3 MP of noise": () => pack(noise(2000, 1500).webp({ lossless: true, effort: 0 })),
  "WebP of 65,536 groups of prefix codes": () => createGroupedWebp(1024),
  "AVIF of noise, 3 MP": () => pack(noise(2000, 1500).avif({ effort: 0, quality: 70 })),
} satisfies Record<string, () => Bytes | Promise<Bytes>>;

/** Returns a form with many fields beside a small picture, and its `content-type`. */
export function createForm(fields: number): { readonly body: Bytes; readonly type: string } {
  const part = (head: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; name=${head}\r\n\r\n${content}\r\n`;
  const text = new TextEncoder();
  const start = text.encode(part("a", "").repeat(fields) + part('image; filename="a.png"', "").slice(0, -2));
  const body = concat([start, writePng(grey(16, 16, 8), writeChunk("IDAT", deflateSync(new Uint8Array(272))))]);
  return { body: concat([body, text.encode("\r\n--b--\r\n")]), type: "multipart/form-data; boundary=b" };
}

/** Returns a form whose file consists of the bytes that precede a boundary, and its `content-type`. */
export function createCrlfForm(): { readonly body: Bytes; readonly type: string } {
  const text = new TextEncoder();
  const start = text.encode('--b\r\ncontent-disposition: form-data; name=image; filename="a.png"\r\n\r\n');
  const body = fill(start, text.encode("\r\n--"), text.encode("\r\n--b--\r\n"));
  return { body, type: "multipart/form-data; boundary=b" };
}

/** Repeats a piece between two others until the file is as large as it may be. */
function fill(start: ArrayLike<number>, piece: ArrayLike<number>, end: ArrayLike<number> = []): Bytes {
  const count = Math.floor((FILE_BYTES - start.length - end.length) / piece.length);
  const bytes = new Uint8Array(start.length + count * piece.length + end.length);
  bytes.set(start);
  for (let i = 0; i < count; i++) bytes.set(piece, start.length + i * piece.length);
  bytes.set(end, start.length + count * piece.length);
  return bytes;
}

/** Repeats a piece at the end of the scan of a JPEG, before its last marker. */
function fillScan(jpeg: Bytes, piece: readonly number[]): Bytes {
  const [start, end] = split(jpeg, -2);
  return fill(start, piece, end);
}

function split(bytes: Bytes, at: number): [Bytes, Bytes] {
  return [bytes.slice(0, at), bytes.slice(at)];
}

async function pack(image: Sharp): Promise<Bytes> {
  return new Uint8Array(await image.toBuffer());
}

function smallJpeg(): Promise<Bytes> {
  return pack(noise(16, 16).jpeg());
}

function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

function randomBytes(length: number): Bytes {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** The header of a grey PNG. */
function grey(width: number, height: number, bits: number): number[] {
  return [...toBytes(width), ...toBytes(height), bits, 0, 0, 0, 0];
}

function toBytes(number: number): number[] {
  return [number >>> 24, number >> 16 & 255, number >> 8 & 255, number & 255];
}

function noisePng(width: number, height: number, bits: number): Bytes {
  return writePng(grey(width, height, bits), writeChunk("IDAT", noiseData(width, height, bits)));
}

function noiseApng(width: number, height: number, frames: number): Bytes {
  const control = (n: number) => writeChunk("fcTL", Uint8Array.from([...toBytes(n), ...area, 0, 10, 0, 100, 0, 0]));
  const area = [...toBytes(width), ...toBytes(height), ...toBytes(0), ...toBytes(0)];
  const data = noiseData(width, height, 1);
  const rest = Array.from({ length: frames - 1 }, (_, i) => [
    control(2 * i + 1),
    writeChunk("fdAT", concat([Uint8Array.from(toBytes(2 * i + 2)), data])),
  ]);
  const animation = writeChunk("acTL", Uint8Array.from([...toBytes(frames), ...toBytes(0)]));
  return writePng(grey(width, height, 1), animation, control(0), writeChunk("IDAT", data), ...rest.flat());
}

/** Compressed lines of noise, with a new Huffman table every 127 symbols. */
function noiseData(width: number, height: number, bits: number): Uint8Array {
  const lineBytes = 1 + Math.ceil(width * bits / 8);
  const lines = randomBytes(lineBytes * height);
  for (let y = 0; y < height; y++) lines[y * lineBytes] = 0;
  return deflateSync(lines, { memLevel: 1, strategy: constants.Z_HUFFMAN_ONLY });
}

/**
 * Writes a PNG of four channels of 16 bits. Equal lines compress to a hundredth, but a Paeth filter turns them into
 * pixels that are all different.
 */
function deepPng(width: number, height: number, options: { filter: number; isInterlaced: boolean }): Bytes {
  const { filter, isInterlaced } = options;
  const line = Uint8Array.from({ length: 1 + 8 * width }, (_, at) => at === 0 ? filter : 7 * filter * (at - 1));
  const lines = new Uint8Array(isInterlaced ? interlacedBytes(width, height) : line.length * height);
  if (!isInterlaced) { for (let at = 0; at < lines.length; at += line.length) lines.set(line, at); }
  const header = [...toBytes(width), ...toBytes(height), 16, 6, 0, 0, isInterlaced ? 1 : 0];
  return writePng(header, writeChunk("IDAT", deflateSync(lines, { level: 1 })));
}

/** The seven passes of an interlaced PNG: the first column and line, and the distance to the next (PNG, 8.2). */
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [
  0,
  1,
  1,
  2,
]] as const;

function interlacedBytes(width: number, height: number): number {
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    return sum + Math.ceil((height - y) / dy) * (1 + 8 * Math.ceil((width - x) / dx));
  }, 0);
}

/** Writes a progressive grey JPEG of empty refinement scans (ITU-T T.81, G.1.2), 15 bytes each and more. */
function jpegOfScans(width: number, height: number, scans: number): Bytes {
  const segment = (marker: number, ...content: number[]) => [
    0xff,
    marker,
    (content.length + 2) >> 8,
    (content.length + 2) & 255,
    ...content,
  ];
  const toScan = (...range: number[]) => segment(0xda, 1, 1, 0, ...range);
  /** A table with one code of one bit. */
  const toTable = (id: number, symbol: number) => segment(0xc4, id, 1, ...Array(15).fill(0), symbol);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // A run of 16,384 blocks without coefficients has the code "0" and 14 further bits.
  const runBits = 15 * Math.ceil(blocks / 16_384);
  const runs = Array.from({ length: Math.ceil(runBits / 8) }, () => 0);
  const refinement = [...toScan(1, 63, 0x10), ...runs];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array(64).fill(1)),
    ...segment(0xc2, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
    ...toTable(0, 0),
    ...toTable(0x10, 0xe0),
    ...toScan(0, 0, 0x01),
    ...Array(Math.ceil(blocks / 8)).fill(0),
    ...Array.from({ length: scans - 1 }, () => refinement).flat(),
    ...[0xff, 0xd9],
  ]);
}

/** Compresses zeros, each with a Huffman table of its own (RFC 1951, 3.2.7), in 11.5 bytes. */
function deflateInBlocks(zeros: number): Bytes {
  // Lowest bit first. The codes of lengths are "0" for length 1 and "1" for a run of zeros; the codes of symbols are
  // "0" for the byte 0 and "1" for the end of the block.
  const lengths = ["00", "00", "1", ...Array(14).fill("00"), "1"].map((bits) => bits.padEnd(3, "0")).join("");
  const table = "00000" + "00000" + "0111" + lengths + "0" + "1" + "1111111" + "1" + "0101011" + "0" + "0";
  const block = (isLast: boolean) => `${isLast ? 1 : 0}01${table}01`;
  const eight = Uint8Array.from(block(false).repeat(8).match(/.{8}/g)!, toByte);
  const rest = block(false).repeat((zeros - 1) % 8) + block(true);
  const bytes = new Uint8Array(Math.floor((zeros - 1) / 8) * eight.length);
  for (let at = 0; at < bytes.length; at += eight.length) bytes.set(eight, at);
  // The checksum of zeros: a = 1, b = the number of zeros.
  const checksum = toBytes((zeros % 65_521) * 65_536 + 1);
  const last = Uint8Array.from(rest.padEnd(Math.ceil(rest.length / 8) * 8, "0").match(/.{8}/g)!, toByte);
  return concat([Uint8Array.of(0x78, 0x01), bytes, last, Uint8Array.from(checksum)]);
}

function toByte(bits: string): number {
  return parseInt([...bits].reverse().join(""), 2);
}

function concat(parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}
