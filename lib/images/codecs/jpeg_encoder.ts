import { concat, toLatin1 } from "../bytes.ts";
import { DEFAULT_QUALITY, type EncodeOptions } from "./codec.ts";
import { createCodes, createQuantization, ZIGZAG } from "./jpeg_tables.ts";
import { flatten, isGrey, type Pixels, WHITE } from "../pixels.ts";
import type { Instance } from "../wasm/instance_pool.ts";

// Our own encoder, because it takes 40 ms for 1920 × 1080 where the npm packages that load without a native addon take
// 190 ms (libjpeg-turbo without SIMD) to 600 ms (mozjpeg at its fastest).

/** The exports of `wasm/jpeg_encoder.as.ts`. */
export interface JpegEncoderExports extends Instance {
  readonly FACTORS: WebAssembly.Global;
  readonly COUNTS: WebAssembly.Global;
  readonly CODES: WebAssembly.Global;
  readonly LENGTH_COUNTS: WebAssembly.Global;
  readonly output: WebAssembly.Global;
  begin(width: number, components: number, isSubsampled: boolean): number;
  tokenizeMcuRow(rows: number): number;
  findLengthCounts(counts: number, symbols: number, maxLength: number): void;
  encodeMcuRow(tokenBytes: number, isLast: boolean): number;
}

/** Encodes pixels; transparent ones are blended with white. */
export function encodeJpeg(
  exports: JpegEncoderExports,
  pixels: Pixels,
  { fullChroma, colour, quality = DEFAULT_QUALITY }: Pick<EncodeOptions, "fullChroma" | "colour" | "quality">,
): Uint8Array<ArrayBuffer> {
  flatten(pixels, WHITE);
  const { width, height, data } = pixels;
  const { profile } = colour;
  // A profile describes one channel or three, so it decides for a grey image, and is left out otherwise.
  const components = isGrey(pixels) && profile?.isGrey !== false ? 1 : 3;
  const isSubsampled = components === 3 && !fullChroma;
  const mcuRows = isSubsampled ? 16 : 8;
  const quantization = createQuantization(quality).slice(0, components === 1 ? 1 : 2);
  const input = exports.begin(width, components, isSubsampled);
  setFactors(exports, quantization);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.output.value;
  const tokens: Uint8Array[] = [];
  for (let y = 0; y < height; y += mcuRows) {
    const rows = Math.min(mcuRows, height - y);
    memory.set(data.subarray(y * width * 4, (y + rows) * width * 4), input);
    tokens.push(memory.slice(output, output + exports.tokenizeMcuRow(rows)));
  }
  const tables = quantization.flatMap((_, i) => [2 * i, 2 * i + 1].map((table) => createTable(exports, table)));
  const pieces: ArrayLike<number>[] = [
    [0xff, 0xd8],
    // APP0: JFIF 1.1, no unit of resolution, no thumbnail.
    toSegment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...(profile?.isGrey === (components === 1) ? toProfileSegments(profile.bytes) : []),
    ...toTableSegments(pixels, { quantization, tables, isSubsampled }),
  ];
  for (const piece of tokens) {
    memory.set(piece, input);
    pieces.push(memory.slice(output, output + exports.encodeMcuRow(piece.length, piece === tokens.at(-1))));
  }
  return concat([...pieces, [0xff, 0xd9]]);
}

/** The forward DCT scales each column of coefficients by these factors, and by 24. */
const SCALES = Array.from({ length: 8 }, (_, i) => i === 0 ? 1 : Math.cos(i * Math.PI / 16) * Math.SQRT2);

/** Writes the quantization factors into the memory of the module, first for luma, then for chroma. */
function setFactors(exports: JpegEncoderExports, quantization: readonly (readonly number[])[]): void {
  quantization.forEach((table, i) => {
    const factors = new Int16Array(exports.memory.buffer, exports.FACTORS.value + i * 128, 64);
    table.forEach((value, position) => {
      const row = position >> 3, column = position & 7;
      // The order of toIndex() and FACTOR_BITS of wasm/jpeg_encoder_dct.as.ts.
      factors[column * 8 + row] = Math.round(2 ** 17 / (24 * value * SCALES[column]!));
    });
  });
}

const MAX_CODE_BITS = 16;

/**
 * A symbol that no image has. T.81, C.2 forbids the code that consists of ones only. This symbol is counted as the
 * rarest one, so that it gets this code, and is then left out of the table.
 */
const RESERVED_SYMBOL = 0x10;

/** Creates the best Huffman table for the counted symbols, and writes its codes into the memory of the module. */
function createTable(exports: JpegEncoderExports, table: number): number[] {
  const { buffer } = exports.memory;
  const address = exports.COUNTS.value + table * 1024;
  const counts = new Uint32Array(buffer, address, 256);
  const used = Array.from(counts.keys()).filter((symbol) => counts[symbol]! > 0);
  counts[RESERVED_SYMBOL] = 1;
  exports.findLengthCounts(address, 256, MAX_CODE_BITS);
  const lengths = [...new Uint32Array(buffer, exports.LENGTH_COUNTS.value + 4, MAX_CODE_BITS)];
  lengths[lengths.findLastIndex((count) => count > 0)]!--;
  const result = [...lengths, ...used.sort((a, b) => counts[b]! - counts[a]!)];
  const codes = new Uint32Array(buffer, exports.CODES.value + table * 1024, 256);
  // As many bits follow a code as the lowest four bits of its symbol state.
  createCodes(result).forEach((code, symbol) =>
    codes[symbol] = code >> 8 << (symbol & 15) << 5 | (code & 255) + (symbol & 15)
  );
  return result;
}

/** The tables of an image: quantization and Huffman tables (DC and AC), first for luma, then for chroma. */
interface Tables {
  readonly quantization: readonly (readonly number[])[];
  readonly tables: readonly (readonly number[])[];
  readonly isSubsampled: boolean;
}

/** Returns the marker segments from the first table up to the entropy-coded data (ITU-T T.81, Annex B). */
function toTableSegments({ width, height }: Pixels, { quantization, tables, isSubsampled }: Tables): number[][] {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const chroma = quantization.length > 1 ? [2, 0x11, 1, 3, 0x11, 1] : [];
  return [
    toSegment(0xdb, quantization.flatMap((table, i) => [i, ...ZIGZAG.map((position) => table[position]!)])),
    // SOF0: 8 bits, the size, and the components with their ids, sampling factors and quantization tables.
    toSegment(0xc0, [8, ...size, 1 + chroma.length / 3, 1, isSubsampled ? 0x22 : 0x11, 0, ...chroma]),
    toSegment(0xc4, tables.flatMap((table, i) => [(i % 2) << 4 | i >> 1, ...table])),
    // SOS: one scan of all components with their Huffman tables.
    toSegment(0xda, chroma.length > 0 ? [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0] : [1, 1, 0, 0, 63, 0]),
  ];
}

/** The bytes of a profile in one segment: at most 65535, less the length, the prefix, and the number of the part. */
const MAX_PART_BYTES = 65_535 - 2 - 14;

/** Returns APP2 segments: a prefix, the number of the part, how many there are, and the part. */
function toProfileSegments(profile: Uint8Array): number[][] {
  const parts = Math.ceil(profile.length / MAX_PART_BYTES);
  return Array.from({ length: parts }, (_, i) => {
    const part = profile.subarray(i * MAX_PART_BYTES, (i + 1) * MAX_PART_BYTES);
    return toSegment(0xe2, [...toLatin1("ICC_PROFILE\0"), i + 1, parts, ...part]);
  });
}

function toSegment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...content];
}
