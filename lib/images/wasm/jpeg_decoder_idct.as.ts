// AssemblyScript, part of jpeg_decoder.wasm: the inverse cosine transform of Loeffler, Ligtenberg and Moschytz in whole
// numbers, eight columns at a time, with the very roundings of libjpeg, so that pictures look as they do elsewhere.

/** Bits of fractions: in factors, and in what the first pass leaves to the second. */
const FACTOR_BITS: i32 = 13, PASS_BITS: i32 = 2;

const TURNED: usize = memory.data(64 * 2, 16);

/** Makes 8 × 8 samples of a block with so many coefficients, `stride` bytes from one row to the next. */
export function transformBlock(block: usize, count: i32, quantiser: usize, to: usize, stride: usize): void {
  if (count <= 1) return fillBlock(block, quantiser, to, stride);
  transform<i16>(block, quantiser, TURNED, 16);
  transform<u8>(TURNED, 0, to, stride);
}

/** With nothing but its mean a block is flat. */
function fillBlock(block: usize, quantiser: usize, to: usize, stride: usize): void {
  const mean = i16x8.splat(<i16>((<i32>load<i16>(block) * <i32>load<i16>(quantiser) + 4) >> 3));
  const samples = toSamples(mean, mean);
  for (let i = 0; i < 8; i++, to += stride) v128.store64_lane(to, samples, 0);
}

/** One pass. The first one (i16) goes over columns and leaves them turned, the second (u8) makes rows of samples. */
function transform<T>(from: usize, quantiser: usize, to: usize, stride: usize): void {
  const r0 = loadRow<T>(from, quantiser, 0), r1 = loadRow<T>(from, quantiser, 16);
  const r2 = loadRow<T>(from, quantiser, 32), r3 = loadRow<T>(from, quantiser, 48);
  const r4 = loadRow<T>(from, quantiser, 64), r5 = loadRow<T>(from, quantiser, 80);
  const r6 = loadRow<T>(from, quantiser, 96), r7 = loadRow<T>(from, quantiser, 112);
  // Even rows.
  const low26 = low(r2, r6), high26 = high(r2, r6);
  const sum04 = i16x8.add(r0, r4), less04 = i16x8.sub(r0, r4);
  const t0l = scaleLow<T>(sum04), t0h = scaleHigh<T>(sum04);
  const t1l = scaleLow<T>(less04), t1h = scaleHigh<T>(less04);
  const t3l = weigh(low26, 10703, 4433), t3h = weigh(high26, 10703, 4433);
  const t2l = weigh(low26, 4433, -10704), t2h = weigh(high26, 4433, -10704);
  const e0l = i32x4.add(t0l, t3l), e0h = i32x4.add(t0h, t3h), e3l = i32x4.sub(t0l, t3l), e3h = i32x4.sub(t0h, t3h);
  const e1l = i32x4.add(t1l, t2l), e1h = i32x4.add(t1h, t2h), e2l = i32x4.sub(t1l, t2l), e2h = i32x4.sub(t1h, t2h);
  // Odd rows.
  const sum73 = i16x8.add(r7, r3), sum51 = i16x8.add(r5, r1);
  const lowSums = low(sum73, sum51), highSums = high(sum73, sum51);
  const z3l = weigh(lowSums, -6436, 9633), z3h = weigh(highSums, -6436, 9633);
  const z4l = weigh(lowSums, 9633, 6437), z4h = weigh(highSums, 9633, 6437);
  const low71 = low(r7, r1), high71 = high(r7, r1), low53 = low(r5, r3), high53 = high(r5, r3);
  const o0l = i32x4.add(weigh(low71, -4927, -7373), z3l), o0h = i32x4.add(weigh(high71, -4927, -7373), z3h);
  const o3l = i32x4.add(weigh(low71, -7373, 4926), z4l), o3h = i32x4.add(weigh(high71, -7373, 4926), z4h);
  const o1l = i32x4.add(weigh(low53, -4176, -20995), z4l), o1h = i32x4.add(weigh(high53, -4176, -20995), z4h);
  const o2l = i32x4.add(weigh(low53, -20995, 4177), z3l), o2h = i32x4.add(weigh(high53, -20995, 4177), z3h);
  const c0 = sum<T>(e0l, e0h, o3l, o3h), c7 = less<T>(e0l, e0h, o3l, o3h);
  const c1 = sum<T>(e1l, e1h, o2l, o2h), c6 = less<T>(e1l, e1h, o2l, o2h);
  const c2 = sum<T>(e2l, e2h, o1l, o1h), c5 = less<T>(e2l, e2h, o1l, o1h);
  const c3 = sum<T>(e3l, e3h, o0l, o0h), c4 = less<T>(e3l, e3h, o0l, o0h);
  // Turned: pairs, then fours, then eights.
  const p0 = low(c0, c1), p1 = low(c2, c3), p2 = low(c4, c5), p3 = low(c6, c7);
  const p4 = high(c0, c1), p5 = high(c2, c3), p6 = high(c4, c5), p7 = high(c6, c7);
  storeTwo<T>(to, stride, lowPairs(p0, p1), lowPairs(p2, p3));
  storeTwo<T>(to + 2 * stride, stride, highPairs(p0, p1), highPairs(p2, p3));
  storeTwo<T>(to + 4 * stride, stride, lowPairs(p4, p5), lowPairs(p6, p7));
  storeTwo<T>(to + 6 * stride, stride, highPairs(p4, p5), highPairs(p6, p7));
}

@inline
function loadRow<T>(from: usize, quantiser: usize, offset: usize): v128 {
  const row = v128.load(from + offset);
  return sizeof<T>() == 1 ? row : i16x8.mul(row, v128.load(quantiser + offset));
}

/** Adds rows and rounds away the fraction: all of it after the second pass, with the factor 8 of the transform. */
@inline
function sum<T>(evenLow: v128, evenHigh: v128, oddLow: v128, oddHigh: v128): v128 {
  return round<T>(i32x4.add(evenLow, oddLow), i32x4.add(evenHigh, oddHigh));
}

@inline
function less<T>(evenLow: v128, evenHigh: v128, oddLow: v128, oddHigh: v128): v128 {
  return round<T>(i32x4.sub(evenLow, oddLow), i32x4.sub(evenHigh, oddHigh));
}

@inline
function round<T>(low: v128, high: v128): v128 {
  const shift = toShift<T>();
  return i16x8.narrow_i32x4_s(i32x4.shr_s(low, shift), i32x4.shr_s(high, shift));
}

@inline
function toShift<T>(): i32 {
  return sizeof<T>() == 1 ? FACTOR_BITS + PASS_BITS + 3 : FACTOR_BITS - PASS_BITS;
}

/** Widens the first four lanes, scaled as factors are, with the half that rounding adds: every result has it once. */
@inline
function scaleLow<T>(values: v128): v128 {
  const half = i32x4.splat(1 << (toShift<T>() - 1));
  return i32x4.add(i32x4.shl(i32x4.extend_low_i16x8_s(values), FACTOR_BITS), half);
}

@inline
function scaleHigh<T>(values: v128): v128 {
  const half = i32x4.splat(1 << (toShift<T>() - 1));
  return i32x4.add(i32x4.shl(i32x4.extend_high_i16x8_s(values), FACTOR_BITS), half);
}

/** Multiplies and adds neighbours. */
@inline
function weigh(pairs: v128, first: i32, second: i32): v128 {
  return i32x4.dot_i16x8_s(pairs, i32x4.splat((second << 16) | (first & 0xffff)));
}

@inline
function low(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

@inline
function high(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

@inline
function lowPairs(a: v128, b: v128): v128 {
  return i32x4.shuffle(a, b, 0, 4, 1, 5);
}

@inline
function highPairs(a: v128, b: v128): v128 {
  return i32x4.shuffle(a, b, 2, 6, 3, 7);
}

/** Stores two turned rows, each in halves so far. */
@inline
function storeTwo<T>(to: usize, stride: usize, left: v128, right: v128): void {
  const first = i64x2.shuffle(left, right, 0, 2), second = i64x2.shuffle(left, right, 1, 3);
  if (sizeof<T>() == 1) {
    const samples = toSamples(first, second);
    v128.store64_lane(to, samples, 0);
    v128.store64_lane(to + stride, samples, 1);
  } else {
    v128.store(to, first);
    v128.store(to + stride, second);
  }
}

/** Samples count from 128 in the transform. */
@inline
function toSamples(first: v128, second: v128): v128 {
  return v128.xor(i8x16.narrow_i16x8_s(first, second), i8x16.splat(-128));
}
