// AssemblyScript, part of jpeg_decoder.wasm. Upsampling and colour conversion: ITU-T T.81 A.1.1 leaves upsampling open,
// so this is libjpeg's "fancy" triangle filter; Y'CbCr to RGB is that of JFIF 1.02 (ITU-T T.871, clause 7). Both round
// exactly like libjpeg, which rounds a half up for one of two neighbours and down for the other. State: none.

import { Component } from "./jpeg_decoder_scan.as";
import { zipHigh, zipLow } from "./zip.as";

/** Bytes on either side of a row that may be read or written: eight RGBA pixels, of which seven may be too many. */
export const MARGIN: usize = 32;

/** The samples of narrower components are repeated, like in libjpeg. */
const MIN_SMOOTH_WIDTH: i32 = 3;

// The factors of T.871. Those of red and blue are 0.402 and 0.772 times 2¹⁵, because a signed factor must be below 1;
// the rest of 1.402 and 1.772 is added. Those of green are 1 - 0.71414 for Cr and -0.34414 for Cb, times 2¹⁶.
const CR_TO_RED: i16 = 13173, CB_TO_BLUE: i16 = 25297, CR_TO_GREEN: i32 = 18734, CB_TO_GREEN: i32 = -22554;

/** Returns whether upsampling needs the rows of samples above and below. */
export function needsRowBelow(component: Component): bool {
  return component.vScale == 2 && (component.hScale == 1 ? component.size > 1 : isSmooth(component));
}

/** Repeats the samples at the edges of the image, in a row of MCUs. */
export function padEdges(component: Component, mcuRow: i32): void {
  const mcuRows = component.v * component.size, above = mcuRow * mcuRows;
  const rows = min(mcuRows, component.height - above), stride = component.stride;
  const first = component.samples, last = first + <usize>(rows - 1) * stride;
  for (let row = first; row <= last; row += stride) {
    store<u8>(row - 1, load<u8>(row));
    const end = row + <usize>component.width;
    store<u8>(end, load<u8>(end - 1));
  }
  if (above == 0) copyRow(first - stride, first, stride);
  if (above + rows == component.height) copyRow(last + stride, last, stride);
}

/** Copies the last row to the one above the first, where the next row of MCUs needs it. */
export function saveLastRow(component: Component): void {
  const stride = component.stride, last = component.samples + <usize>(component.v * component.size - 1) * stride;
  copyRow(component.samples - stride, last, stride);
}

/** Returns the address of a component's samples for pixel row y, which may be -1. */
export function upsample(component: Component, y: i32): usize {
  const hScale = component.hScale, vScale = component.vScale;
  // The nearest row is y / vScale, rounded down also for -1.
  const near = component.samples + <usize>((y + vScale) / vScale - 1) * component.stride;
  if (hScale == 1 && vScale == 1) return near;
  const isUpper = (y & 1) == 0, far = isUpper ? near - component.stride : near + component.stride;
  const target = component.upsampled, width = component.width;
  if (hScale == 1 && needsRowBelow(component)) upsampleVertical(near, far, target, width, isUpper);
  else if (!isSmooth(component)) repeat(near, target, width, hScale);
  else if (vScale == 1) upsampleWidth(near, near, target, width, 4, 8);
  else upsampleWidth(near, far, target, width, 8, 7);
  return target;
}

/** Converts Y, Cb and Cr to pixels. Writes up to 7 pixels too many. */
export function convertYcc(luma: usize, blue: usize, red: usize, target: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const y = v128.load8x8_u(luma + x);
    const cb = i16x8.sub(v128.load8x8_u(blue + x), i16x8.splat(128));
    const cr = i16x8.sub(v128.load8x8_u(red + x), i16x8.splat(128));
    const r = i16x8.add(i16x8.add(y, cr), i16x8.q15mulr_sat_s(cr, i16x8.splat(CR_TO_RED)));
    const b = i16x8.add(i16x8.add(y, cb), i16x8.q15mulr_sat_s(cb, i16x8.splat(CB_TO_BLUE)));
    const more = i16x8.narrow_i32x4_s(toGreen(zipLow(cb, cr)), toGreen(zipHigh(cb, cr)));
    const g = i16x8.add(i16x8.sub(y, cr), more);
    storePixels(target + 4 * x, i8x16.narrow_i16x8_u(r, b), i8x16.narrow_i16x8_u(g, i16x8.splat(255)));
  }
}

/** Interleaves red, green and blue to pixels. Writes up to 7 pixels too many. */
export function interleave(red: usize, green: usize, blue: usize, target: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const redBlue = i64x2.shuffle(v128.load64_zero(red + x), v128.load64_zero(blue + x), 0, 2);
    const greenAlpha = i64x2.shuffle(v128.load64_zero(green + x), i8x16.splat(-1), 0, 2);
    storePixels(target + 4 * x, redBlue, greenAlpha);
  }
}

/**
 * Multiplies pixels by the fourth component, which is the light that black ink leaves (Adobe stores inks inverted). The
 * pixels are the light that the other inks leave, or in YCCK these inks.
 */
export function applyBlack(black: usize, target: usize, width: i32, isYcck: bool): void {
  const inverted: u32 = isYcck ? 255 : 0;
  for (let i: usize = 0; i < <usize>width * 4; i++) {
    if ((i & 3) == 3) continue;
    const product = (load<u8>(target + i) ^ inverted) * load<u8>(black + (i >> 2)) + 128;
    // Divided by 255.
    store<u8>(target + i, <u8>((product + (product >> 8)) >> 8));
  }
}

/**
 * Doubles the width: a sample is 3/4 of the nearest and 1/4 of the next one, and so are the rows from which they come.
 * The halves are added before the left and the right one of two samples are divided by 16.
 */
function upsampleWidth(near: usize, far: usize, target: usize, width: i32, leftHalf: i16, rightHalf: i16): void {
  let here = mix(near, far, 0);
  let last = i16x8.splat(i16x8.extract_lane_u(mix(near - 1, far - 1, 0), 0));
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const following = mix(near, far, x + 8);
    const before = i8x16.shuffle(last, here, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    const after = i8x16.shuffle(here, following, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    const three = triple(here);
    const left = i16x8.shr_u(i16x8.add(i16x8.add(three, before), i16x8.splat(leftHalf)), 4);
    const right = i16x8.shr_u(i16x8.add(i16x8.add(three, after), i16x8.splat(rightHalf)), 4);
    storePairs(target + 2 * x, left, right);
    last = here;
    here = following;
  }
}

/** Doubles the height. The upper and the lower one of two rows round differently. */
function upsampleVertical(near: usize, far: usize, target: usize, width: i32, isUpper: bool): void {
  const half = i16x8.splat(isUpper ? 1 : 2);
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const mixed = i16x8.shr_u(i16x8.add(mix(near, far, x), half), 2);
    v128.store64_lane(target + x, i8x16.narrow_i16x8_u(mixed, mixed), 0);
  }
}

/** Repeats each sample of a row. */
function repeat(source: usize, target: usize, width: i32, times: i32): void {
  for (let x: usize = 0; x < <usize>width; x++, target += times) memory.fill(target, load<u8>(source + x), times);
}

@inline function isSmooth(component: Component): bool {
  return component.hScale == 2 && component.vScale <= 2 && component.width >= MIN_SMOOTH_WIDTH && component.size > 1;
}

@inline function copyRow(target: usize, source: usize, stride: usize): void {
  memory.copy(target - MARGIN, source - MARGIN, stride);
}

@inline function triple(values: v128): v128 {
  return i16x8.add(i16x8.add(values, values), values);
}

/** Returns three parts of the near row and one part of the far row. */
@inline function mix(near: usize, far: usize, x: usize): v128 {
  return i16x8.add(triple(v128.load8x8_u(near + x)), v128.load8x8_u(far + x));
}

/** Stores the samples of both vectors alternately, as bytes. */
@inline function storePairs(target: usize, left: v128, right: v128): void {
  v128.store(target, v128.or(left, i16x8.shl(right, 8)));
}

/** Returns what alternating lanes of Cb and Cr add to green. */
@inline function toGreen(chroma: v128): v128 {
  const weighted = i32x4.dot_i16x8_s(chroma, i32x4.splat((CR_TO_GREEN << 16) | (CB_TO_GREEN & 0xffff)));
  return i32x4.shr_s(i32x4.add(weighted, i32x4.splat(1 << 15)), 16);
}

/** Stores eight pixels. */
@inline function storePixels(target: usize, redBlue: v128, greenAlpha: v128): void {
  const redGreen = i8x16.shuffle(redBlue, greenAlpha, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const blueAlpha = i8x16.shuffle(redBlue, greenAlpha, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  v128.store(target, zipLow(redGreen, blueAlpha));
  v128.store(target, zipHigh(redGreen, blueAlpha), 16);
}
