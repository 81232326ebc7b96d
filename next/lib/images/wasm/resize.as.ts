// AssemblyScript, compiled to resize.wasm by build.ts. Rows enter and leave in order, in three steps:
// - Boxes of whole pixels are replaced by their means, if the picture becomes less than a quarter as large. What is
//   left is at least twice the size of the result, so that the boxes are not visible.
// - Rows are weighted down the columns. Only those that the next row of the result consists of are in memory.
// - That row is weighted horizontally.
// The caller computes the weights. Colours are multiplied by alpha, so that those of transparent pixels do not bleed.
//
// A sample has 15 bits: colour × alpha / 4, and alpha × 64, where alpha is 0 to 256. Those of two neighbours are a
// vector of red, red, green, green and so on, so that one instruction weights both. Weights have 16 bits, also in
// pairs.

import { growTo } from "./memory.as";

/** The fraction bits of weights, and those of a sum that is weighted in both directions. */
const WEIGHT_BITS: i32 = 14, SUM_BITS: i32 = 20;

/** The width of the source, that of a box, and how many boxes are in a row. */
let sourceWidth: usize = 0, boxWidth: usize = 0, boxes: usize = 0;
/** The width of the result, and how many boxes are weighted for each pixel of it: a multiple of four. */
let targetWidth: usize = 0, taps: usize = 0;
/** The addresses of the weights of columns, of the first box of each pixel, of the weights of rows, and of two rows. */
let weights: usize = 0, starts: usize = 0, rowWeights: usize = 0, pixels: usize = 0;
/** The addresses of the sums of columns, which become boxes, and of the row that is weighted down the columns. */
let sums: usize = 0, line: usize = 0;
/** The address of a ring buffer of pairs of rows, how many it has, and the bytes of each. */
let ring: usize = 0, slots: usize = 0, stride: usize = 0;

/**
 * Starts an image; `rowTaps` is how many rows are weighted. Returns the address of the weights of columns; the starts,
 * the weights of the next row, and two rows of pixels follow.
 */
export function begin(source: i32, boxSide: i32, target: i32, columnTaps: i32, rowTaps: i32): usize {
  sourceWidth = source;
  boxWidth = boxSide;
  boxes = (sourceWidth + boxWidth - 1) / boxWidth;
  targetWidth = target;
  taps = columnTaps;
  slots = rowTaps / 2;
  // Loops work on eight samples, and weights of 0 may be beyond the row.
  stride = (boxes + taps + 7) / 8 * 128;
  weights = (__heap_base + 15) & ~15;
  starts = weights + targetWidth * taps * 2;
  rowWeights = starts + targetWidth * 4;
  pixels = rowWeights + slots * 4;
  sums = (pixels + max(sourceWidth * 2, targetWidth) * 4 + 31) & ~15;
  line = sums + (sourceWidth + 3) * 16;
  ring = line + stride;
  growTo(ring + slots * stride);
  return weights;
}

/** Reads two rows of pixels: pair `y`. */
export function pushPair(y: i32): void {
  convertRows<Store>(ring + <usize>y % slots * stride);
}

/** Adds two rows of pixels, or one, to the boxes. The first ones replace what was there. */
export function addRows(rows: i32, areFirst: bool): void {
  if (rows == 1) memory.fill(pixels + sourceWidth * 4, 0, sourceWidth * 4);
  if (areFirst) convertRows<Sum>(sums);
  else convertRows<Add>(sums);
}

/** Reads a row of boxes, to which `rows` rows were added. Even rows come before the odd ones below them. */
export function pushBoxes(y: i32, rows: i32): void {
  const pair = ring + <usize>(y >> 1) % slots * stride;
  if (y & 1) storeMeans<Lower>(pair, rows);
  else storeMeans<Upper>(pair, rows);
}

/** Which of a pair of rows the boxes are. */
class Upper {}
class Lower {}

@inline function storeMeans<T>(target: usize, rows: i32): void {
  const last = boxes - 1, width = boxWidth, rest = sourceWidth - last * width;
  const factor = f32x4.splat(<f32>1 / <f32>(width * rows));
  let column = sums;
  for (const end = target + last * 16; target < end; target += 16, column += width * 16) {
    storeMean<T>(target, column, width, factor);
  }
  storeMean<T>(target, column, rest, f32x4.splat(<f32>1 / <f32>(rest * rows)));
}

/** Stores the mean of a box. */
@inline function storeMean<T>(target: usize, column: usize, columns: usize, factor: v128): void {
  let sum = v128.load(column);
  for (const end = column + columns * 16; (column += 16) < end;) sum = i32x4.add(sum, v128.load(column));
  // The lowest bits of 2²³ and a smaller number are that number, rounded.
  const mean = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sum), factor), f32x4.splat(0x800000));
  if (idof<T>() == idof<Upper>()) v128.store(target, v128.and(mean, i32x4.splat(0xffff)));
  else v128.store(target, v128.or(v128.load(target), i32x4.shl(mean, 16)));
}

/** What becomes of the samples of two pixels, one below the other. */
class Store {}
class Sum {}
class Add {}

/** Converts two rows of pixels. Reads and writes up to three pixels beyond. */
function convertRows<T>(target: usize): void {
  let upper = pixels, lower = pixels + sourceWidth * 4;
  for (const end = lower; upper < end; upper += 16, lower += 16, target += 64) {
    const a = v128.load(upper), b = v128.load(lower);
    const first = i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const second = i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const isOpaque = (i8x16.bitmask(i8x16.eq(v128.and(a, b), i8x16.splat(-1))) & 0x8888) == 0x8888;
    if (isOpaque) {
      put<T>(target, toOpaque(i16x8.extend_low_i8x16_u(first)));
      put<T>(target + 16, toOpaque(i16x8.extend_high_i8x16_u(first)));
      put<T>(target + 32, toOpaque(i16x8.extend_low_i8x16_u(second)));
      put<T>(target + 48, toOpaque(i16x8.extend_high_i8x16_u(second)));
    } else {
      put<T>(target, premultiply(i16x8.extend_low_i8x16_u(first)));
      put<T>(target + 16, premultiply(i16x8.extend_high_i8x16_u(first)));
      put<T>(target + 32, premultiply(i16x8.extend_low_i8x16_u(second)));
      put<T>(target + 48, premultiply(i16x8.extend_high_i8x16_u(second)));
    }
  }
}

@inline function put<T>(target: usize, two: v128): void {
  if (idof<T>() == idof<Store>()) return v128.store(target, two);
  const sum = i32x4.dot_i16x8_s(two, i16x8.splat(1));
  v128.store(target, idof<T>() == idof<Sum>() ? sum : i32x4.add(v128.load(target), sum));
}

/** Returns the samples of two opaque pixels: alpha becomes 256. */
@inline function toOpaque(two: v128): v128 {
  return i16x8.add(i16x8.shl(two, 6), i16x8(0, 0, 0, 0, 0, 0, 64, 64));
}

@inline function premultiply(two: v128): v128 {
  const alpha = i32x4.shuffle(two, two, 3, 3, 3, 3), factor = i16x8.add(alpha, i16x8.shr_u(alpha, 7));
  const colours = i16x8.shr_u(i16x8.add(i16x8.mul(two, factor), i16x8.splat(2)), 2);
  return i32x4.shuffle(colours, i16x8.shl(factor, 6), 0, 1, 2, 7);
}

/** Writes a row of the result to the first row of pixels; it consists of `count` pairs of rows from `first` on. */
export function pullRow(first: i32, count: i32): void {
  weightRows(ring + <usize>first % slots * stride, <usize>count);
  let weight = weights;
  for (let x: usize = 0; x < targetWidth; x++) {
    let sample = line + <usize>load<u32>(starts + x * 4) * 8, sum = i32x4.splat(0);
    for (const end = weight + taps * 2; weight < end; weight += 8, sample += 32) {
      const four = v128.load64_zero(weight);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(sample), i32x4.shuffle(four, four, 0, 0, 0, 0)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(sample, 16), i32x4.shuffle(four, four, 1, 1, 1, 1)));
    }
    storePixel(pixels + x * 4, sum);
  }
}

/** Weights pairs of rows down the columns. */
function weightRows(firstRow: usize, count: usize): void {
  const ringEnd = ring + slots * stride, end = rowWeights + count * 4, rowBytes = stride, target = line;
  for (let x: usize = 0; x < boxes * 16; x += 128) {
    // The half rounds the sums.
    let a = i32x4.splat(1 << (WEIGHT_BITS - 1)), b = a, c = a, d = a, e = a, f = a, g = a, h = a, row = firstRow;
    for (let weight = rowWeights; weight < end; weight += 4) {
      const pair = v128.load32_splat(weight), at = row + x;
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(at), pair));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(at, 16), pair));
      c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(at, 32), pair));
      d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(at, 48), pair));
      e = i32x4.add(e, i32x4.dot_i16x8_s(v128.load(at, 64), pair));
      f = i32x4.add(f, i32x4.dot_i16x8_s(v128.load(at, 80), pair));
      g = i32x4.add(g, i32x4.dot_i16x8_s(v128.load(at, 96), pair));
      h = i32x4.add(h, i32x4.dot_i16x8_s(v128.load(at, 112), pair));
      row += rowBytes;
      if (row == ringEnd) row = ring;
    }
    v128.store(target + x / 2, zip(a, b));
    v128.store(target + x / 2, zip(c, d), 16);
    v128.store(target + x / 2, zip(e, f), 32);
    v128.store(target + x / 2, zip(g, h), 48);
  }
}

/** Returns the samples of two neighbours. */
@inline function zip(left: v128, right: v128): v128 {
  const both = i16x8.narrow_i32x4_s(i32x4.shr_s(left, WEIGHT_BITS), i32x4.shr_s(right, WEIGHT_BITS));
  return i16x8.shuffle(both, both, 0, 4, 1, 5, 2, 6, 3, 7);
}

@inline function storePixel(target: usize, sum: v128): void {
  const alpha = i32x4.extract_lane(sum, 3);
  let channels: v128;
  if (alpha == 256 << SUM_BITS) {
    // The alpha of 256 becomes 255, because the conversion to bytes saturates.
    channels = i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << (SUM_BITS - 1))), SUM_BITS);
  } else {
    // A pixel whose alpha is rounded to 0 has no colour.
    const scale = alpha < 1 << (SUM_BITS - 1) ? <f32>0 : <f32>256 / <f32>alpha;
    const scales = f32x4.replace_lane(f32x4.splat(scale), 3, <f32>255 / 256 / <f32>(1 << SUM_BITS));
    const values = f32x4.mul(f32x4.convert_i32x4_s(sum), scales);
    channels = i32x4.trunc_sat_f32x4_s(f32x4.add(values, f32x4.splat(0.5)));
  }
  const narrow = i16x8.narrow_i32x4_s(channels, channels);
  v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}
