// AssemblyScript, part of jpeg_decoder.wasm. Dequantization (ITU-T T.81 A.3.4), inverse DCT (A.3.3) and level shift
// (A.3.1) of a block. The algorithm is that of Loeffler, Ligtenberg and Moschytz in integers, eight columns at a time,
// and rounds exactly like libjpeg's "islow", so that images look the same as elsewhere. The factors are sums of
// libjpeg's constants times 2¹³, for dot products: 10703 is 0.541196100 + 0.765366865. Where the image shrinks, the
// means of two or four neighbours are computed instead, with the factors of jidctred.c. State: one transposed block.

import { zipHigh, zipLow } from "./zip.as";

/** Fraction bits of the factors, and of the results of the first pass. Both names are libjpeg's. */
const CONST_BITS: i32 = 13, PASS1_BITS: i32 = 2;

/** The address of the block between the two passes. */
const TRANSPOSED: usize = memory.data(64 * 2, 16);

/**
 * Transforms a block to `size` rows of `size` samples: 8, or 4, 2 or 1 means of what would be 8. Only the first `count`
 * coefficients in zigzag order may be nonzero.
 */
export function transformBlock(
  block: usize, count: i32, quantization: usize, target: usize, stride: usize, size: i32,
): void {
  if (count <= 1 || size == 1) return fillBlock(block, quantization, target, stride, size);
  if (size == 2) return transformTo2(block, quantization, target, stride);
  if (size == 4) return transformTo4(block, quantization, target, stride);
  transform<i16>(block, quantization, TRANSPOSED, 16);
  transform<u8>(TRANSPOSED, 0, target, stride);
}

/** The DC coefficient is 8 times the mean of a block. Without other coefficients all samples equal it. */
function fillBlock(block: usize, quantization: usize, target: usize, stride: usize, size: i32): void {
  const mean = i16x8.splat(<i16>((<i32>load<i16>(block) * <i32>load<i16>(quantization) + 4) >> 3));
  const samples = toSamples(mean, mean);
  // If the size is below 8, the rest is overwritten by the blocks to the right, or in the margin.
  for (let i = 0; i < size; i++, target += stride) v128.store64_lane(target, samples, 0);
}

/** Transforms a block to 4 × 4 samples. Rows and columns 4 have no effect on the means of two neighbours. */
function transformTo4(block: usize, quantization: usize, target: usize, stride: usize): void {
  const r0 = loadRow<i16>(block, quantization, 0), r1 = loadRow<i16>(block, quantization, 16);
  const r2 = loadRow<i16>(block, quantization, 32), r3 = loadRow<i16>(block, quantization, 48);
  const r5 = loadRow<i16>(block, quantization, 80), r6 = loadRow<i16>(block, quantization, 96);
  const r7 = loadRow<i16>(block, quantization, 112);
  halve<i16>(i32x4.extend_low_i16x8_s(r0), zipLow(r2, r6), zipLow(r7, r5), zipLow(r3, r1), TRANSPOSED);
  halve<i16>(i32x4.extend_high_i16x8_s(r0), zipHigh(r2, r6), zipHigh(r7, r5), zipHigh(r3, r1), TRANSPOSED + 32);
  // Each vector has two columns of the block.
  const c01 = v128.load(TRANSPOSED), c23 = v128.load(TRANSPOSED, 16);
  const c45 = v128.load(TRANSPOSED, 32), c67 = v128.load(TRANSPOSED, 48);
  halve<u8>(i32x4.extend_low_i16x8_s(c01), zipLow(c23, c67), zipHigh(c67, c45), zipHigh(c23, c01), TRANSPOSED);
  const samples = toSamples(v128.load(TRANSPOSED), v128.load(TRANSPOSED, 16));
  v128.store32_lane(target, samples, 0);
  v128.store32_lane(target + stride, samples, 1);
  v128.store32_lane(target + 2 * stride, samples, 2);
  v128.store32_lane(target + 3 * stride, samples, 3);
}

/** A pass over four columns to four means each, which are stored column by column. The rows come in pairs. */
@inline function halve<T>(r0: v128, rows26: v128, rows75: v128, rows31: v128, target: usize): void {
  const bits = descaleBits<T>() + 1;
  const t0 = i32x4.add(i32x4.shl(r0, CONST_BITS + 1), i32x4.splat(1 << (bits - 1)));
  const t2 = dot(rows26, 15137, -6270), e0 = i32x4.add(t0, t2), e1 = i32x4.sub(t0, t2);
  const o0 = i32x4.add(dot(rows75, -4176, -4926), dot(rows31, 7373, 20995));
  const o1 = i32x4.add(dot(rows75, -1730, 11893), dot(rows31, -17799, 8697));
  const c01 = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(e0, o0), bits), i32x4.shr_s(i32x4.add(e1, o1), bits));
  const c23 = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.sub(e1, o1), bits), i32x4.shr_s(i32x4.sub(e0, o0), bits));
  const c02 = zipLow(c01, c23), c13 = zipHigh(c01, c23);
  v128.store(target, zipLow(c02, c13));
  v128.store(target, zipHigh(c02, c13), 16);
}

/** Transforms a block to 2 × 2 samples, on which only row and column 0 and those with odd numbers have an effect. */
function transformTo2(block: usize, quantization: usize, target: usize, stride: usize): void {
  const r0 = loadRow<i16>(block, quantization, 0), r1 = loadRow<i16>(block, quantization, 16);
  const r3 = loadRow<i16>(block, quantization, 48), r5 = loadRow<i16>(block, quantization, 80);
  const r7 = loadRow<i16>(block, quantization, 112);
  const bits = descaleBits<i16>() + 2, half = i32x4.splat(1 << (bits - 1));
  const t0l = i32x4.add(i32x4.shl(i32x4.extend_low_i16x8_s(r0), CONST_BITS + 2), half);
  const t0h = i32x4.add(i32x4.shl(i32x4.extend_high_i16x8_s(r0), CONST_BITS + 2), half);
  const ol = i32x4.add(dot(zipLow(r7, r5), -5906, 6967), dot(zipLow(r3, r1), -10426, 29692));
  const oh = i32x4.add(dot(zipHigh(r7, r5), -5906, 6967), dot(zipHigh(r3, r1), -10426, 29692));
  const upper = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(t0l, ol), bits), i32x4.shr_s(i32x4.add(t0h, oh), bits));
  const lower = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.sub(t0l, ol), bits), i32x4.shr_s(i32x4.sub(t0h, oh), bits));
  storePair(target, upper);
  storePair(target + stride, lower);
}

/** The second pass of a row of eight: stores its two means. */
@inline function storePair(target: usize, row: v128): void {
  const bits = descaleBits<u8>() + 2, odd = i32x4.dot_i16x8_s(row, i16x8(0, 29692, 0, -10426, 0, 6967, 0, -5906));
  const even = (<i32>i16x8.extract_lane_s(row, 0) << (CONST_BITS + 2)) + (1 << (bits - 1));
  const pairs = i32x4.add(odd, i32x4.shuffle(odd, odd, 2, 3, 0, 1));
  const sum = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
  const means = i16x8(<i16>((even + sum) >> bits), <i16>((even - sum) >> bits), 0, 0, 0, 0, 0, 0);
  v128.store16_lane(target, toSamples(means, means), 0);
}

/** One pass over eight columns (l: lower four, h: higher four): the first (i16) dequantizes, the second (u8) stores. */
function transform<T>(source: usize, quantization: usize, target: usize, stride: usize): void {
  const r0 = loadRow<T>(source, quantization, 0), r1 = loadRow<T>(source, quantization, 16);
  const r2 = loadRow<T>(source, quantization, 32), r3 = loadRow<T>(source, quantization, 48);
  const r4 = loadRow<T>(source, quantization, 64), r5 = loadRow<T>(source, quantization, 80);
  const r6 = loadRow<T>(source, quantization, 96), r7 = loadRow<T>(source, quantization, 112);
  // Even rows.
  const low26 = zipLow(r2, r6), high26 = zipHigh(r2, r6);
  const sum04 = i16x8.add(r0, r4), difference04 = i16x8.sub(r0, r4);
  const t0l = scale<T>(i32x4.extend_low_i16x8_s(sum04)), t0h = scale<T>(i32x4.extend_high_i16x8_s(sum04));
  const t1l = scale<T>(i32x4.extend_low_i16x8_s(difference04)), t1h = scale<T>(i32x4.extend_high_i16x8_s(difference04));
  const t3l = dot(low26, 10703, 4433), t3h = dot(high26, 10703, 4433);
  const t2l = dot(low26, 4433, -10704), t2h = dot(high26, 4433, -10704);
  const e0l = i32x4.add(t0l, t3l), e0h = i32x4.add(t0h, t3h), e3l = i32x4.sub(t0l, t3l), e3h = i32x4.sub(t0h, t3h);
  const e1l = i32x4.add(t1l, t2l), e1h = i32x4.add(t1h, t2h), e2l = i32x4.sub(t1l, t2l), e2h = i32x4.sub(t1h, t2h);
  // Odd rows.
  const sum73 = i16x8.add(r7, r3), sum51 = i16x8.add(r5, r1);
  const lowSums = zipLow(sum73, sum51), highSums = zipHigh(sum73, sum51);
  const z3l = dot(lowSums, -6436, 9633), z3h = dot(highSums, -6436, 9633);
  const z4l = dot(lowSums, 9633, 6437), z4h = dot(highSums, 9633, 6437);
  const low71 = zipLow(r7, r1), high71 = zipHigh(r7, r1), low53 = zipLow(r5, r3), high53 = zipHigh(r5, r3);
  const o0l = i32x4.add(dot(low71, -4927, -7373), z3l), o0h = i32x4.add(dot(high71, -4927, -7373), z3h);
  const o3l = i32x4.add(dot(low71, -7373, 4926), z4l), o3h = i32x4.add(dot(high71, -7373, 4926), z4h);
  const o1l = i32x4.add(dot(low53, -4176, -20995), z4l), o1h = i32x4.add(dot(high53, -4176, -20995), z4h);
  const o2l = i32x4.add(dot(low53, -20995, 4177), z3l), o2h = i32x4.add(dot(high53, -20995, 4177), z3h);
  const c0 = sum<T>(e0l, e0h, o3l, o3h), c7 = difference<T>(e0l, e0h, o3l, o3h);
  const c1 = sum<T>(e1l, e1h, o2l, o2h), c6 = difference<T>(e1l, e1h, o2l, o2h);
  const c2 = sum<T>(e2l, e2h, o1l, o1h), c5 = difference<T>(e2l, e2h, o1l, o1h);
  const c3 = sum<T>(e3l, e3h, o0l, o0h), c4 = difference<T>(e3l, e3h, o0l, o0h);
  // Transpose.
  const p0 = zipLow(c0, c4), p2 = zipLow(c1, c5), p1 = zipLow(c2, c6), p3 = zipLow(c3, c7);
  const p4 = zipHigh(c0, c4), p6 = zipHigh(c1, c5), p5 = zipHigh(c2, c6), p7 = zipHigh(c3, c7);
  storeRows<T>(target, stride, zipLow(p0, p1), zipLow(p2, p3));
  storeRows<T>(target + 2 * stride, stride, zipHigh(p0, p1), zipHigh(p2, p3));
  storeRows<T>(target + 4 * stride, stride, zipLow(p4, p5), zipLow(p6, p7));
  storeRows<T>(target + 6 * stride, stride, zipHigh(p4, p5), zipHigh(p6, p7));
}

@inline function loadRow<T>(source: usize, quantization: usize, offset: usize): v128 {
  const row = v128.load(source + offset);
  return sizeof<T>() == 1 ? row : i16x8.mul(row, v128.load(quantization + offset));
}

/** The fraction bits that a pass removes: the second also removes the factor 8 of the transform. */
@inline function descaleBits<T>(): i32 {
  return sizeof<T>() == 1 ? CONST_BITS + PASS1_BITS + 3 : CONST_BITS - PASS1_BITS;
}

@inline function sum<T>(evenLow: v128, evenHigh: v128, oddLow: v128, oddHigh: v128): v128 {
  const low = i32x4.shr_s(i32x4.add(evenLow, oddLow), descaleBits<T>());
  return i16x8.narrow_i32x4_s(low, i32x4.shr_s(i32x4.add(evenHigh, oddHigh), descaleBits<T>()));
}

@inline function difference<T>(evenLow: v128, evenHigh: v128, oddLow: v128, oddHigh: v128): v128 {
  const low = i32x4.shr_s(i32x4.sub(evenLow, oddLow), descaleBits<T>());
  return i16x8.narrow_i32x4_s(low, i32x4.shr_s(i32x4.sub(evenHigh, oddHigh), descaleBits<T>()));
}

/** Scales widened lanes like the factors and adds the half for rounding, which every result contains once. */
@inline function scale<T>(lanes: v128): v128 {
  return i32x4.add(i32x4.shl(lanes, CONST_BITS), i32x4.splat(1 << (descaleBits<T>() - 1)));
}

/** Multiplies neighbouring lanes by two constants and adds the products. */
@inline function dot(pairs: v128, first: i32, second: i32): v128 {
  return i32x4.dot_i16x8_s(pairs, i32x4.splat((second << 16) | (first & 0xffff)));
}

/** Stores two transposed rows, whose lanes alternate between `left` and `right`. */
@inline function storeRows<T>(target: usize, stride: usize, left: v128, right: v128): void {
  const first = zipLow(left, right), second = zipHigh(left, right);
  if (sizeof<T>() == 1) {
    const samples = toSamples(first, second);
    v128.store64_lane(target, samples, 0);
    v128.store64_lane(target + stride, samples, 1);
  } else {
    v128.store(target, first);
    v128.store(target + stride, second);
  }
}

/** Clamps to bytes and undoes the level shift by 128. */
@inline function toSamples(first: v128, second: v128): v128 {
  return v128.xor(i8x16.narrow_i16x8_s(first, second), i8x16.splat(-128));
}
