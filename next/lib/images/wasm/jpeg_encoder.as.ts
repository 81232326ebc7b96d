// AssemblyScript, compiled to jpeg_encoder.wasm by build.ts. A baseline JPEG encoder from pixels to entropy-coded data,
// one row of MCUs at a time: RGB to Y'CbCr (JFIF 1.02, ITU-T T.871 clause 7), 4:2:0 subsampling, padding (ITU-T T.81
// A.2.4) and MCU order (A.2.3). The caller writes the marker segments and fills in the tables. State: the size of an
// MCU row, the addresses of its pixels and planes, and the DC predictions.

import { SAMPLE_BITS } from "./jpeg_encoder_dct.as";
import { encodeTokens, finishData, MAX_BLOCK_BYTES, outputAddress, padTokens } from "./jpeg_encoder_entropy.as";
import { setOutput, startData, tokenizeBlock, tokenizeEmptyBlock } from "./jpeg_encoder_entropy.as";
import { growTo } from "./memory.as";

export { findLengthCounts, LENGTH_COUNTS } from "./huffman.as";
export { CODES, COUNTS, FACTORS } from "./jpeg_encoder_entropy.as";

/** The side of a block in samples. */
const SIDE: i32 = 8;

/** The width of the image, the height of an MCU, and the width in whole MCUs: the distance between rows of a plane. */
let width: i32 = 0, mcuRows: i32 = 0, stride: i32 = 0;
/** Whether there is luma only. */
let isGrey: bool = false;
/** The addresses of the pixels of an MCU row, and of its planes of 16-bit samples. */
let pixels: usize = 0, lumaPlane: usize = 0, bluePlane: usize = 0, redPlane: usize = 0;

/** The DC coefficients of the last blocks: PRED of T.81. */
let lumaDc: i32 = 0, blueDc: i32 = 0, redDc: i32 = 0;

// The factors of T.871 times 2¹⁵. Those of Y are 0.299, 0.587 and 0.114; those of Cb and of Cr add up to 0.
const FACTOR_BITS: i32 = 15;
const Y_RED: i32 = 9798, Y_GREEN: i32 = 19235, Y_BLUE: i32 = 3735;
const CB_RED: i32 = -5529, CB_GREEN: i32 = -10855, CB_BLUE: i32 = 16384;
const CR_RED: i32 = 16384, CR_GREEN: i32 = -13720, CR_BLUE: i32 = -2664;

/** The address of the tokens, or of the encoded bytes, and the end of the buffer. */
export let output: usize = 0;
let outputEnd: usize = 0;

/**
 * Starts an image of one component (grey) or three. With 4:2:0 subsampling an MCU has 16 rows, otherwise 8. Returns the
 * address for the pixels of a row of MCUs, and in the second pass for its tokens.
 */
export function begin(imageWidth: i32, components: i32, isSubsampled: bool): usize {
  width = imageWidth;
  isGrey = components == 1;
  mcuRows = isSubsampled ? 2 * SIDE : SIDE;
  stride = (width + mcuRows - 1) / mcuRows * mcuRows;
  lumaDc = blueDc = redDc = 0;
  startData();
  const samples = <usize>stride * <usize>mcuRows;
  pixels = (__heap_base + 15) & ~15;
  lumaPlane = pixels + samples * 4;
  bluePlane = lumaPlane + samples * 2;
  redPlane = bluePlane + samples * 2;
  output = redPlane + samples * 2;
  outputEnd = output + samples / 64 * 3 * MAX_BLOCK_BYTES;
  growTo(outputEnd);
  return pixels;
}

/** Converts a row of MCUs, of which the caller filled in `rows` rows of pixels, to tokens. Returns their bytes. */
export function tokenizeMcuRow(rows: i32): i32 {
  setOutput(output);
  padEdges(rows);
  convertLuma(pixels, lumaPlane, <usize>(stride * mcuRows));
  if (mcuRows == SIDE) tokenizeFull();
  else tokenizeSubsampled(rows);
  padTokens(output);
  return <i32>(outputAddress - output);
}

/** Encodes the tokens of a row of MCUs, which the caller filled in. Returns the number of encoded bytes. */
export function encodeMcuRow(tokenBytes: usize, isLast: bool): i32 {
  setOutput(output);
  encodeTokens(pixels, pixels + tokenBytes, outputEnd);
  if (isLast) finishData(outputEnd);
  return <i32>(outputAddress - output);
}

/** Repeats the last column and the last row up to whole MCUs. */
function padEdges(rows: i32): void {
  const rowBytes = <usize>stride * 4;
  // The caller's rows have no gap between them. Moving the last one first does not overwrite any.
  for (let y = rows - 1; y >= 0 && width != stride; y--) {
    const row = pixels + <usize>y * rowBytes;
    memory.copy(row, pixels + <usize>(y * width) * 4, <usize>width * 4);
    const last = load<u32>(row + <usize>(width - 1) * 4);
    for (let x = width; x < stride; x++) store<u32>(row + <usize>x * 4, last);
  }
  const lastRow = pixels + <usize>(rows - 1) * rowBytes;
  for (let y = rows; y < mcuRows; y++) memory.copy(pixels + <usize>y * rowBytes, lastRow, rowBytes);
}

/** Converts MCUs of one block of each component. */
function tokenizeFull(): void {
  if (!isGrey) convertChroma(pixels, bluePlane, redPlane, <usize>(stride * mcuRows));
  for (let x: usize = 0; x < <usize>stride; x += SIDE) {
    lumaDc = tokenizeBlock(lumaPlane + x * 2, stride, 0, lumaDc);
    if (isGrey) continue;
    blueDc = tokenizeBlock(bluePlane + x * 2, stride, 1, blueDc);
    redDc = tokenizeBlock(redPlane + x * 2, stride, 1, redDc);
  }
}

/** Converts MCUs of four luma blocks and one block of each chroma component. */
function tokenizeSubsampled(rows: i32): void {
  const below = <usize>stride * SIDE * 2;
  for (let y: usize = 0; y < <usize>SIDE; y++) {
    const row = y * <usize>stride;
    subsampleChroma(pixels + row * 8, <usize>stride, bluePlane + row, redPlane + row);
  }
  for (let x: usize = 0; x < <usize>stride; x += 2 * SIDE) {
    const luma = lumaPlane + x * 2, hasRight = <i32>x + SIDE < width, hasBelow = rows > SIDE;
    tokenizeLuma(luma, true);
    tokenizeLuma(luma + SIDE * 2, hasRight);
    tokenizeLuma(luma + below, hasBelow);
    tokenizeLuma(luma + below + SIDE * 2, hasRight && hasBelow);
    blueDc = tokenizeBlock(bluePlane + x, stride / 2, 1, blueDc);
    redDc = tokenizeBlock(redPlane + x, stride / 2, 1, redDc);
  }
}

function tokenizeLuma(block: usize, isInside: bool): void {
  if (isInside) lumaDc = tokenizeBlock(block, stride, 0, lumaDc);
  else tokenizeEmptyBlock();
}

/** Converts pixels to level-shifted luma, eight at a time. */
function convertLuma(source: usize, luma: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 8) {
    const first = v128.load(source + i * 4), second = v128.load(source + i * 4, 16);
    const a = dot(toRedBlue(first), toGreen(first), Y_RED, Y_GREEN, Y_BLUE);
    const b = dot(toRedBlue(second), toGreen(second), Y_RED, Y_GREEN, Y_BLUE);
    v128.store(luma + i * 2, descale(a, b, FACTOR_BITS, -128));
  }
}

/** Converts pixels to chroma, eight at a time. */
function convertChroma(source: usize, blue: usize, red: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 8) {
    const first = v128.load(source + i * 4), second = v128.load(source + i * 4, 16);
    const redBlue = toRedBlue(first), green = toGreen(first);
    storeChroma(blue + i * 2, red + i * 2, redBlue, green, toRedBlue(second), toGreen(second), FACTOR_BITS);
  }
}

/** Converts two rows of pixels to one row of chroma at half the width, from the sums of four pixels each. */
function subsampleChroma(source: usize, width: usize, blue: usize, red: usize): void {
  const rowBytes = width * 4;
  for (let i: usize = 0; i < width / 2; i += 8) {
    const first = source + i * 8, second = first + 32;
    const redBlue = sumRedBlue(first, rowBytes), green = sumGreen(first, rowBytes);
    const redBlue2 = sumRedBlue(second, rowBytes), green2 = sumGreen(second, rowBytes);
    storeChroma(blue + i * 2, red + i * 2, redBlue, green, redBlue2, green2, FACTOR_BITS + 2);
  }
}

/** Stores eight samples of Cb and Cr. */
@inline function storeChroma(blue: usize, red: usize, rb1: v128, g1: v128, rb2: v128, g2: v128, shift: i32): void {
  const b1 = dot(rb1, g1, CB_RED, CB_GREEN, CB_BLUE), b2 = dot(rb2, g2, CB_RED, CB_GREEN, CB_BLUE);
  const r1 = dot(rb1, g1, CR_RED, CR_GREEN, CR_BLUE), r2 = dot(rb2, g2, CR_RED, CR_GREEN, CR_BLUE);
  v128.store(blue, descale(b1, b2, shift, 0));
  v128.store(red, descale(r1, r2, shift, 0));
}

/** Returns red and blue of four pixels, 16 bits each. */
@inline function toRedBlue(four: v128): v128 {
  return v128.and(four, i32x4.splat(0x00ff00ff));
}

/** Returns green and alpha of four pixels, 16 bits each. */
@inline function toGreen(four: v128): v128 {
  return i16x8.shr_u(four, 8);
}

/** Sums red and blue over squares of four pixels: eight pixels and those below them become four sums. */
@inline function sumRedBlue(at: usize, rowBytes: usize): v128 {
  const left = i16x8.add(toRedBlue(v128.load(at)), toRedBlue(v128.load(at + rowBytes)));
  return sumPairs(left, i16x8.add(toRedBlue(v128.load(at, 16)), toRedBlue(v128.load(at + rowBytes, 16))));
}

/** Sums green and alpha. */
@inline function sumGreen(at: usize, rowBytes: usize): v128 {
  const left = i16x8.add(toGreen(v128.load(at)), toGreen(v128.load(at + rowBytes)));
  return sumPairs(left, i16x8.add(toGreen(v128.load(at, 16)), toGreen(v128.load(at + rowBytes, 16))));
}

@inline function sumPairs(left: v128, right: v128): v128 {
  return i16x8.add(i32x4.shuffle(left, right, 0, 2, 4, 6), i32x4.shuffle(left, right, 1, 3, 5, 7));
}

/** Sums the products of colours and factors; alpha has the factor 0. */
@inline function dot(redBlue: v128, greenAlpha: v128, red: i32, green: i32, blue: i32): v128 {
  const first = i32x4.dot_i16x8_s(redBlue, i32x4.splat((blue << 16) | (red & 0xffff)));
  return i32x4.add(first, i32x4.dot_i16x8_s(greenAlpha, i32x4.splat(green & 0xffff)));
}

/** Rounds `shift` fraction bits away and adds an offset; then a sample gets the fraction bits that the DCT needs. */
@inline function descale(first: v128, second: v128, shift: i32, offset: i32): v128 {
  const half = i32x4.splat((offset << shift) + (1 << (shift - 1)));
  const a = i32x4.shr_s(i32x4.add(first, half), shift), b = i32x4.shr_s(i32x4.add(second, half), shift);
  return i16x8.shl(i16x8.narrow_i32x4_s(a, b), SAMPLE_BITS);
}
