import { type Crc32, type PngPart, toPngFile } from "@/lib/images/codecs/png_file.ts";
import { chooseKind, type PngKind, toPlainKind } from "@/lib/images/codecs/png_kind.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

// Our own encoder, because it takes a third of the time of Deno's zlib, and its files are smaller: it tries four filter
// types for each scanline, while a filter in TypeScript would have time for one.

/** The exports of `wasm/png_encoder.as.ts`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly encoded: WebAssembly.Global;
  beginEncoding(width: number, kind: number, rowBytes: number, stripRows: number, maxChain: number): number;
  encodeStrip(rows: number, isLast: boolean): number;
  encodePart(width: number, isRowStart: boolean, isLast: boolean): number;
}

/** Encodes images. */
export interface PngEncoder {
  /** Encodes pixels with the fewest bits; `toChunks` returns more chunks for a grey or an RGB image. */
  toFile(pixels: Pixels, toChunks?: (isGrey: boolean) => PngPart[], needsRgb?: boolean): Uint8Array<ArrayBuffer>;
  /** Encodes pixels as a zlib stream, in pieces. */
  toData(pixels: Pixels, kind: PngKind): Uint8Array[];
}

/** Creates the instance pool of the encoder. The checksum is passed in, because importing `node:zlib` takes 24 ms. */
export function createPngEncoderPool(module: WebAssembly.Module, crc32: Crc32): InstancePool<PngEncoder> {
  return InstancePool.fromModule(module, (exports: Exports): PngEncoder => ({
    toFile(pixels, toChunks = () => [], needsRgb = false) {
      const { width, height } = pixels;
      const kind = width > MAX_ROW_PIXELS ? toPlainKind(pixels) : chooseKind(pixels, needsRgb);
      const { colourType, bitDepth, palette = [] } = kind;
      const chunks = [...toChunks(colourType === 0 || colourType === 4), ...toPaletteChunks(palette)];
      const data: PngPart = ["IDAT", ...encode(exports, pixels, kind)];
      return toPngFile({ width, height, bitDepth, colourType }, [...chunks, data], crc32);
    },
    toData: (pixels, kind) => encode(exports, pixels, kind),
  }));
}

/** Returns PLTE, and tRNS if a colour is not opaque. */
export function toPaletteChunks(palette: readonly number[]): PngPart[] {
  if (palette.length === 0) return [];
  const plte: PngPart = ["PLTE", Uint8Array.from(palette.flatMap((word) => [word, word >> 8, word >> 16]))];
  const transparent = palette.filter((word) => word >>> 24 < 255);
  return transparent.length === 0 ? [plte] : [plte, ["tRNS", Uint8Array.from(transparent, (word) => word >>> 24)]];
}

/** Bytes of the rows that are encoded at once: they fit into the processor's cache, and share one set of Huffman codes. */
const STRIP_BYTES = 1 << 18;

/**
 * How many comparisons the search for matches may take, in half a second, and the limits for each byte: they find nearly
 * all matches in a small drawing, and most of them in a large one.
 */
const MAX_COMPARISONS = 2 ** 29, MIN_CHAIN = 32, MAX_CHAIN = 1024;

/** Longer rows are encoded in parts, because the module's memory holds the rows of a strip several times. */
const MAX_ROW_PIXELS = 1 << 18, PART_PIXELS = 1 << 16;

/** Bytes of a sample, which are encoded as a photograph and as a drawing, and how many samples there are at most. */
const SAMPLE_BYTES = 1 << 15, MAX_SAMPLES = 3;

const SAMPLES_OF_TYPE = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

function encode(exports: Exports, pixels: Pixels, kind: PngKind): Uint8Array[] {
  const { width, height } = pixels;
  if (width > MAX_ROW_PIXELS) return encodeParts(exports, pixels, kind);
  const rows = toRows(pixels, kind);
  const stripRows = (bytes: number) => Math.min(Math.ceil(bytes / (rows.bytes + 1)), height);
  const sampleRows = stripRows(SAMPLE_BYTES), samples = Math.min(Math.floor(height / sampleRows), MAX_SAMPLES);
  // The samples are distributed evenly. A small image is its only sample.
  const encodeSamples = (maxChain: number) => {
    let length = 0;
    for (let i = 0; i < samples; i++) {
      const start = Math.floor(i * (height - sampleRows) / Math.max(samples - 1, 1));
      const pieces = encodeRows(exports, rows, { start, end: start + sampleRows, stripRows: sampleRows, maxChain });
      length += pieces[0]!.length;
    }
    return length;
  };
  const chain = Math.min(Math.max(MAX_COMPARISONS / (rows.bytes * height), MIN_CHAIN), MAX_CHAIN);
  const maxChain = encodeSamples(MIN_CHAIN) < encodeSamples(0) ? chain : 0;
  return encodeRows(exports, rows, { start: 0, end: height, stripRows: stripRows(STRIP_BYTES), maxChain });
}

/** Rows as the module expects them: RGBA pixels, or samples that are packed into bytes (`kind` 3). */
interface Rows {
  readonly width: number;
  readonly kind: number;
  /** The bytes of a row of the file, without the filter type. */
  readonly bytes: number;
  readonly data: Uint8Array | Uint8ClampedArray;
  /** The bytes of a row of `data`. */
  readonly stride: number;
}

const PACKED = 3;

function toRows({ width, height, data }: Pixels, { colourType, bitDepth, samples }: PngKind): Rows {
  if (samples === undefined) {
    return { width, kind: colourType, bytes: width * SAMPLES_OF_TYPE[colourType], data, stride: width * 4 };
  }
  const bytes = Math.ceil(width * bitDepth / 8);
  if (bitDepth === 8) return { width, kind: PACKED, bytes, data: samples, stride: bytes };
  const packed = new Uint8Array(bytes * height);
  for (let y = 0, i = 0; y < height; y++) {
    // The leftmost sample is in the highest bits.
    for (let bit = y * bytes * 8, x = 0; x < width; x++, bit += bitDepth) {
      packed[bit >> 3]! |= samples[i++]! << (8 - bitDepth - (bit & 7));
    }
  }
  return { width, kind: PACKED, bytes, data: packed, stride: bytes };
}

/** Which rows to encode, and how. */
interface RowOptions {
  readonly start: number;
  readonly end: number;
  readonly stripRows: number;
  /** How many positions to compare in the search for matches; 0 filters the scanlines instead. */
  readonly maxChain: number;
}

function encodeRows(exports: Exports, rows: Rows, { start, end, stripRows, maxChain }: RowOptions): Uint8Array[] {
  const input = exports.beginEncoding(rows.width, rows.kind, rows.bytes, stripRows, maxChain);
  const memory = new Uint8Array(exports.memory.buffer), output = exports.encoded.value;
  const encoded: Uint8Array[] = [];
  for (let y = start; y < end; y += stripRows) {
    const count = Math.min(stripRows, end - y);
    memory.set(rows.data.subarray(y * rows.stride, (y + count) * rows.stride), input);
    encoded.push(memory.slice(output, output + exports.encodeStrip(count, y + count === end)));
  }
  return encoded;
}

/** Encodes rows that are too long for the buffers. */
function encodeParts(exports: Exports, { width, height, data }: Pixels, { colourType }: PngKind): Uint8Array[] {
  const input = exports.beginEncoding(PART_PIXELS, colourType, 0, 1, 0);
  const memory = new Uint8Array(exports.memory.buffer), output = exports.encoded.value;
  const encoded: Uint8Array[] = [];
  for (let start = 0; start < width * height;) {
    const x = start % width, end = Math.min(start + PART_PIXELS, start - x + width);
    memory.set(data.subarray(start * 4, end * 4), input);
    const length = exports.encodePart(end - start, x === 0, end === width * height);
    encoded.push(memory.slice(output, output + length));
    start = end;
  }
  return encoded;
}
