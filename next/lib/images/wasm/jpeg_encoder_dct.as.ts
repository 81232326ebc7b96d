// AssemblyScript, part of jpeg_encoder.wasm. Forward DCT and quantization of a block: ITU-T T.81 A.3.3 and A.3.4. The
// algorithm is that of Arai, Agui and Nakajima with eight columns of 16-bit integers at a time; its scale factors for
// columns are part of the quantization factors (z2 to z5 are libjpeg's names). State: one block, before and after
// quantization.

import { zipHigh, zipLow } from "./zip.as";

/** The quantized coefficients of the last block, in the order of {@linkcode toIndex}. */
export const COEFFICIENTS: usize = memory.data(64 * 2, 16);

/**
 * The fraction bits of samples. More would exceed 16 bits in the first pass, which multiplies a sample by up to 10.1.
 */
export const SAMPLE_BITS: i32 = 4;

/** The fraction bits of quantization factors. */
const FACTOR_BITS: i32 = 17;

/** Returns the index of the coefficient at a position (row times 8, plus column): by column. */
export function toIndex(position: usize): usize {
  return (position & 7) * 8 + (position >> 3);
}

/** Transforms and quantizes a block of samples whose rows are `rowBytes` apart. */
export function transformBlock(block: usize, rowBytes: usize, factors: usize): void {
  transform(block, rowBytes);
  transpose();
  transform(COEFFICIENTS, 16);
  for (let i: usize = 0; i < 128; i += 16) {
    const row = v128.load(COEFFICIENTS + i), factor = v128.load(factors + i);
    const low = round(i32x4.extmul_low_i16x8_s(row, factor)), high = round(i32x4.extmul_high_i16x8_s(row, factor));
    v128.store(COEFFICIENTS + i, i16x8.narrow_i32x4_s(low, high));
  }
}

@inline function round(product: v128): v128 {
  return i32x4.shr_s(i32x4.add(product, i32x4.splat(1 << (FACTOR_BITS - 1))), FACTOR_BITS);
}

/** Transforms the columns of rows a to h. */
@inline function transform(source: usize, rowBytes: usize): void {
  const a = v128.load(source), h = v128.load(source + 7 * rowBytes);
  const b = v128.load(source + rowBytes), g = v128.load(source + 6 * rowBytes);
  const c = v128.load(source + 2 * rowBytes), f = v128.load(source + 5 * rowBytes);
  const d = v128.load(source + 3 * rowBytes), e = v128.load(source + 4 * rowBytes);
  // Even coefficients result from the sums of opposite rows.
  const ah = i16x8.add(a, h), bg = i16x8.add(b, g), cf = i16x8.add(c, f), de = i16x8.add(d, e);
  const outer = i16x8.add(ah, de), inner = i16x8.add(bg, cf), outerDifference = i16x8.sub(ah, de);
  const rotated = scale(i16x8.add(i16x8.sub(bg, cf), outerDifference), 0.707106781);
  put(0, i16x8.add(outer, inner));
  put(4, i16x8.sub(outer, inner));
  put(2, i16x8.add(outerDifference, rotated));
  put(6, i16x8.sub(outerDifference, rotated));
  // Odd coefficients result from their differences.
  const last = i16x8.sub(a, h), third = i16x8.sub(b, g), second = i16x8.sub(c, f), first = i16x8.sub(d, e);
  const low = i16x8.add(first, second), high = i16x8.add(third, last);
  const z5 = scale(i16x8.sub(low, high), 0.382683433);
  const z2 = i16x8.add(scale(low, 0.541196100), z5);
  // The factor is 1.306562965.
  const z4 = i16x8.add(i16x8.add(high, scale(high, 0.306562965)), z5);
  const z3 = scale(i16x8.add(second, third), 0.707106781);
  const plus = i16x8.add(last, z3), minus = i16x8.sub(last, z3);
  put(1, i16x8.add(plus, z4));
  put(7, i16x8.sub(plus, z4));
  put(5, i16x8.add(minus, z2));
  put(3, i16x8.sub(minus, z2));
}

@inline function put(row: usize, values: v128): void {
  v128.store(COEFFICIENTS + row * 16, values);
}

@inline function scale(values: v128, factor: f64): v128 {
  return i16x8.q15mulr_sat_s(values, i16x8.splat(<i16>(factor * 32768 + 0.5)));
}

/** Exchanges rows a to h and columns. */
@inline function transpose(): void {
  const a = rowAt(0), b = rowAt(1), c = rowAt(2), d = rowAt(3), e = rowAt(4), f = rowAt(5), g = rowAt(6), h = rowAt(7);
  const ae1 = zipLow(a, e), ae2 = zipHigh(a, e), bf1 = zipLow(b, f), bf2 = zipHigh(b, f);
  const cg1 = zipLow(c, g), cg2 = zipHigh(c, g), dh1 = zipLow(d, h), dh2 = zipHigh(d, h);
  putPair(0, zipLow(ae1, cg1), zipLow(bf1, dh1));
  putPair(2, zipHigh(ae1, cg1), zipHigh(bf1, dh1));
  putPair(4, zipLow(ae2, cg2), zipLow(bf2, dh2));
  putPair(6, zipHigh(ae2, cg2), zipHigh(bf2, dh2));
}

@inline function rowAt(row: usize): v128 {
  return v128.load(COEFFICIENTS + row * 16);
}

@inline function putPair(row: usize, aceg: v128, bdfh: v128): void {
  // The scale factors of the first pass are removed, so that high frequencies keep more bits; then 3/16 of each value
  // is left, because the second pass multiplies by up to 10.1 again.
  const factors = i16x8(6144, 4430, 4702, 5225, 6144, 7820, 11353, 22269);
  put(row, i16x8.q15mulr_sat_s(zipLow(aceg, bdfh), factors));
  put(row + 1, i16x8.q15mulr_sat_s(zipHigh(aceg, bdfh), factors));
}
