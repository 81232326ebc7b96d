// AssemblyScript, part of jpeg_encoder.wasm. Forward DCT and quantization of a block: ITU-T T.81 A.3.3 and A.3.4. The
// algorithm is that of Arai, Agui and Nakajima with eight columns of 16-bit integers at a time; its scale factors are
// part of the quantization factors (z2 to z5 are libjpeg's names). State: one block, before and after quantization.

/** The quantized coefficients of the last block, in the order of {@linkcode toIndex}. */
export const COEFFICIENTS: usize = memory.data(64 * 2, 16);

/** The fraction bits of samples. More would exceed 16 bits in the first pass, which multiplies a sample by up to 10.1. */
export const SAMPLE_BITS: i32 = 4;
/** Fraction bits that the second pass must drop: it multiplies by as much again. One is left. */
const DROPPED_BITS: i32 = 3, HALF: i16 = 4;

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
    const quantized = i16x8.q15mulr_sat_s(v128.load(COEFFICIENTS + i), v128.load(factors + i));
    v128.store(COEFFICIENTS + i, quantized);
  }
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

/** Exchanges rows a to h and columns by interleaving, three times, rows that are four apart, and drops fraction bits. */
@inline function transpose(): void {
  const a = rowAt(0), b = rowAt(1), c = rowAt(2), d = rowAt(3), e = rowAt(4), f = rowAt(5), g = rowAt(6), h = rowAt(7);
  const ae1 = low(a, e), ae2 = high(a, e), bf1 = low(b, f), bf2 = high(b, f);
  const cg1 = low(c, g), cg2 = high(c, g), dh1 = low(d, h), dh2 = high(d, h);
  putPair(0, low(ae1, cg1), low(bf1, dh1));
  putPair(2, high(ae1, cg1), high(bf1, dh1));
  putPair(4, low(ae2, cg2), low(bf2, dh2));
  putPair(6, high(ae2, cg2), high(bf2, dh2));
}

@inline function rowAt(row: usize): v128 {
  return v128.load(COEFFICIENTS + row * 16);
}

@inline function putPair(row: usize, aceg: v128, bdfh: v128): void {
  put(row, dropBits(low(aceg, bdfh)));
  put(row + 1, dropBits(high(aceg, bdfh)));
}

@inline function dropBits(values: v128): v128 {
  return i16x8.shr_s(i16x8.add(values, i16x8.splat(HALF)), DROPPED_BITS);
}

@inline function low(first: v128, second: v128): v128 {
  return i16x8.shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11);
}

@inline function high(first: v128, second: v128): v128 {
  return i16x8.shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
}
