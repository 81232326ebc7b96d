// AssemblyScript, compiled to jpeg_decoder.wasm by build.ts. A JPEG decoder from entropy-coded data to pixels, one row
// of MCUs at a time: ITU-T T.81 A.1.1 (component sizes), A.2.4 (padding to whole MCUs). The caller parses the marker
// segments and passes tables and scans. State: the geometry of the frame and the addresses of its buffers; whatever a
// file contains, only these are accessed.

import { BLOCK_BYTES, initZigzagTables, isExhausted, isWithinSegment, scanBufferSize } from "./jpeg_decoder_entropy.as";
import { transformBlock } from "./jpeg_decoder_idct.as";
import { Component, decodeCoefficients, decodedMcuRows, decodeSamples, toComponent } from "./jpeg_decoder_scan.as";
import { applyBlack, convertYcc, interleave, MARGIN, needsRowBelow, padEdges } from "./jpeg_decoder_upsample.as";
import { saveLastRow, upsample } from "./jpeg_decoder_upsample.as";
import { growTo } from "./memory.as";

export { buildHuffmanTable, HUFFMAN_SPECIFICATION } from "./jpeg_decoder_huffman.as";
export { addScanComponent, setProgressive, startScan } from "./jpeg_decoder_scan.as";
export { isExhausted };

/** The size of the file's image, of the decoded one, and the samples of a block in each direction: 8 or fewer. */
let frameWidth: i32 = 0, frameHeight: i32 = 0, width: i32 = 0, height: i32 = 0, blockSize: i32 = 8;
let components: i32 = 0;
/** The largest sampling factors, and the size in MCUs. */
let hMax: i32 = 0, vMax: i32 = 0, mcusWide: i32 = 0, mcusHigh: i32 = 0;
/** Whether coefficients are stored because they arrive in more than one scan. */
let isBuffered: bool = false;
/** Whether the first components are Y, Cb and Cr and not red, green and blue, or the light that C, M and Y leave. */
let isYcc: bool = false;
/** Whether upsampling the last row of an MCU needs samples of the next MCU. */
let isDelayed: bool = false;
/** The next row of MCUs, and the next row of pixels. */
let mcuRow: i32 = 0, pixelRow: i32 = 0;
/** The end of the buffers that were allocated so far: the address of the next one. */
let buffersEnd: usize = 0;

/** The address of the decoded rows of RGBA pixels. */
export let output: usize = 0;
/** The rows of pixels that an invalid scan has decoded. */
export let completeRows: i32 = 0;

/** Starts a frame that shrinks by 1, 2, 4 or 8; its components must be added next. */
export function beginFrame(fileWidth: i32, fileHeight: i32, maxH: i32, maxV: i32, shrink: i32): void {
  frameWidth = fileWidth;
  frameHeight = fileHeight;
  blockSize = 8 / shrink;
  width = (frameWidth + shrink - 1) / shrink;
  height = (frameHeight + shrink - 1) / shrink;
  hMax = maxH;
  vMax = maxV;
  mcusWide = (frameWidth + 8 * hMax - 1) / (8 * hMax);
  mcusHigh = (frameHeight + 8 * vMax - 1) / (8 * vMax);
  components = mcuRow = pixelRow = 0;
  isDelayed = false;
  buffersEnd = (__heap_base + 15) & ~15;
  initZigzagTables();
}

/** Adds a component with its sampling factors. Returns the address of its quantization table: 64 u16, row-major. */
export function addComponent(h: i32, v: i32): usize {
  const component = toComponent(components++);
  component.h = h;
  component.v = v;
  // Chroma that has fewer samples shrinks less, so that there is less to upsample.
  let size = blockSize;
  while (size < 8 && hMax * blockSize % (h * size * 2) == 0 && vMax * blockSize % (v * size * 2) == 0) size *= 2;
  component.size = size;
  component.hScale = hMax * blockSize / (h * size);
  component.vScale = vMax * blockSize / (v * size);
  component.width = (frameWidth * h * size + 8 * hMax - 1) / (8 * hMax);
  component.height = (frameHeight * v * size + 8 * vMax - 1) / (8 * vMax);
  component.blocksWide = mcusWide * h;
  component.blocksHigh = mcusHigh * v;
  component.stride = <usize>(component.blocksWide * size) + 2 * MARGIN;
  component.samples = allocate(component.stride * <usize>(v * size + 2)) + component.stride + MARGIN;
  component.upsampled = allocate(<usize>(mcusWide * hMax * blockSize) + 2 * MARGIN);
  component.quantization = allocate(BLOCK_BYTES);
  // The mean of a block needs no coefficient but the first.
  component.blockBytes = size == 1 ? 2 : BLOCK_BYTES;
  isDelayed = isDelayed || needsRowBelow(component);
  return component.quantization;
}

/** Allocates the buffers after the last component was added. Returns the address of the scan buffer. */
export function allocateBuffers(maxScanBytes: usize, buffersCoefficients: bool, convertsYcc: bool): usize {
  isBuffered = buffersCoefficients;
  isYcc = convertsYcc;
  // One more row, because an MCU row may leave its last row of pixels to the next (isDelayed).
  output = allocate(<usize>width * 4 * <usize>(blockSize * vMax + 1) + MARGIN);
  const coefficientsStart = buffersEnd;
  for (let i = 0; i < components && isBuffered; i++) {
    const component = toComponent(i);
    component.coefficients = allocate(<usize>(component.blocksWide * component.blocksHigh) * component.blockBytes);
  }
  const coefficientsEnd = buffersEnd;
  const scanBuffer = allocate(scanBufferSize(maxScanBytes));
  const oldEnd = <usize>memory.size() << 16;
  growTo(buffersEnd);
  // Coefficients start at 0, and new memory is zero already.
  if (oldEnd > coefficientsStart) memory.fill(coefficientsStart, 0, min(coefficientsEnd, oldEnd) - coefficientsStart);
  return scanBuffer;
}

/** Decodes the current scan to coefficients. Returns whether the data is valid. */
export function decodeScan(): bool {
  const isValid = decodeCoefficients(mcusWide, mcusHigh);
  completeRows = decodedMcuRows * vMax * blockSize;
  return isValid;
}

/** Decodes the next rows of pixels to the output. Returns how many there are, or -1 when the data is invalid. */
export function decodeRows(): i32 {
  if (isBuffered) transformMcuRow();
  else if (!decodeSamples(mcusWide)) return -1;
  const above = mcuRow * vMax * blockSize, isLast = ++mcuRow == mcusHigh;
  if (!isBuffered && !isWithinSegment()) return -1;
  for (let i = 0; i < components; i++) padEdges(toComponent(i), mcuRow - 1);
  const first = pixelRow, end = isLast ? height : above + vMax * blockSize - <i32>isDelayed;
  for (; pixelRow < end; pixelRow++) writeRow(pixelRow - above, output + <usize>((pixelRow - first) * width) * 4);
  for (let i = 0; i < components; i++) saveLastRow(toComponent(i));
  return end - first;
}

/** Transforms the stored coefficients of the next row of MCUs. */
function transformMcuRow(): void {
  for (let i = 0; i < components; i++) {
    const component = toComponent(i), size = component.size, bytes = component.blockBytes;
    let block = component.coefficients + <usize>(mcuRow * component.v * component.blocksWide) * bytes;
    for (let y = 0; y < component.v; y++) {
      let target = component.samples + <usize>(y * size) * component.stride;
      for (let x = 0; x < component.blocksWide; x++, block += bytes, target += size) {
        transformBlock(block, hasOnlyDc(block) ? 1 : 64, component.quantization, target, component.stride, size);
      }
    }
  }
}

@inline function hasOnlyDc(block: usize): bool {
  let all = i16x8.replace_lane(v128.load(block), 0, 0);
  for (let i: usize = 16; i < BLOCK_BYTES; i += 16) all = v128.or(all, v128.load(block + i));
  return !v128.any_true(all);
}

/** Writes a row of pixels; y counts from the top of the MCU row and is -1 for the delayed row of the one above. */
function writeRow(y: i32, target: usize): void {
  const first = upsample(toComponent(0), y);
  if (components == 1) return interleave(first, first, first, target, width);
  const second = upsample(toComponent(1), y), third = upsample(toComponent(2), y);
  if (isYcc) convertYcc(first, second, third, target, width);
  else interleave(first, second, third, target, width);
  if (components == 4) applyBlack(upsample(toComponent(3), y), target, width, isYcc);
}

function allocate(bytes: usize): usize {
  const address = buffersEnd;
  buffersEnd += (bytes + 15) & ~15;
  return address;
}
