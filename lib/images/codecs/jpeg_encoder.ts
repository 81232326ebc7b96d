import { AC_TABLES, createCodes, createQuantisers, DC_TABLES, ZIGZAG } from "@/lib/images/codecs/jpeg_tables.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import type { Pixels } from "@/lib/images/picture.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

// Our own encoder, as it takes 40 ms for 1920 × 1080 where the npm packages that load without a native addon take 190
// (libjpeg-turbo without SIMD) to 600 (mozjpeg at its quickest).

/** What `wasm/jpeg_encoder.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(width: number, halfChroma: boolean): number;
  factorsAddress(): number;
  dcCodesAddress(): number;
  acCodesAddress(): number;
  outputAddress(): number;
  packStrip(rows: number): number;
  finish(): number;
}

/** What to give up for a smaller file. */
export interface JpegOptions {
  /** From 50 to 100. */
  readonly quality: number;
  /** Whether colours are stored as finely as light, rather than at half the width and height. */
  readonly fullChroma: boolean;
}

/** Packs opaque pixels. */
export type JpegEncoder = (pixels: Pixels, options: JpegOptions) => Uint8Array<ArrayBuffer>;

/** Creates the instance pool of the encoder. */
export function createJpegEncoderPool(module: WebAssembly.Module): InstancePool<JpegEncoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (pixels, options) => encode(exports, pixels, options));
}

function encode(exports: Exports, pixels: Pixels, { quality, fullChroma }: JpegOptions): Uint8Array<ArrayBuffer> {
  const { width, height, data } = pixels;
  const quantisers = createQuantisers(quality);
  const sink = new Sink();
  writeHeader(sink, pixels, quantisers, fullChroma);
  const strip = exports.begin(width, !fullChroma);
  // One row of blocks, or two of light over one of colours.
  const stripRows = fullChroma ? 8 : 16;
  handInTables(exports, quantisers);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.outputAddress();
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    memory.set(data.subarray(y * width * 4, (y + rows) * width * 4), strip);
    sink.write(memory.subarray(output, output + exports.packStrip(rows)));
  }
  sink.write(memory.subarray(output, output + exports.finish()));
  sink.write([0xff, 0xd9]);
  return sink.toBytes();
}

/** The transform leaves each row and column of coefficients scaled by this. */
const SCALES = Array.from({ length: 8 }, (_, i) => i === 0 ? 1 : Math.cos(i * Math.PI / 16) * Math.SQRT2);

function handInTables(exports: Exports, quantisers: readonly number[][]): void {
  const { buffer } = exports.memory;
  quantisers.forEach((table, kind) => {
    const factors = new Float32Array(buffer, exports.factorsAddress() + kind * 256, 64);
    // The transform leaves columns where rows belong, four rows at a time.
    for (let i = 0; i < 64; i++) {
      const row = i >> 3, column = i & 7;
      factors[(row >> 2) * 32 + column * 4 + (row & 3)] = 1 / (8 * table[i]! * SCALES[column]! * SCALES[row]!);
    }
  });
  DC_TABLES.forEach((table, kind) => {
    new Uint32Array(buffer, exports.dcCodesAddress() + kind * 64, 16).set(createCodes(table).subarray(0, 16));
  });
  AC_TABLES.forEach((table, kind) => {
    new Uint32Array(buffer, exports.acCodesAddress() + kind * 1024, 256).set(createCodes(table));
  });
}

function writeHeader(
  sink: Sink,
  { width, height }: Pixels,
  quantisers: readonly number[][],
  fullChroma: boolean,
): void {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  sink.write([0xff, 0xd8]);
  // JFIF 1.1, no unit of resolution, no thumbnail.
  writeSegment(sink, 0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  quantisers.forEach((table, kind) => writeSegment(sink, 0xdb, [kind, ...ZIGZAG.map((place) => table[place]!)]));
  // 8 bits; three components, each with its number, sampling and quantiser.
  writeSegment(sink, 0xc0, [8, ...size, 3, 1, fullChroma ? 0x11 : 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  DC_TABLES.forEach(({ counts, symbols }, kind) => writeSegment(sink, 0xc4, [kind, ...counts, ...symbols]));
  AC_TABLES.forEach(({ counts, symbols }, kind) => writeSegment(sink, 0xc4, [0x10 | kind, ...counts, ...symbols]));
  // One scan of all components, each with its Huffman tables.
  writeSegment(sink, 0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]);
}

function writeSegment(sink: Sink, marker: number, content: readonly number[]): void {
  const length = content.length + 2;
  sink.write([0xff, marker, length >> 8, length & 255, ...content]);
}
