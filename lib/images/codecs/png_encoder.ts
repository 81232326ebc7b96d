import { type Crc32, type PngPart, toPngFile } from "@/lib/images/codecs/png_file.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

// Our own encoder, because it takes a third of the time of Deno's zlib, and its files are smaller: it tries four filter
// types for each scanline, while a filter in TypeScript would have time for one.

/** The exports of `wasm/png_encoder.as.ts`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly encoded: WebAssembly.Global;
  beginEncoding(width: number, hasAlpha: boolean, stripRows: number): number;
  encodeStrip(rows: number, isLast: boolean): number;
  encodePart(width: number, isRowStart: boolean, isLast: boolean): number;
}

/** Encodes pixels, without the alpha channel if all are opaque; `toChunks` returns more chunks for grey or RGB. */
export type PngEncoder = (pixels: Pixels, toChunks?: (isGrey: boolean) => PngPart[]) => Uint8Array<ArrayBuffer>;

/** Creates the instance pool of the encoder. The checksum is passed in, because importing `node:zlib` takes 24 ms. */
export function createPngEncoderPool(module: WebAssembly.Module, crc32: Crc32): InstancePool<PngEncoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (pixels, toChunks) => {
    return encode(exports, pixels, toChunks?.(false) ?? [], crc32);
  });
}

/** Pixels that are encoded at once: they fit into the processor's cache, and share one set of Huffman codes. */
const STRIP_PIXELS = 1 << 16;

/** Longer rows are encoded in parts, because the module's memory holds the rows of a strip several times. */
const MAX_ROW_PIXELS = 1 << 18;

function encode(exports: Exports, pixels: Pixels, chunks: PngPart[], crc32: Crc32): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  // First without alpha: most images are opaque, and in most others the attempt ends in the first rows.
  const opaque = encodeRows(exports, pixels, false);
  const colourType = opaque === undefined ? 6 : 2, data = opaque ?? encodeRows(exports, pixels, true)!;
  return toPngFile({ width, height, bitDepth: 8, colourType }, [...chunks, ["IDAT", ...data]], crc32);
}

/** Encodes all rows. Returns `undefined` if a pixel is not opaque and there is no alpha channel. */
function encodeRows(exports: Exports, { width, height, data }: Pixels, hasAlpha: boolean): Uint8Array[] | undefined {
  const isSplit = width > MAX_ROW_PIXELS;
  const stripWidth = isSplit ? STRIP_PIXELS : width;
  const stripRows = isSplit ? 1 : Math.min(Math.ceil(STRIP_PIXELS / width), height);
  const input = exports.beginEncoding(stripWidth, hasAlpha, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.encoded.value;
  const encoded: Uint8Array[] = [];
  for (let start = 0; start < width * height;) {
    const x = start % width;
    const end = Math.min(start + stripWidth * stripRows, isSplit ? start - x + width : width * height);
    memory.set(data.subarray(start * 4, end * 4), input);
    const isLast = end === width * height;
    const length = isSplit
      ? exports.encodePart(end - start, x === 0, isLast)
      : exports.encodeStrip((end - start) / width, isLast);
    if (length < 0) return undefined;
    encoded.push(memory.slice(output, output + length));
    start = end;
  }
  return encoded;
}
