import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { toUint32s } from "../bytes.ts";
import { type NewChunk, toColourChunks, toPngFile } from "./png_file.ts";
import { chooseKinds, type PngKind } from "./png_kind.ts";
import type { Colour } from "../formats/colour.ts";
import { countChannels } from "../formats/png.ts";
import type { Pixels } from "../pixels.ts";
import type { Instance } from "../wasm/instance_pool.ts";
import { checkJob } from "../wasm/limits.ts";

// Photographs are deflated by our own code, because Deno's zlib takes longer for a filtered PNG of the same size.

/** The exports of `wasm/png_encoder.as.ts`. */
export interface PngEncoderExports extends Instance {
  adler32(checksum: number, start: number, end: number): number;
  readonly encoded: WebAssembly.Global;
  beginEncoding(width: number, pixelBytes: number, stripRows: number): number;
  encodeStrip(rows: number, isLast: boolean): number;
}

/** Encodes pixels of a colour space with the fewest bytes. */
export function encodePng(exports: PngEncoderExports, pixels: Pixels, colour: Colour = {}): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  const files = chooseKinds(pixels, colour.profile?.isGrey).map((kind) => {
    const isGrey = kind.colourType === 0 || kind.colourType === 4;
    const chunks = [...toColourChunks(colour, isGrey), ...toPaletteChunks(kind.palette ?? [])];
    return toPngFile({ width, height, ...kind }, [...chunks, ["IDAT", ...encodePngData(exports, pixels, kind)]]);
  });
  return files.reduce((smallest, file) => file.length < smallest.length ? file : smallest);
}

/** Returns PLTE, and tRNS if a colour is not opaque. */
function toPaletteChunks(palette: readonly number[]): NewChunk[] {
  if (palette.length === 0) return [];
  const plte: NewChunk = ["PLTE", Uint8Array.from(palette.flatMap((word) => [word, word >> 8, word >> 16]))];
  const transparent = palette.filter((word) => word >>> 24 < 255);
  return transparent.length === 0 ? [plte] : [plte, ["tRNS", Uint8Array.from(transparent, (word) => word >>> 24)]];
}

/** Pixels that are encoded at once: they fit into the processor's cache, and share one set of Huffman codes. */
const STRIP_PIXELS = 1 << 16;

/** Pixels of a sample that is encoded in both ways. */
const SAMPLE_PIXELS = 1 << 14;

/** Pixels of a sample that is enough for most photographs: with filters, they take less than this part of the bytes. */
const QUICK_SAMPLE_PIXELS = 1 << 12, CLEAR_RATIO = 0.75;

/** The largest number of samples. */
const MAX_SAMPLES = 3;

/**
 * Encodes pixels as a zlib stream in pieces. There are two ways. A photograph is filtered and deflated by our own code,
 * because its noise has no repetitions. A drawing is not filtered, and zlib finds its repetitions. A few samples are
 * encoded in both ways first, and the way with fewer bytes is taken.
 */
function encodePngData(exports: PngEncoderExports, pixels: Pixels, kind: PngKind): Uint8Array[] {
  const { width, height } = pixels;
  // Quick samples can only show a clear photograph, and an image with a palette is hardly ever a photograph.
  const quick = kind.samples === undefined ? encodeSamples(exports, pixels, kind, QUICK_SAMPLE_PIXELS) : undefined;
  const isClear = quick !== undefined && quick.asPhotograph < quick.asDrawing * CLEAR_RATIO;
  const { asPhotograph, asDrawing } = isClear ? quick : encodeSamples(exports, pixels, kind, SAMPLE_PIXELS);
  // Noise is a little smaller as a drawing, because zlib stores it without compression, but that takes much longer.
  if (asPhotograph <= asDrawing * 1.01) return encodeStrips(exports, pixels, kind, 0, height);
  return deflateStrips(exports, pixels, kind, toLevel(toRowBytes(width, kind) * height));
}

/** What becomes of a byte. */
interface Ratios {
  readonly asDrawing: number;
  readonly asPhotograph: number;
}

/** Encodes samples of `samplePixels` in both ways. */
function encodeSamples(exports: PngEncoderExports, pixels: Pixels, kind: PngKind, samplePixels: number): Ratios {
  const { width, height } = pixels;
  const rows = Math.min(Math.ceil(samplePixels / width), height);
  const samples = Math.min(Math.floor(height / rows), MAX_SAMPLES);
  let asDrawing = 0, asPhotograph = 0;
  for (let i = 0; i < samples; i++) {
    const start = Math.floor(i * (height - rows) / Math.max(samples - 1, 1));
    checkJob();
    asDrawing += deflateSync(toScanlines(pixels, kind, start, start + rows)).length;
    if (kind.bitDepth === 8) asPhotograph += encodeStrips(exports, pixels, kind, start, start + rows)[0]!.length;
  }
  const bytes = samples * rows * toRowBytes(width, kind);
  return { asDrawing: asDrawing / bytes, asPhotograph: kind.bitDepth === 8 ? asPhotograph / bytes : Infinity };
}

/** The bytes that zlib compresses without a checkpoint. */
const DEFLATED_BYTES = 1 << 18;

/** How far back zlib finds repetitions. */
const WINDOW_BYTES = 1 << 15;

/** Deflates scanlines in strips: raw deflate streams, each of which refers to the end of the one before. */
function deflateStrips(exports: PngEncoderExports, pixels: Pixels, kind: PngKind, level: number): Uint8Array[] {
  const { width, height } = pixels;
  const stripRows = Math.min(Math.ceil(DEFLATED_BYTES / toRowBytes(width, kind)), height);
  // The buffers of the module are at least as large as the scanlines of a strip, and are not needed for anything else.
  const input = exports.beginEncoding(width, 4, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  // The zlib header: deflate with a window of 32 KiB.
  const encoded: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  let checksum = 1;
  let dictionary: Uint8Array | undefined;
  for (let y = 0; y < height; y += stripRows) {
    checkJob();
    const scanlines = toScanlines(pixels, kind, y, Math.min(y + stripRows, height));
    memory.set(scanlines, input);
    checksum = exports.adler32(checksum, input, input + scanlines.length);
    const finishFlush = y + stripRows < height ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
    encoded.push(deflateRawSync(scanlines, { level, memLevel: 9, finishFlush, ...(dictionary && { dictionary }) }));
    dictionary = scanlines.subarray(-WINDOW_BYTES);
  }
  return [...encoded, toUint32s(checksum)];
}

/**
 * Returns the effort of zlib: the most that takes about a second, whatever the bytes are. If they have few different
 * values and no long matches, a byte takes 1.6 µs at level 9, 0.15 at level 7, and 0.03 at level 5.
 */
function toLevel(bytes: number): number {
  if (bytes <= 2 ** 18) return 9;
  if (bytes <= 2 ** 22) return 7;
  return bytes <= 2 ** 25 ? 5 : 4;
}

/** Returns the bytes of a scanline, including its filter type. */
function toRowBytes(width: number, { colourType, bitDepth }: PngKind): number {
  return 1 + Math.ceil(width * countChannels(colourType) * bitDepth / 8);
}

/** Returns scanlines that are not filtered: filter type 0, then the samples. */
function toScanlines({ width, data }: Pixels, kind: PngKind, start: number, end: number): Uint8Array {
  const { bitDepth, samples } = kind;
  const rowBytes = toRowBytes(width, kind);
  const scanlines = new Uint8Array(rowBytes * (end - start));
  for (let y = start, to = 1; y < end; y++, to += rowBytes) {
    const row = { first: y * width, last: (y + 1) * width, to };
    if (samples === undefined) copyChannels(data, row, scanlines, kind);
    else if (bitDepth === 8) scanlines.set(samples.subarray(row.first, row.last), to);
    else packSamples(samples, row, scanlines, bitDepth);
  }
  return scanlines;
}

/** The first pixel of a row, the one after its last, and where its scanline starts. */
interface Row {
  readonly first: number;
  readonly last: number;
  readonly to: number;
}

// Functions of a row, which V8 compiles as a whole: see toStrips().
function copyChannels(data: Uint8ClampedArray, row: Row, scanlines: Uint8Array, { colourType }: PngKind): void {
  const isColour = (colourType & 2) !== 0, hasAlpha = (colourType & 4) !== 0;
  for (let i = 4 * row.first, end = 4 * row.last, to = row.to; i < end; i += 4) {
    scanlines[to++] = data[i]!;
    if (isColour) {
      scanlines[to++] = data[i + 1]!;
      scanlines[to++] = data[i + 2]!;
    }
    if (hasAlpha) scanlines[to++] = data[i + 3]!;
  }
}

/** The leftmost sample is in the highest bits. */
function packSamples(samples: Uint8Array, { first, last, to }: Row, scanlines: Uint8Array, bitDepth: number): void {
  for (let i = first, bit = 0; i < last; i++, bit += bitDepth) {
    scanlines[to + (bit >> 3)]! |= samples[i]! << (8 - bitDepth - (bit & 7));
  }
}

function encodeStrips(
  exports: PngEncoderExports,
  pixels: Pixels,
  kind: PngKind,
  start: number,
  end: number,
): Uint8Array[] {
  const { width, data } = pixels;
  const pixelBytes = countChannels(kind.colourType);
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), end - start);
  const input = exports.beginEncoding(width, pixelBytes, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.encoded.value;
  const encoded: Uint8Array[] = [];
  for (let y = start; y < end; y += stripRows) {
    const next = Math.min(y + stripRows, end);
    const isRgb = pixelBytes >= 3;
    memory.set(isRgb ? data.subarray(y * width * 4, next * width * 4) : toScanlines(pixels, kind, y, next), input);
    encoded.push(memory.slice(output, output + exports.encodeStrip(next - y, next === end)));
  }
  return encoded;
}
