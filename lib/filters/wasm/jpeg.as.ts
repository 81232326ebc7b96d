// AssemblyScript, compiled to jpeg.wasm by build.ts. The hot part of a baseline JPEG encoder: colours, cosine transform,
// quantisation and Huffman coding of one strip of blocks at a time. Its caller writes the file's header and hands in
// the tables.

import { COEFFICIENTS, transformBlock } from "./jpeg_transform.as";

/** Pixels of a block's side, and of the 64 in a block. */
const SIDE: i32 = 8;

/** The most bytes that a block can take: 64 codes of 26 bits, each byte followed by a zero. */
const MAX_BLOCK_BYTES: usize = 512;

// What the caller fills in: for luma and chroma 64 factors, then the codes of each, `code << 8 | length`.
const FACTORS: usize = memory.data(2 * 64 * 4, 16);
const DC_CODES: usize = memory.data(2 * 16 * 4, 16);
const AC_CODES: usize = memory.data(2 * 256 * 4, 16);

// Where the transform leaves a coefficient (columns first) and where the file wants it.
const ZIGZAG: usize = memory.data<u8>([
  0, 2, 3, 9, 10, 20, 21, 35, 1, 4, 8, 11, 19, 22, 34, 36, 5, 7, 12, 18, 23, 33, 37, 48, 6, 13, 17, 24, 32, 38, 47, 49,
  14, 16, 25, 31, 39, 46, 50, 57, 15, 26, 30, 40, 45, 51, 56, 58, 27, 29, 41, 44, 52, 55, 59, 62, 28, 42, 43, 53, 54, 60,
  61, 63,
]);

const ORDERED: usize = memory.data(64 * 2, 16);

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
let bits: u64 = 0;
let bitCount: i32 = 0;
let at: usize = 0;

/** Starts a file. With half the chroma in both directions a strip has 16 rows, else 8. Returns where its pixels go. */
export function begin(pictureWidth: i32, halfChroma: bool): usize {
  width = pictureWidth;
  stripRows = halfChroma ? 2 * SIDE : SIDE;
  stride = (width + stripRows - 1) / stripRows * stripRows;
  lumaDc = blueDc = redDc = 0;
  bits = 0;
  bitCount = 0;
  const samples = <usize>stride * <usize>stripRows;
  strip = (__heap_base + 15) & ~15;
  lumaPlane = strip + samples * 4;
  bluePlane = lumaPlane + samples * 2;
  redPlane = bluePlane + samples * 2;
  output = redPlane + samples * 2;
  const pages = <i32>((output + samples / 64 * 3 * MAX_BLOCK_BYTES + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
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
  at = output;
  fillEdges(rows);
  for (let i: usize = 0; i < <usize>(stride * stripRows); i += 8) convert(i);
  if (stripRows == SIDE) packFull();
  else packHalf();
  return <i32>(at - output);
}

/** Packs what is left, filled up with ones; returns the number of bytes. */
export function finish(): i32 {
  at = output;
  put(0x7f, 7);
  while (bitCount >= 8) putByte();
  return <i32>(at - output);
}

/** Repeats the last column and the last row to the end of their blocks. */
function fillEdges(rows: i32): void {
  const rowBytes = <usize>stride * 4;
  // Rows come in without a gap between them; from the last one on they move to their places.
  for (let y = rows - 1; y >= 0; y--) {
    const row = strip + <usize>y * rowBytes;
    memory.copy(row, strip + <usize>(y * width) * 4, <usize>width * 4);
    const last = load<u32>(row + <usize>(width - 1) * 4);
    for (let x = width; x < stride; x++) store<u32>(row + <usize>x * 4, last);
  }
  const lastRow = strip + <usize>(rows - 1) * rowBytes;
  for (let y = rows; y < stripRows; y++) memory.copy(strip + <usize>y * rowBytes, lastRow, rowBytes);
}

/** Turns 8 pixels into luma and chroma around 0. Factors are 32768ths. */
function convert(i: usize): void {
  const first = v128.load(strip + i * 4);
  const second = v128.load(strip + i * 4 + 16);
  const middle = i32x4.splat((-128 << 15) + (1 << 14));
  const half = i32x4.splat(1 << 14);
  const p = lumaPlane + i * 2, q = bluePlane + i * 2, r = redPlane + i * 2;
  v128.store(p, i16x8.narrow_i32x4_s(weigh(first, 9798, 19235, 3735, middle), weigh(second, 9798, 19235, 3735, middle)));
  v128.store(q, i16x8.narrow_i32x4_s(weigh(first, -5529, -10855, 16384, half), weigh(second, -5529, -10855, 16384, half)));
  v128.store(r, i16x8.narrow_i32x4_s(weigh(first, 16384, -13720, -2664, half), weigh(second, 16384, -13720, -2664, half)));
}

@inline
function weigh(pixels: v128, red: i16, green: i16, blue: i16, start: v128): v128 {
  const mask = i32x4.splat(0x00ff00ff);
  const redBlue = i32x4.dot_i16x8_s(v128.and(pixels, mask), i32x4.splat((<i32>blue << 16) | (<i32>red & 0xffff)));
  const greenOnly = i32x4.dot_i16x8_s(v128.and(i32x4.shr_u(pixels, 8), mask), i32x4.splat(<i32>green & 0xffff));
  return i32x4.shr_s(i32x4.add(i32x4.add(redBlue, greenOnly), start), 15);
}

function packFull(): void {
  for (let x: usize = 0; x < <usize>stride; x += SIDE) {
    lumaDc = packBlock(lumaPlane + x * 2, stride, 0, lumaDc);
    blueDc = packBlock(bluePlane + x * 2, stride, 1, blueDc);
    redDc = packBlock(redPlane + x * 2, stride, 1, redDc);
  }
}

function packHalf(): void {
  halve(bluePlane);
  halve(redPlane);
  const below = <usize>stride * SIDE * 2;
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

/** Replaces each 2 × 2 samples of a plane by their mean; the plane then has half the width and 8 rows. */
function halve(plane: usize): void {
  let target = plane;
  for (let y = 0; y < 2 * SIDE; y += 2) {
    const upper = plane + <usize>(y * stride) * 2, lower = upper + <usize>stride * 2;
    for (let x: usize = 0; x < <usize>stride * 2; x += 16, target += 8) {
      const columns = i16x8.add(v128.load(upper + x), v128.load(lower + x));
      const means = i32x4.shr_s(i32x4.add(i32x4.extadd_pairwise_i16x8_s(columns), i32x4.splat(2)), 2);
      v128.store64_lane(target, i16x8.narrow_i32x4_s(means, means), 0);
    }
  }
}

/** Packs one block; `kind` is 0 for luma, 1 for chroma. Returns its mean, from which the next one's is counted. */
function packBlock(block: usize, rowSamples: i32, kind: usize, lastDc: i32): i32 {
  transformBlock(block, <usize>rowSamples * 2, FACTORS + kind * 64 * 4);
  const dc = <i32>load<i16>(COEFFICIENTS);
  putCoefficient(DC_CODES + kind * 64, 0, dc - lastDc);
  const codes = AC_CODES + kind * 1024;
  let set = orderCoefficients();
  let last = 0;
  while (set != 0) {
    const place = <i32>ctz(set);
    let run = place - last - 1;
    for (; run > 15; run -= 16) putCode(codes, 0xf0);
    putCoefficient(codes, run << 4, <i32>load<i16>(ORDERED + <usize>place * 2));
    set &= set - 1;
    last = place;
  }
  if (last != 63) putCode(codes, 0);
  return dc;
}

/** Finds the coefficients that are not 0, puts them in the file's order and returns their places as bits. */
@inline
function orderCoefficients(): u64 {
  let found: u64 = 0, set: u64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const rows = COEFFICIENTS + i * 32;
    const zeros = i8x16.eq(i8x16.narrow_i16x8_s(v128.load(rows), v128.load(rows, 16)), i8x16.splat(0));
    found |= <u64>(~i8x16.bitmask(zeros) & 0xffff) << (i * 16);
  }
  // The first one is the mean, which is packed in another way.
  for (found &= ~1; found != 0; found &= found - 1) {
    const from = <usize>ctz(found);
    const place = <usize>load<u8>(ZIGZAG + from);
    store<i16>(ORDERED + place * 2, load<i16>(COEFFICIENTS + from * 2));
    set |= <u64>1 << place;
  }
  return set;
}

@inline
function putCode(codes: usize, symbol: i32): void {
  const entry = load<u32>(codes + <usize>symbol * 4);
  put(entry >> 8, entry & 255);
}

/** A coefficient is the code of its number of bits and of the zeros before it, then its bits; negative ones less one. */
@inline
function putCoefficient(codes: usize, run: i32, value: i32): void {
  const sign = value >> 31;
  const size = 32 - clz((value ^ sign) - sign);
  const entry = load<u32>(codes + <usize>(run | size) * 4);
  put(((entry >> 8) << size) | ((value + sign) & ((1 << size) - 1)), (entry & 255) + size);
}

@inline
function put(code: u32, length: i32): void {
  bits = (bits << length) | code;
  bitCount += length;
  if (bitCount >= 32) flush();
}

/** Writes 32 bits; a byte of ones is followed by a zero, so that it is no marker. */
function flush(): void {
  const word = <u32>(bits >> (bitCount - 32));
  if ((~word - 0x01010101) & word & 0x80808080) {
    for (let i = 0; i < 4; i++) putByte();
    return;
  }
  store<u32>(at, bswap(word));
  at += 4;
  bitCount -= 32;
}

function putByte(): void {
  bitCount -= 8;
  const byte = <u8>(bits >> bitCount);
  store<u8>(at++, byte);
  if (byte == 0xff) store<u8>(at++, 0);
}
