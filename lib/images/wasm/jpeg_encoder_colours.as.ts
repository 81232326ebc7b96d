// AssemblyScript, part of jpeg_encoder.wasm: turns pixels into light and differences from it, around 0. Factors are
// 32768ths.

/** Turns pixels into luma, eight at a time. */
export function toLuma(pixels: usize, luma: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 8) {
    const first = v128.load(pixels + i * 4), second = v128.load(pixels + i * 4, 16);
    const a = weigh(toRedBlue(first), toGreen(first), 9798, 19235, 3735);
    const b = weigh(toRedBlue(second), toGreen(second), 9798, 19235, 3735);
    v128.store(luma + i * 2, round(a, b, 15, -128));
  }
}

/** Turns pixels into chroma, eight at a time. */
export function toChroma(pixels: usize, blue: usize, red: usize, count: usize): void {
  for (let i: usize = 0; i < count; i += 8) {
    const first = v128.load(pixels + i * 4), second = v128.load(pixels + i * 4, 16);
    const redBlue = toRedBlue(first), green = toGreen(first);
    storeChroma(blue + i * 2, red + i * 2, redBlue, green, toRedBlue(second), toGreen(second), 15);
  }
}

/** Turns two rows of pixels into one of chroma at half the width: of the sums of four pixels each. */
export function toHalfChroma(pixels: usize, width: usize, blue: usize, red: usize): void {
  const rowBytes = width * 4;
  for (let i: usize = 0; i < width / 2; i += 8) {
    const first = pixels + i * 8, second = first + 32;
    const redBlue = sumRedBlue(first, rowBytes), green = sumGreen(first, rowBytes);
    const redBlue2 = sumRedBlue(second, rowBytes), green2 = sumGreen(second, rowBytes);
    storeChroma(blue + i * 2, red + i * 2, redBlue, green, redBlue2, green2, 17);
  }
}

@inline
function storeChroma(blue: usize, red: usize, rb1: v128, g1: v128, rb2: v128, g2: v128, shift: i32): void {
  const b1 = weigh(rb1, g1, -5529, -10855, 16384), b2 = weigh(rb2, g2, -5529, -10855, 16384);
  const r1 = weigh(rb1, g1, 16384, -13720, -2664), r2 = weigh(rb2, g2, 16384, -13720, -2664);
  v128.store(blue, round(b1, b2, shift, 0));
  v128.store(red, round(r1, r2, shift, 0));
}

/** Red and blue of four pixels, 16 bits each. */
@inline
function toRedBlue(pixels: v128): v128 {
  return v128.and(pixels, i32x4.splat(0x00ff00ff));
}

/** Green and alpha of four pixels, 16 bits each. */
@inline
function toGreen(pixels: v128): v128 {
  return i16x8.shr_u(pixels, 8);
}

/** Red and blue of eight pixels and those below them, each four summed. */
@inline
function sumRedBlue(at: usize, rowBytes: usize): v128 {
  const below = at + rowBytes;
  const left = i16x8.add(toRedBlue(v128.load(at)), toRedBlue(v128.load(below)));
  return sumPairs(left, i16x8.add(toRedBlue(v128.load(at, 16)), toRedBlue(v128.load(below, 16))));
}

@inline
function sumGreen(at: usize, rowBytes: usize): v128 {
  const below = at + rowBytes;
  const left = i16x8.add(toGreen(v128.load(at)), toGreen(v128.load(below)));
  return sumPairs(left, i16x8.add(toGreen(v128.load(at, 16)), toGreen(v128.load(below, 16))));
}

@inline
function sumPairs(left: v128, right: v128): v128 {
  return i16x8.add(i32x4.shuffle(left, right, 0, 2, 4, 6), i32x4.shuffle(left, right, 1, 3, 5, 7));
}

@inline
function weigh(redBlue: v128, greenAlpha: v128, red: i32, green: i32, blue: i32): v128 {
  const first = i32x4.dot_i16x8_s(redBlue, i32x4.splat((blue << 16) | (red & 0xffff)));
  return i32x4.add(first, i32x4.dot_i16x8_s(greenAlpha, i32x4.splat(green & 0xffff)));
}

/** Rounds away the fraction, and adds to what is left. */
@inline
function round(first: v128, second: v128, shift: i32, start: i32): v128 {
  const half = i32x4.splat((start << shift) + (1 << (shift - 1)));
  const a = i32x4.shr_s(i32x4.add(first, half), shift), b = i32x4.shr_s(i32x4.add(second, half), shift);
  return i16x8.narrow_i32x4_s(a, b);
}
