import type { Pixels } from "@/lib/images/picture.ts";
import { type Crc32, toPngFile } from "@/lib/images/codecs/png_file.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

// Our own encoder, as it takes a third of the time of Deno's zlib, and its files are smaller: it tries four filters for
// each row, where ours in TypeScript could afford one.

/** What `wasm/png_encoder.as.ts` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  beginPacking(width: number, hasAlpha: boolean, stripRows: number): number;
  packedAddress(): number;
  packStrip(rows: number, isLast: boolean): number;
  packPart(width: number, isRowStart: boolean, isLast: boolean): number;
}

/** Packs pixels, without the alpha channel where nothing shows through. */
export type PngEncoder = (pixels: Pixels) => Uint8Array<ArrayBuffer>;

/** Creates the instance pool of the encoder. The checksum is passed in, because importing `node:zlib` takes 24 ms. */
export function createPngEncoderPool(module: WebAssembly.Module, crc32: Crc32): InstancePool<PngEncoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (pixels) => encode(exports, pixels, crc32));
}

/** Pixels that are packed at once: they stay in the processor's cache, and share one set of codes. */
const STRIP_PIXELS = 1 << 16;

function encode(exports: Exports, pixels: Pixels, crc32: Crc32): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  // Most pictures show nothing through, and those that do mostly do so at once: so that is found out on the way.
  const opaque = packRows(exports, pixels, false);
  if (opaque !== undefined) return toPngFile({ width, height, colourType: 2 }, opaque, crc32);
  return toPngFile({ width, height, colourType: 6 }, packRows(exports, pixels, true)!, crc32);
}

/** A longer row is packed in parts, as the others are kept in the module's memory several times. */
const MAX_ROW_PIXELS = 1 << 18;

/** Packs all rows, with their alpha or as far as none is missed. */
function packRows(exports: Exports, pixels: Pixels, hasAlpha: boolean): Uint8Array[] | undefined {
  return (pixels.width > MAX_ROW_PIXELS ? packParts : packStrips)(exports, pixels, hasAlpha);
}

function packStrips(exports: Exports, { width, height, data }: Pixels, hasAlpha: boolean): Uint8Array[] | undefined {
  const stripRows = Math.min(Math.ceil(STRIP_PIXELS / width), height);
  const strip = exports.beginPacking(width, hasAlpha, stripRows);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.packedAddress();
  const packed: Uint8Array[] = [];
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    memory.set(data.subarray(y * width * 4, (y + rows) * width * 4), strip);
    const length = exports.packStrip(rows, y + rows === height);
    if (length < 0) return undefined;
    packed.push(memory.slice(output, output + length));
  }
  return packed;
}

function packParts(exports: Exports, { width, data }: Pixels, hasAlpha: boolean): Uint8Array[] | undefined {
  const strip = exports.beginPacking(STRIP_PIXELS, hasAlpha, 1);
  const memory = new Uint8Array(exports.memory.buffer);
  const output = exports.packedAddress();
  const packed: Uint8Array[] = [];
  for (let start = 0, x = 0; start < data.length;) {
    const partWidth = Math.min(STRIP_PIXELS, width - x);
    const end = start + partWidth * 4;
    memory.set(data.subarray(start, end), strip);
    const length = exports.packPart(partWidth, x === 0, end === data.length);
    if (length < 0) return undefined;
    packed.push(memory.slice(output, output + length));
    start = end;
    x = (x + partWidth) % width;
  }
  return packed;
}
