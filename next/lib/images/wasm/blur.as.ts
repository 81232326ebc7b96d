// AssemblyScript, compiled to blur.wasm by build.ts. A blur whose cost does not depend on the radius, first down the
// columns, then along each row. Each direction has two steps, and edges repeat outwards in both:
// - A tent, which has the weights 1, 2, … b … 2, 1. Its second difference has only the weights 1 at -b, -2 at 0 and
//   1 at b, so the sum for the next pixel follows from three pixels and two sums: `slope` grows by the difference, and
//   `sum` by the slope.
// - A mean of each result with those `spacing` and twice `spacing` before and after it, which makes the tent smooth.
// Rows enter and leave one by one, so that only the rows within reach are stored, in the processor's cache.
//
// A sample has 16 bits: a channel × 64, so that the sums are exact and three samples can be added as signed numbers. In
// images with transparency, colours are multiplied by alpha. Offsets: a pixel has 4 bytes, its samples 8, its sums 32.

import { growTo } from "./memory.as";

let width: i32 = 0, lastRow: i32 = 0, isOpaque: bool = false;
/** The number b of the tent, the distance of the samples in the mean, and that of the last of them. */
let tent: i32 = 0, spacing: i32 = 0, reach: i32 = 0;
/** The weights in the mean: of the sample itself, of those at `spacing`, and of those at twice `spacing`. */
let centreWeight: i16 = 0, nearWeight: i16 = 0, farWeight: i16 = 0;
/** The bytes of a row of samples, and the numbers of rows in the ring buffers of samples and of results of the tent. */
let stride: usize = 0, sampleSlots: i32 = 0, tentSlots: i32 = 0;
/** The addresses of the row of pixels for the caller, of the sums of columns, and of those of a row. */
let pixels: usize = 0, columns: usize = 0, lineSums: usize = 0;
/** The addresses of two rows of samples with space before and after them, and of the ring buffers. */
let line: usize = 0, blurredLine: usize = 0, samples: usize = 0, tents: usize = 0;
/** The next row of results of the tent. */
let tentRow: i32 = 0;

/** Starts an image; weights are in 32768ths. Returns the address of the row of pixels for the caller. */
export function begin(
  imageWidth: i32, height: i32, opaque: bool, tentSize: i32, meanSpacing: i32, near: i32, far: i32
): usize {
  width = imageWidth;
  lastRow = height - 1;
  isOpaque = opaque;
  tent = tentSize;
  spacing = meanSpacing;
  reach = far == 0 ? spacing : 2 * spacing;
  nearWeight = <i16>near;
  farWeight = <i16>far;
  centreWeight = <i16>(32768 - 2 * (near + far));
  // Loops work on two or four pixels, so they may exceed the row.
  stride = (<usize>width * 8 + 31) & ~31;
  // From the row that leaves the sums of row y, y - 1 - tent, to the one that enters, y - 1 + tent.
  sampleSlots = min(2 * tent + 1, height);
  tentSlots = min(2 * reach + 1, height);
  tentRow = 0;
  const margin = (<usize>tent + 2) * 8 + 15 & ~15;
  pixels = (__heap_base + 15) & ~15;
  columns = pixels + stride;
  lineSums = columns + 4 * stride;
  line = lineSums + 64 + margin;
  blurredLine = line + stride + 2 * margin;
  samples = blurredLine + stride + margin;
  tents = samples + <usize>sampleSlots * stride;
  growTo(tents + <usize>tentSlots * stride);
  return pixels;
}

/** Reads row y of the image. */
export function pushRow(y: i32): void {
  const target = toRow(samples, sampleSlots, y);
  if (isOpaque) toSamples(target);
  else premultiply(target);
}

/**
 * Blurs row y. All rows up to `tent` - 1 + `reach` below it must have been pushed. Unless the image is opaque and
 * `amount` is 1, the pixels must be those of the row; they move by this fraction towards the blurred row.
 */
export function pullRow(y: i32, amount: f32): void {
  for (const end = min(y + reach, lastRow); tentRow <= end; tentRow++) blurColumns(tentRow);
  const above = toRow(tents, tentSlots, y - spacing), below = toRow(tents, tentSlots, y + spacing);
  const farAbove = toRow(tents, tentSlots, y - reach), farBelow = toRow(tents, tentSlots, y + reach);
  mean(line, toRow(tents, tentSlots, y), above, below, farAbove, farBelow);
  repeatEdges(line, tent + 1);
  blurLine();
  repeatEdges(blurredLine, reach);
  const isFinal = isOpaque && amount == 1, row = blurredLine, near = <usize>spacing * 8, far = <usize>reach * 8;
  mean(isFinal ? 0 : line, row, row - near, row + near, row - far, row + far);
  if (!isFinal) blend(amount);
}

/** Returns the address of row y in a ring buffer; edges repeat outwards. */
@inline function toRow(ring: usize, slots: i32, y: i32): usize {
  return ring + <usize>(max(0, min(y, lastRow)) % slots) * stride;
}

/** Converts the pixels of an opaque image to samples. */
function toSamples(target: usize): void {
  for (let x: usize = 0; x < stride; x += 32) {
    const four = v128.load(pixels + (x >> 1));
    v128.store(target + x, i16x8.shl(i16x8.extend_low_i8x16_u(four), 6));
    v128.store(target + x, i16x8.shl(i16x8.extend_high_i8x16_u(four), 6), 16);
  }
}

/** Converts pixels to samples that are multiplied by alpha: colour × alpha / 4, and alpha × 64. */
function premultiply(target: usize): void {
  const half = i16x8.splat(2), alphaLanes = i64x2.splat(<i64>0xffff << 48), full = i16x8.splat(256);
  for (let x: usize = 0; x < stride; x += 16) {
    const two = i16x8.extend_low_i8x16_u(v128.load64_zero(pixels + (x >> 1)));
    const alpha = i8x16.shuffle(two, two, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
    const weighted = i16x8.mul(two, v128.bitselect(full, alpha, alphaLanes));
    v128.store(target + x, i16x8.shr_u(i16x8.add(weighted, half), 2));
  }
}

/**
 * Moves the pixels towards their blurred samples by a fraction, which is negative to sharpen; then alpha is unchanged.
 * Where everything within reach is transparent, nothing changes.
 */
function blend(amount: f32): void {
  for (let x: usize = 0; x < <usize>width; x++) {
    const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(pixels + x * 4));
    const pixel = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(bytes));
    const sample = f32x4.convert_i32x4_u(loadSample(line + x * 8));
    const alpha = f32x4.extract_lane(sample, 3);
    if (alpha == 0) continue;
    // A colour is 256 times its sample, divided by that of alpha.
    const scale = isOpaque ? <f32>1 / 64 : <f32>256 / alpha;
    const scales = f32x4.replace_lane(f32x4.splat(scale), 3, <f32>1 / 64);
    const change = f32x4.mul(f32x4.sub(f32x4.mul(sample, scales), pixel), f32x4.splat(amount));
    const applied = amount == 1 ? change : f32x4.replace_lane(change, 3, 0);
    const moved = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.add(pixel, applied), f32x4.splat(0.5)));
    const narrow = i16x8.narrow_i32x4_u(moved, moved);
    v128.store32_lane(pixels + x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  }
}

/** Computes row y of the tent down the columns. */
function blurColumns(y: i32): void {
  if (y == 0) {
    for (let x: usize = 0; x < <usize>width; x++) {
      startSums(columns + (x >> 1) * 64 + (x & 1) * 16, samples + x * 8, stride, lastRow);
    }
  }
  const entering = toRow(samples, sampleSlots, y - 1 + tent), leaving = toRow(samples, sampleSlots, y - 1 - tent);
  const middle = toRow(samples, sampleSlots, y - 1), target = toRow(tents, tentSlots, y), factor = toFactor();
  for (let x: usize = 0; x < stride; x += 16) {
    const change = difference(entering + x, middle + x, leaving + x), column = columns + x * 4;
    const slope1 = i32x4.add(v128.load(column), i32x4.extend_low_i16x8_s(change));
    const slope2 = i32x4.add(v128.load(column, 16), i32x4.extend_high_i16x8_s(change));
    const sum1 = i32x4.add(v128.load(column, 32), slope1), sum2 = i32x4.add(v128.load(column, 48), slope2);
    v128.store(column, slope1);
    v128.store(column, slope2, 16);
    v128.store(column, sum1, 32);
    v128.store(column, sum2, 48);
    v128.store(target + x, i16x8.narrow_i32x4_u(divide(sum1, factor), divide(sum2, factor)));
  }
}

/** Computes the tent along the line, whose edges must be repeated. */
function blurLine(): void {
  startSums(lineSums, line, 8, width - 1);
  let slope = v128.load(lineSums), sum = v128.load(lineSums, 32);
  const factor = toFactor(), middle = line - 8, entering = middle + <usize>tent * 8, leaving = middle - <usize>tent * 8;
  for (let x: usize = 0; x < stride; x += 16) {
    const change = difference(entering + x, middle + x, leaving + x);
    slope = i32x4.add(slope, i32x4.extend_low_i16x8_s(change));
    const sum1 = i32x4.add(sum, slope);
    slope = i32x4.add(slope, i32x4.extend_high_i16x8_s(change));
    sum = i32x4.add(sum1, slope);
    v128.store(blurredLine + x, i16x8.narrow_i32x4_u(divide(sum1, factor), divide(sum, factor)));
  }
}

/** Computes the slope and the sum before the first of some samples, and a half, so that the quotient is rounded. */
function startSums(target: usize, first: usize, step: usize, last: i32): void {
  let slope = i32x4.splat(0), sum = i32x4.splat(0);
  const inside = min(tent - 2, last), repeated = tent - 2 - inside;
  for (let i = 1; i <= inside; i++) {
    slope = i32x4.add(slope, loadSample(first + <usize>i * step));
    sum = i32x4.add(sum, slope);
  }
  // Without a loop, because an image of one column would take ten times as long.
  const edge = loadSample(first + <usize>inside * step), triangle = repeated * (repeated + 1) / 2;
  sum = i32x4.add(sum, i32x4.add(i32x4.mul(slope, i32x4.splat(repeated)), i32x4.mul(edge, i32x4.splat(triangle))));
  slope = i32x4.add(slope, i32x4.mul(edge, i32x4.splat(repeated)));
  // All others are the first sample, repeated.
  const own = loadSample(first), area = tent * tent, weight = area - (tent - 1) * (tent - 2) / 2;
  v128.store(target, i32x4.add(slope, i32x4.mul(own, i32x4.splat(2 - tent))));
  v128.store(target, i32x4.add(i32x4.add(sum, i32x4.mul(own, i32x4.splat(weight))), i32x4.splat(area >> 1)), 32);
}

/** Computes the second difference of two pixels. */
@inline function difference(entering: usize, middle: usize, leaving: usize): v128 {
  return i16x8.sub(i16x8.add(v128.load(entering), v128.load(leaving)), i16x8.shl(v128.load(middle), 1));
}

/** Returns 2³² divided by the area of the tent. */
@inline function toFactor(): v128 {
  const area = <u64>(tent * tent);
  return i32x4.splat(<i32>((((<u64>1) << 32) + area - 1) / area));
}

// The upper halves of the products are the quotients, with errors of less than 1 / 20,000. A factor of 32 significant
// bits and a shift after the product would be exact, but the whole blur would take 10 % longer.
@inline function divide(sum: v128, factor: v128): v128 {
  const low = i64x2.extmul_low_i32x4_u(sum, factor), high = i64x2.extmul_high_i32x4_u(sum, factor);
  return i32x4.shuffle(low, high, 1, 3, 5, 7);
}

/** Computes the means of samples with those before and after them, or the pixels of these means if `target` is 0. */
function mean(target: usize, centre: usize, before: usize, after: usize, farBefore: usize, farAfter: usize): void {
  const own = i16x8.splat(centreWeight), near = i16x8.splat(nearWeight), far = i16x8.splat(farWeight);
  const hasFar = farWeight > 0, half = i16x8.splat(32);
  for (let x: usize = 0; x < stride; x += 32) {
    let low = i16x8.q15mulr_sat_s(v128.load(centre + x), own);
    let high = i16x8.q15mulr_sat_s(v128.load(centre + x, 16), own);
    low = i16x8.add(low, weighPair(before + x, after + x, near));
    high = i16x8.add(high, weighPair(before + x + 16, after + x + 16, near));
    if (hasFar) {
      low = i16x8.add(low, weighPair(farBefore + x, farAfter + x, far));
      high = i16x8.add(high, weighPair(farBefore + x + 16, farAfter + x + 16, far));
    }
    if (target == 0) {
      const first = i16x8.shr_u(i16x8.add(low, half), 6), second = i16x8.shr_u(i16x8.add(high, half), 6);
      v128.store(pixels + (x >> 1), i8x16.narrow_i16x8_u(first, second));
    } else {
      v128.store(target + x, low);
      v128.store(target + x, high, 16);
    }
  }
}

@inline function weighPair(before: usize, after: usize, weight: v128): v128 {
  return i16x8.q15mulr_sat_s(i16x8.add(v128.load(before), v128.load(after)), weight);
}

/** Repeats the first and the last sample of a row before and after it. */
function repeatEdges(row: usize, count: i32): void {
  const end = row + <usize>width * 8, first = v128.load64_splat(row), last = v128.load64_splat(end - 8);
  for (let i: usize = 0; i < <usize>count * 8; i += 16) {
    v128.store(row - 16 - i, first);
    v128.store(end + i, last);
  }
}

@inline function loadSample(address: usize): v128 {
  return i32x4.extend_low_i16x8_u(v128.load64_zero(address));
}
