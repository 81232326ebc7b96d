// AssemblyScript, compiled to blur.wasm by build.ts. Two passes of a box blur whose cost does not depend on the radius:
// a sum for each column slides down the image, and a sum over columns slides along each row. Edges repeat outwards.
// Rows enter and leave one by one, and the second pass is only a few rows later than the first, so that only the rows
// within reach are stored, in the processor's cache. State: the geometry, and the rows and column sums of both passes.
//
// T is u8 for opaque images. Images with transparency are premultiplied into u16 with 14 bits: 8 bits would shift the
// colour of nearly transparent pixels, and with more bits a sum over 513 × 513 samples would exceed 32 bits.
// Offsets: a pixel has 4 bytes, a premultiplied pixel (four u16) 8 bytes, and the sums of a column (four u32) 16 bytes.

import { growTo } from "./memory.as";

let width: i32 = 0, lastRow: i32 = 0, radius: i32 = 0, isOpaque: bool = false;
/** The bytes of a stored row, and how many rows each pass stores in a ring buffer. */
let stride: usize = 0, slots: i32 = 0;
/** The address of the row of pixels that the caller reads and writes, and of a row of premultiplied ones. */
let pixels: usize = 0, premultiplied: usize = 0;
/** The address of the rows and of the column sums of the first pass; those of the second follow. */
let rows: usize = 0, sums: usize = 0;
/** The next row of the first pass. */
let firstPassRow: i32 = 0;

/** Starts an image. Returns the address of the row of pixels that the caller reads and writes. */
export function begin(imageWidth: i32, height: i32, blurRadius: i32, opaque: bool): usize {
  width = imageWidth;
  lastRow = height - 1;
  radius = blurRadius;
  isOpaque = opaque;
  stride = <usize>width * 4 * (isOpaque ? 1 : 2);
  // From the row that leaves the sums of row y, y - radius - 1, to the row that enters, y + radius.
  slots = min(2 * radius + 2, height);
  firstPassRow = 0;
  pixels = (__heap_base + 15) & ~15;
  // A vector for each pixel, which is more than it needs, so that these addresses are multiples of 16.
  premultiplied = pixels + <usize>width * 16;
  sums = premultiplied + <usize>width * 16;
  rows = sums + <usize>width * 32;
  growTo(rows + 2 * <usize>slots * stride);
  return pixels;
}

/** Reads row y of the image. */
export function pushRow(y: i32): void {
  if (isOpaque) memory.copy(toRow(0, y), pixels, stride);
  else premultiply(toRow(0, y));
}

/** Writes row y of the blurred image. All rows up to twice the radius below it must have been pushed. */
export function pullRow(y: i32): void {
  if (isOpaque) blurRow<u8>(y, pixels);
  else {
    blurRow<u16>(y, premultiplied);
    unpremultiply();
  }
}

/** Returns the address of row y in the ring buffer of a pass. */
@inline function toRow(pass: i32, y: i32): usize {
  return rows + <usize>(pass * slots + y % slots) * stride;
}

/** Computes row y of the second pass, after the rows of the first pass that it needs. */
function blurRow<T>(y: i32, target: usize): void {
  for (const end = min(y + radius, lastRow); firstPassRow <= end; firstPassRow++) {
    box<T>(0, firstPassRow, toRow(1, firstPassRow));
  }
  box<T>(1, y, target);
}

/** Computes row y of a pass: the sums of columns move down by one row, then a sum of them moves along the row. */
function box<T>(pass: i32, y: i32, target: usize): void {
  const columns = sums + <usize>(pass * width) * 16;
  if (y == 0) startColumns<T>(pass, columns);
  else slideColumns<T>(columns, toRow(pass, min(y + radius, lastRow)), toRow(pass, max(y - radius - 1, 0)));
  writeRow<T>(columns, target);
}

/** Converts the pixels to premultiplied samples of 14 bits: colour × alpha / 4, and alpha × 64. */
function premultiply(target: usize): void {
  for (let x: usize = 0; x < <usize>width; x++) {
    const pixel = i16x8.extend_low_i8x16_u(v128.load32_zero(pixels + x * 4));
    const alpha = i8x16.shuffle(pixel, pixel, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7);
    const weighted = i16x8.shr_u(i16x8.add(i16x8.mul(pixel, alpha), i16x8.splat(2)), 2);
    const sample = i16x8.replace_lane(weighted, 3, i16x8.extract_lane_u(pixel, 3) << 6);
    v128.store64_lane(target + x * 8, sample, 0);
  }
}

/** Converts the premultiplied row back to pixels: the colour is 256 times its sample, divided by that of alpha. */
function unpremultiply(): void {
  for (let x: usize = 0; x < <usize>width; x++) {
    const sample = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(v128.load64_zero(premultiplied + x * 8)));
    const alpha = f32x4.extract_lane(sample, 3);
    const scale = alpha > 0 ? <f32>256 / alpha : <f32>0;
    const scales = f32x4.replace_lane(f32x4.splat(scale), 3, <f32>1 / 64);
    const pixel = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.mul(sample, scales), f32x4.splat(0.5)));
    const narrow = i16x8.narrow_i32x4_u(pixel, pixel);
    v128.store32_lane(pixels + x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  }
}

/** Sums the rows from -radius to radius; rows above the image repeat its first row, rows below its last. */
function startColumns<T>(pass: i32, columns: usize): void {
  memory.fill(columns, 0, <usize>width * 16);
  addRow<T>(columns, toRow(pass, 0), radius + 1);
  const inside = min(radius, lastRow);
  for (let y = 1; y <= inside; y++) addRow<T>(columns, toRow(pass, y), 1);
  if (inside < radius) addRow<T>(columns, toRow(pass, lastRow), radius - inside);
}

function addRow<T>(columns: usize, source: usize, times: i32): void {
  const factor = i32x4.splat(times);
  for (let x: usize = 0; x < <usize>width; x++) {
    const column = columns + x * 16;
    v128.store(column, i32x4.add(v128.load(column), i32x4.mul(loadPixel<T>(source, x), factor)));
  }
}

function slideColumns<T>(columns: usize, entering: usize, leaving: usize): void {
  let x: usize = 0;
  if (sizeof<T>() == 1) {
    for (; x + 4 <= <usize>width; x += 4) slideFour(entering + x * 4, leaving + x * 4, columns + x * 16);
  }
  for (; x < <usize>width; x++) {
    const column = columns + x * 16;
    const change = i32x4.sub(loadPixel<T>(entering, x), loadPixel<T>(leaving, x));
    v128.store(column, i32x4.add(v128.load(column), change));
  }
}

/** Four columns at once take half the time. */
@inline function slideFour(entering: usize, leaving: usize, column: usize): void {
  const added = v128.load(entering), removed = v128.load(leaving);
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(added), i16x8.extend_low_i8x16_u(removed));
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(added), i16x8.extend_high_i8x16_u(removed));
  v128.store(column, i32x4.add(v128.load(column), i32x4.extend_low_i16x8_s(low)));
  v128.store(column, i32x4.add(v128.load(column, 16), i32x4.extend_high_i16x8_s(low)), 16);
  v128.store(column, i32x4.add(v128.load(column, 32), i32x4.extend_low_i16x8_s(high)), 32);
  v128.store(column, i32x4.add(v128.load(column, 48), i32x4.extend_high_i16x8_s(high)), 48);
}

/** Writes a row of means: the sum over 2 × radius + 1 columns moves along the row. */
function writeRow<T>(columns: usize, target: usize): void {
  const area = <u32>((2 * radius + 1) * (2 * radius + 1));
  // sum / area is (sum * factor) >> (32 + shift). For sums of bytes it is exact: the factor has 32 significant bits.
  const shift = 31 - clz(area);
  const factor = i32x4.splat(<i32>((((<u64>1) << (32 + shift)) + area - 1) / area));
  // Bytes are rounded. For 16 bits the half is far below the precision of a pixel, and the sum could exceed 32 bits.
  const half = i32x4.splat(sizeof<T>() == 1 ? <i32>(area >> 1) : 0);
  const last = width - 1;
  let sum = i32x4.add(startSum(columns, last), half);
  for (let x = 0; x < width; x++) {
    if (sizeof<T>() == 1) {
      // Away from the edges, four pixels at once take half the time.
      for (; x >= radius && x + radius + 4 <= last; x += 4) {
        const enter = columns + <usize>(x + radius + 1) * 16, leave = columns + <usize>(x - radius) * 16;
        const sum1 = i32x4.add(sum, i32x4.sub(v128.load(enter), v128.load(leave)));
        const sum2 = i32x4.add(sum1, i32x4.sub(v128.load(enter, 16), v128.load(leave, 16)));
        const sum3 = i32x4.add(sum2, i32x4.sub(v128.load(enter, 32), v128.load(leave, 32)));
        const first = i16x8.narrow_i32x4_u(divide(sum, factor, shift), divide(sum1, factor, shift));
        const second = i16x8.narrow_i32x4_u(divide(sum2, factor, shift), divide(sum3, factor, shift));
        v128.store(target + <usize>x * 4, i8x16.narrow_i16x8_u(first, second));
        sum = i32x4.add(sum3, i32x4.sub(v128.load(enter, 48), v128.load(leave, 48)));
      }
    }
    storePixel<T>(target, x, divide(sum, factor, shift));
    const entering = v128.load(columns + <usize>min(x + radius + 1, last) * 16);
    sum = i32x4.add(sum, i32x4.sub(entering, v128.load(columns + <usize>max(x - radius, 0) * 16)));
  }
}

/** Divides four sums by the area: the upper halves of the products, shifted. */
@inline function divide(sum: v128, factor: v128, shift: i32): v128 {
  const low = i64x2.extmul_low_i32x4_u(sum, factor), high = i64x2.extmul_high_i32x4_u(sum, factor);
  return i32x4.shr_u(i32x4.shuffle(low, high, 1, 3, 5, 7), shift);
}

/** Sums the columns from -radius to radius; columns outside of the image repeat its first and last one. */
function startSum(columns: usize, last: i32): v128 {
  let sum = i32x4.mul(v128.load(columns), i32x4.splat(radius + 1));
  const inside = min(radius, last);
  for (let x = 1; x <= inside; x++) sum = i32x4.add(sum, v128.load(columns + <usize>x * 16));
  return i32x4.add(sum, i32x4.mul(v128.load(columns + <usize>last * 16), i32x4.splat(radius - inside)));
}

@inline function loadPixel<T>(source: usize, x: usize): v128 {
  if (sizeof<T>() == 1) return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(source + x * 4)));
  return i32x4.extend_low_i16x8_u(v128.load64_zero(source + x * 8));
}

@inline function storePixel<T>(target: usize, x: i32, pixel: v128): void {
  const narrow = i16x8.narrow_i32x4_u(pixel, pixel);
  if (sizeof<T>() == 1) v128.store32_lane(target + <usize>x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  else v128.store64_lane(target + <usize>x * 8, narrow, 0);
}
