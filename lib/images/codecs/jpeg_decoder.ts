import type { Shrink } from "./codec.ts";
import { type JpegFile, type JpegScan, parseJpeg } from "./jpeg_file.ts";
import type { HuffmanTable } from "./jpeg_tables.ts";
import { brokenImageError, unsupportedFormatError } from "../image_error.ts";
import { createPixels, type Pixels, type Size, toTruncated } from "../pixels.ts";
import type { Instance } from "../wasm/instance_pool.ts";

/** The exports of `wasm/jpeg_decoder.as.ts`. */
export interface JpegDecoderExports extends Instance {
  readonly HUFFMAN_SPECIFICATION: WebAssembly.Global;
  readonly output: WebAssembly.Global;
  beginFrame(width: number, height: number, hMax: number, vMax: number, shrink: number): void;
  addComponent(h: number, v: number): number;
  allocateBuffers(maxScanBytes: number, isBuffered: boolean, isYcc: boolean): number;
  buildHuffmanTable(scanComponent: number, kind: number): number;
  startScan(buffer: number, length: number, restartInterval: number): void;
  addScanComponent(index: number): void;
  setProgressive(spectralStart: number, spectralEnd: number, isRefinement: boolean, pointTransform: number): void;
  readonly completeRows: WebAssembly.Global;
  decodeScan(): number;
  decodeRows(): number;
  isExhausted(): number;
}

/** The kinds of Huffman tables. */
const DC = 0, AC = 1, PROGRESSIVE_AC = 2;

/**
 * Decodes a JPEG to its size divided by `shrink` and rounded up.
 *
 * @throws {ImageError} `broken_image` or `unsupported_format`.
 */
export function decodeJpeg(exports: JpegDecoderExports, bytes: Uint8Array, shrink: Shrink = 1): Pixels {
  const file = parseJpeg(bytes);
  const size = { width: Math.ceil(file.width / shrink), height: Math.ceil(file.height / shrink) };
  // If the first scan has all components, each row of MCUs becomes pixels at once; otherwise coefficients are buffered.
  const isBuffered = file.isProgressive || file.scans[0]?.components.length !== file.components.length;
  const buffer = allocate(exports, file, isBuffered, shrink);
  const memory = new Uint8Array(exports.memory.buffer);
  let rows = size.height;
  let isTruncated = file.isCut && file.lacksScans;
  for (const scan of isBuffered ? file.scans : file.scans.slice(0, 1)) {
    memory.set(scan.data, buffer);
    buildTables(exports, memory, scan, file.isProgressive);
    exports.startScan(buffer, scan.data.length, scan.restartInterval);
    scan.components.forEach(({ index }) => exports.addScanComponent(index));
    if (file.isProgressive) {
      exports.setProgressive(scan.spectralStart, scan.spectralEnd, scan.isRefinement, scan.pointTransform);
    }
    if (!isBuffered || exports.decodeScan()) continue;
    // The other scans of a progressive image only add details, which a shrunk one need not even decode.
    assertValid(scan.isDetail || (file.isCut && exports.isExhausted()));
    isTruncated = true;
    // Later scans add to rows that are there already.
    if (scan === file.scans[0]) rows = Math.min(exports.completeRows.value, size.height);
  }
  const pixels = readPixels(exports, memory, size, file.isCut);
  return isTruncated ? toTruncated(pixels, rows) : pixels;
}

/** Allocates the buffers of a frame and passes its quantization tables. Returns the address of the scan buffer. */
function allocate(exports: JpegDecoderExports, file: JpegFile, isBuffered: boolean, shrink: Shrink): number {
  const { width, height, components, scans, isYcc } = file;
  const hMax = Math.max(...components.map(({ h }) => h)), vMax = Math.max(...components.map(({ v }) => v));
  if (components.some(({ h, v }) => hMax % h !== 0 || vMax % v !== 0)) {
    throw unsupportedFormatError("a JPEG with unusual sampling factors");
  }
  exports.beginFrame(width, height, hMax, vMax, shrink);
  const addresses = components.map(({ h, v }) => exports.addComponent(h, v));
  const buffer = exports.allocateBuffers(Math.max(...scans.map(({ data }) => data.length)), isBuffered, isYcc);
  components.forEach(({ quantization }, i) => {
    new Uint16Array(exports.memory.buffer, addresses[i]!, 64).set(quantization!);
  });
  return buffer;
}

/** Builds the Huffman tables that the scan uses. */
function buildTables(exports: JpegDecoderExports, memory: Uint8Array, scan: JpegScan, isProgressive: boolean): void {
  const build = (table: HuffmanTable | undefined, scanComponent: number, kind: number) => {
    if (table === undefined) throw brokenImageError("a Huffman table is missing");
    memory.set(table, exports.HUFFMAN_SPECIFICATION.value);
    assertValid(exports.buildHuffmanTable(scanComponent, kind));
  };
  scan.components.forEach(({ dcTable, acTable }, i) => {
    if (!isProgressive || (scan.spectralStart === 0 && !scan.isRefinement)) build(dcTable, i, DC);
    if (!isProgressive) build(acTable, i, AC);
    else if (scan.spectralStart > 0) build(acTable, i, PROGRESSIVE_AC);
  });
}

function readPixels(exports: JpegDecoderExports, memory: Uint8Array, { width, height }: Size, isCut: boolean): Pixels {
  const pixels = createPixels(width, height);
  const output = exports.output.value;
  for (let y = 0; y < height;) {
    const rows = exports.decodeRows();
    if (rows < 0 && isCut && exports.isExhausted()) return toTruncated(pixels, y);
    assertValid(rows > 0);
    pixels.data.set(memory.subarray(output, output + rows * width * 4), y * width * 4);
    y += rows;
  }
  return { ...pixels, isOpaque: true };
}

function assertValid(isValid: number | boolean): void {
  if (!isValid) throw brokenImageError();
}
