// AssemblyScript, compiled to jpeg_encoder.wasm by build.ts. The hot part of a baseline JPEG encoder: colours, cosine
// transform, quantisation and Huffman coding of one strip of blocks at a time. Its caller writes the file's header and
// hands in the tables.

import { growTo } from "./memory.as";
import { AC_CODES, DC_CODES, FACTORS, MAX_BLOCK_BYTES } from "./jpeg_encoder_codes.as";
import { end, finishFile, packBlock, startAt, startFile } from "./jpeg_encoder_codes.as";
import { toChroma, toHalfChroma, toLuma } from "./jpeg_encoder_colours.as";

/** Pixels of a block's side, and of the 64 in a block. */
const SIDE: i32 = 8;

let width: i32 = 0;
let stripRows: i32 = 0;
/** The width in whole blocks, and so the samples from one row of a plane to the next. */
let stride: i32 = 0;
let strip: usize = 0;
let lumaPlane: usize = 0;
let bluePlane: usize = 0;
let redPlane: usize = 0;
let output: usize = 0;

let lumaDc: i32 = 0;
let blueDc: i32 = 0;
let redDc: i32 = 0;

/** Starts a file. With half the chroma in both directions a strip has 16 rows, else 8. Returns where its pixels go. */
export function begin(pictureWidth: i32, halfChroma: bool): usize {
  width = pictureWidth;
  stripRows = halfChroma ? 2 * SIDE : SIDE;
  stride = (width + stripRows - 1) / stripRows * stripRows;
  lumaDc = blueDc = redDc = 0;
  startFile();
  const samples = <usize>stride * <usize>stripRows;
  strip = (__heap_base + 15) & ~15;
  lumaPlane = strip + samples * 4;
  bluePlane = lumaPlane + samples * 2;
  redPlane = bluePlane + samples * 2;
  output = redPlane + samples * 2;
  growTo(output + samples / 64 * 3 * MAX_BLOCK_BYTES);
  return strip;
}

/** Where the factors go. */
export function factorsAddress(): usize {
  return FACTORS;
}

/** Where the codes for differences of means go. */
export function dcCodesAddress(): usize {
  return DC_CODES;
}

/** Where the codes for all other coefficients go. */
export function acCodesAddress(): usize {
  return AC_CODES;
}

/** Where packed bytes are found. */
export function outputAddress(): usize {
  return output;
}

/** Packs a strip whose first `rows` rows are filled; returns the number of bytes. */
export function packStrip(rows: i32): i32 {
  startAt(output);
  fillEdges(rows);
  toLuma(strip, lumaPlane, <usize>(stride * stripRows));
  if (stripRows == SIDE) packFull();
  else packHalf();
  return <i32>(end() - output);
}

/** Packs what is left; returns the number of bytes. */
export function finish(): i32 {
  startAt(output);
  finishFile();
  return <i32>(end() - output);
}

/** Repeats the last column and the last row to the end of their blocks. */
function fillEdges(rows: i32): void {
  const rowBytes = <usize>stride * 4;
  // Rows come in without a gap between them; from the last one on they move to their places.
  for (let y = rows - 1; y >= 0 && width != stride; y--) {
    const row = strip + <usize>y * rowBytes;
    memory.copy(row, strip + <usize>(y * width) * 4, <usize>width * 4);
    const last = load<u32>(row + <usize>(width - 1) * 4);
    for (let x = width; x < stride; x++) store<u32>(row + <usize>x * 4, last);
  }
  const lastRow = strip + <usize>(rows - 1) * rowBytes;
  for (let y = rows; y < stripRows; y++) memory.copy(strip + <usize>y * rowBytes, lastRow, rowBytes);
}

function packFull(): void {
  toChroma(strip, bluePlane, redPlane, <usize>(stride * stripRows));
  for (let x: usize = 0; x < <usize>stride; x += SIDE) {
    lumaDc = packBlock(lumaPlane + x * 2, stride, 0, lumaDc);
    blueDc = packBlock(bluePlane + x * 2, stride, 1, blueDc);
    redDc = packBlock(redPlane + x * 2, stride, 1, redDc);
  }
}

function packHalf(): void {
  const below = <usize>stride * SIDE * 2;
  for (let y: usize = 0; y < <usize>SIDE; y++) {
    const half = y * <usize>stride;
    toHalfChroma(strip + half * 8, <usize>stride, bluePlane + half, redPlane + half);
  }
  for (let x: usize = 0; x < <usize>stride; x += 2 * SIDE) {
    const luma = lumaPlane + x * 2;
    lumaDc = packBlock(luma, stride, 0, lumaDc);
    lumaDc = packBlock(luma + SIDE * 2, stride, 0, lumaDc);
    lumaDc = packBlock(luma + below, stride, 0, lumaDc);
    lumaDc = packBlock(luma + below + SIDE * 2, stride, 0, lumaDc);
    blueDc = packBlock(bluePlane + x, stride / 2, 1, blueDc);
    redDc = packBlock(redPlane + x, stride / 2, 1, redDc);
  }
}
