// AssemblyScript, part of jpeg_encoder.wasm. Forward DCT and quantization of a block: ITU-T T.81 A.3.3 and A.3.4. The
// algorithm is that of Arai, Agui and Nakajima in 32-bit floats, four columns at a time; its scale factors are part of
// the quantization factors (z2 to z5 are libjpeg's names). State: one transposed block, the quantized coefficients.

/** The quantized coefficients of the last block, in the order of {@linkcode toIndex}. */
export const COEFFICIENTS: usize = memory.data(64 * 2, 16);

/** The address of the block between the two passes: 8 rows of 8 floats, so a row has 32 bytes. */
const TRANSPOSED: usize = memory.data(64 * 4, 16);

/** Adding 1.5 × 2²³ to a 32-bit float rounds it to an integer, which is then in the lowest bits of its mantissa. */
const ROUNDER: f32 = 12582912;

/** Returns the index of the coefficient at a position (row times 8, plus column): by column, four rows at a time. */
export function toIndex(position: usize): usize {
  return (position >> 5) * 32 + (position & 7) * 4 + ((position >> 3) & 3);
}

/** Transforms and quantizes a block of 16-bit samples whose rows are `rowBytes` apart. */
export function transformBlock(block: usize, rowBytes: usize, factors: usize): void {
  transform<i16>(block, rowBytes, TRANSPOSED, 0);
  transform<i16>(block + 8, rowBytes, TRANSPOSED + 128, 0);
  transform<f32>(TRANSPOSED, 32, COEFFICIENTS, factors);
  transform<f32>(TRANSPOSED + 16, 32, COEFFICIENTS + 64, factors + 128);
}

/** One pass over four columns of rows a to h: the first (i16) transposes, the second (f32) quantizes. */
function transform<T>(source: usize, rowBytes: usize, target: usize, factors: usize): void {
  const a = loadFour<T>(source), h = loadFour<T>(source + 7 * rowBytes);
  const b = loadFour<T>(source + rowBytes), g = loadFour<T>(source + 6 * rowBytes);
  const c = loadFour<T>(source + 2 * rowBytes), f = loadFour<T>(source + 5 * rowBytes);
  const d = loadFour<T>(source + 3 * rowBytes), e = loadFour<T>(source + 4 * rowBytes);
  // Even coefficients result from the sums of opposite rows.
  const ah = f32x4.add(a, h), bg = f32x4.add(b, g), cf = f32x4.add(c, f), de = f32x4.add(d, e);
  const outer = f32x4.add(ah, de), inner = f32x4.add(bg, cf), outerDifference = f32x4.sub(ah, de);
  const rotated = scale(f32x4.add(f32x4.sub(bg, cf), outerDifference), 0.707106781);
  const o0 = f32x4.add(outer, inner), o4 = f32x4.sub(outer, inner);
  const o2 = f32x4.add(outerDifference, rotated), o6 = f32x4.sub(outerDifference, rotated);
  // Odd coefficients result from their differences.
  const last = f32x4.sub(a, h), third = f32x4.sub(b, g), second = f32x4.sub(c, f), first = f32x4.sub(d, e);
  const low = f32x4.add(first, second), high = f32x4.add(third, last);
  const z5 = scale(f32x4.sub(low, high), 0.382683433);
  const z2 = f32x4.add(scale(low, 0.541196100), z5), z4 = f32x4.add(scale(high, 1.306562965), z5);
  const z3 = scale(f32x4.add(second, third), 0.707106781);
  const plus = f32x4.add(last, z3), minus = f32x4.sub(last, z3);
  const o1 = f32x4.add(plus, z4), o7 = f32x4.sub(plus, z4);
  const o5 = f32x4.add(minus, z2), o3 = f32x4.sub(minus, z2);
  if (isFloat<T>()) {
    quantize(target, o0, o1, factors);
    quantize(target + 16, o2, o3, factors + 32);
    quantize(target + 32, o4, o5, factors + 64);
    quantize(target + 48, o6, o7, factors + 96);
  } else {
    storeTransposed(target, o0, o1, o2, o3);
    storeTransposed(target + 16, o4, o5, o6, o7);
  }
}

@inline function loadFour<T>(address: usize): v128 {
  if (isFloat<T>()) return v128.load(address);
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v128.load64_zero(address)));
}

@inline function scale(values: v128, factor: f32): v128 {
  return f32x4.mul(values, f32x4.splat(factor));
}

@inline function quantize(target: usize, first: v128, second: v128, factors: usize): void {
  const rounder = f32x4.splat(ROUNDER), base = i32x4.splat(reinterpret<i32>(ROUNDER));
  const a = f32x4.add(f32x4.mul(first, v128.load(factors)), rounder);
  const b = f32x4.add(f32x4.mul(second, v128.load(factors, 16)), rounder);
  v128.store(target, i16x8.narrow_i32x4_s(i32x4.sub(a, base), i32x4.sub(b, base)));
}

/** Stores four columns as four rows that are 32 bytes apart. */
@inline function storeTransposed(target: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = i32x4.shuffle(a, b, 0, 4, 1, 5), cd = i32x4.shuffle(c, d, 0, 4, 1, 5);
  const ab2 = i32x4.shuffle(a, b, 2, 6, 3, 7), cd2 = i32x4.shuffle(c, d, 2, 6, 3, 7);
  v128.store(target, i64x2.shuffle(ab, cd, 0, 2));
  v128.store(target, i64x2.shuffle(ab, cd, 1, 3), 32);
  v128.store(target, i64x2.shuffle(ab2, cd2, 0, 2), 64);
  v128.store(target, i64x2.shuffle(ab2, cd2, 1, 3), 96);
}
