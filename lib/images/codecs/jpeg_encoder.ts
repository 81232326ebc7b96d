import {
  AC_TABLES,
  createCodes,
  createQuantizationTables,
  DC_TABLES,
  ZIGZAG,
} from "@/lib/images/codecs/jpeg_tables.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import type { IccProfile } from "@/lib/images/formats/colour.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

// Our own encoder, because it takes 40 ms for 1920 × 1080 where the npm packages that load without a native addon take
// 190 ms (libjpeg-turbo without SIMD) to 600 ms (mozjpeg at its fastest).

/** The exports of `wasm/jpeg_encoder.as.ts`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly FACTORS: WebAssembly.Global;
  readonly DC_CODES: WebAssembly.Global;
  readonly AC_CODES: WebAssembly.Global;
  readonly output: WebAssembly.Global;
  begin(width: number, isSubsampled: boolean): number;
  encodeMcuRow(rows: number): number;
  finish(): number;
}

/** Options of {@linkcode JpegEncoder}. */
export interface JpegOptions {
  /** From 50 to 100. */
  readonly quality: number;
  /** Whether chroma is stored at full resolution (4:4:4) and not at half the width and height (4:2:0). */
  readonly fullChroma: boolean;
  readonly profile?: IccProfile | undefined;
}

/** Encodes opaque pixels. */
export type JpegEncoder = (pixels: Pixels, options: JpegOptions) => Uint8Array<ArrayBuffer>;

/** Creates the instance pool of the encoder. */
export function createJpegEncoderPool(module: WebAssembly.Module): InstancePool<JpegEncoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (pixels, options) => encode(exports, pixels, options));
}

function encode(exports: Exports, pixels: Pixels, options: JpegOptions): Uint8Array<ArrayBuffer> {
  const { width, height, data } = pixels, { quality, fullChroma } = options;
  const quantization = createQuantizationTables(quality);
  const sink = new Sink();
  writeHeader(sink, pixels, quantization, options);
  const input = exports.begin(width, !fullChroma);
  const mcuRows = fullChroma ? 8 : 16;
  setTables(exports, quantization);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.output.value;
  for (let y = 0; y < height; y += mcuRows) {
    const rows = Math.min(mcuRows, height - y);
    memory.set(data.subarray(y * width * 4, (y + rows) * width * 4), input);
    sink.write(memory.subarray(output, output + exports.encodeMcuRow(rows)));
  }
  sink.write(memory.subarray(output, output + exports.finish()));
  sink.write([0xff, 0xd9]);
  return sink.toBytes();
}

/** The forward DCT scales each row and each column of coefficients by these factors. */
const SCALES = Array.from({ length: 8 }, (_, i) => i === 0 ? 1 : Math.cos(i * Math.PI / 16) * Math.SQRT2);

/** Writes the tables into the memory of the module, each first for luma, then for chroma. */
function setTables(exports: Exports, quantization: readonly number[][]): void {
  const { buffer } = exports.memory;
  quantization.forEach((table, i) => {
    const factors = new Float32Array(buffer, exports.FACTORS.value + i * 256, 64);
    table.forEach((value, position) => {
      const row = position >> 3, column = position & 7;
      // The order of toIndex() in wasm/jpeg_encoder_dct.as.ts.
      factors[(row >> 2) * 32 + column * 4 + (row & 3)] = 1 / (8 * value * SCALES[column]! * SCALES[row]!);
    });
  });
  DC_TABLES.forEach((table, i) => {
    new Uint32Array(buffer, exports.DC_CODES.value + i * 64, 16).set(createCodes(table).subarray(0, 16));
  });
  AC_TABLES.forEach((table, i) => {
    new Uint32Array(buffer, exports.AC_CODES.value + i * 1024, 256).set(createCodes(table));
  });
}

/** Writes all marker segments before the entropy-coded data (ITU-T T.81, Annex B). */
function writeHeader(
  sink: Sink,
  { width, height }: Pixels,
  quantization: number[][],
  { fullChroma, profile }: JpegOptions,
): void {
  sink.write([0xff, 0xd8]);
  // APP0: JFIF 1.1, no unit of resolution, no thumbnail.
  writeSegment(sink, 0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  if (profile?.isGrey === false) writeProfile(sink, profile.bytes);
  quantization.forEach((table, i) => writeSegment(sink, 0xdb, [i, ...ZIGZAG.map((position) => table[position]!)]));
  // SOF0: 8 bits, the size, three components with their ids, sampling factors and quantization tables.
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  writeSegment(sink, 0xc0, [8, ...size, 3, 1, fullChroma ? 0x11 : 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  DC_TABLES.forEach(({ counts, symbols }, i) => writeSegment(sink, 0xc4, [i, ...counts, ...symbols]));
  AC_TABLES.forEach(({ counts, symbols }, i) => writeSegment(sink, 0xc4, [0x10 | i, ...counts, ...symbols]));
  // SOS: one scan of all components with their Huffman tables.
  writeSegment(sink, 0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]);
}

/** The bytes of a profile in one segment: at most 65535, less the length, the prefix, and the number of the part. */
const MAX_PART_BYTES = 65_535 - 2 - 14;

/** Writes APP2 segments: a prefix, the number of the part, how many there are, and the part. */
function writeProfile(sink: Sink, profile: Uint8Array): void {
  const parts = Math.ceil(profile.length / MAX_PART_BYTES);
  for (let i = 0; i < parts; i++) {
    const part = profile.subarray(i * MAX_PART_BYTES, (i + 1) * MAX_PART_BYTES);
    writeSegment(sink, 0xe2, [...new TextEncoder().encode("ICC_PROFILE\0"), i + 1, parts, ...part]);
  }
}

function writeSegment(sink: Sink, marker: number, content: readonly number[]): void {
  const length = content.length + 2;
  sink.write([0xff, marker, length >> 8, length & 255, ...content]);
}
