// AssemblyScript, part of jpeg_decoder.wasm: makes rows of pixels of the samples of components, with the very roundings
// of libjpeg.

/** Stretches a row of samples to twice its width: each is three parts of the nearest and one of the next. */
export function stretch(from: usize, to: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const here = triple(v128.load8x8_u(from + x));
    const before = i16x8.add(v128.load8x8_u(from + x - 1), i16x8.splat(1));
    const after = i16x8.add(v128.load8x8_u(from + x + 1), i16x8.splat(2));
    storePairs(to + 2 * x, i16x8.shr_u(i16x8.add(here, before), 2), i16x8.shr_u(i16x8.add(here, after), 2));
  }
}

/** Stretches two rows to one of twice their width that lies nearer to the first. */
export function stretchTwo(near: usize, far: usize, to: usize, width: i32): void {
  let here = mix(near, far, 0);
  let last = i16x8.splat(i16x8.extract_lane_u(mix(near - 1, far - 1, 0), 0));
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const following = mix(near, far, x + 8);
    const before = i8x16.shuffle(last, here, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    const after = i8x16.shuffle(here, following, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    const three = triple(here);
    const left = i16x8.shr_u(i16x8.add(i16x8.add(three, before), i16x8.splat(8)), 4);
    const right = i16x8.shr_u(i16x8.add(i16x8.add(three, after), i16x8.splat(7)), 4);
    storePairs(to + 2 * x, left, right);
    last = here;
    here = following;
  }
}

/** Mixes two rows to one that lies nearer to the first: the upper or the lower one of two. */
export function mixTwo(near: usize, far: usize, to: usize, width: i32, isUpper: bool): void {
  const half = i16x8.splat(isUpper ? 1 : 2);
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const mixed = i16x8.shr_u(i16x8.add(mix(near, far, x), half), 2);
    v128.store64_lane(to + x, i8x16.narrow_i16x8_u(mixed, mixed), 0);
  }
}

/** Repeats each sample of a row. */
export function repeat(from: usize, to: usize, width: i32, times: i32): void {
  for (let x: usize = 0; x < <usize>width; x++, to += times) memory.fill(to, load<u8>(from + x), times);
}

/** Makes pixels of light and of differences from it. Writes up to 7 pixels too many. */
export function colour(light: usize, blue: usize, red: usize, to: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const y = v128.load8x8_u(light + x);
    const cb = i16x8.sub(v128.load8x8_u(blue + x), i16x8.splat(128));
    const cr = i16x8.sub(v128.load8x8_u(red + x), i16x8.splat(128));
    // 1.402, 1.772, 0.34414 and 0.71414: what exceeds their whole numbers, in 15 or 16 bits.
    const r = i16x8.add(i16x8.add(y, cr), i16x8.q15mulr_sat_s(cr, i16x8.splat(13173)));
    const b = i16x8.add(i16x8.add(y, cb), i16x8.q15mulr_sat_s(cb, i16x8.splat(25297)));
    const low = i16x8.shuffle(cb, cr, 0, 8, 1, 9, 2, 10, 3, 11);
    const high = i16x8.shuffle(cb, cr, 4, 12, 5, 13, 6, 14, 7, 15);
    const g = i16x8.add(i16x8.sub(y, cr), i16x8.narrow_i32x4_s(toGreen(low), toGreen(high)));
    storePixels(to + 4 * x, i8x16.narrow_i16x8_u(r, b), i8x16.narrow_i16x8_u(g, i16x8.splat(255)));
  }
}

/** Makes pixels of three samples each. Writes up to 7 pixels too many. */
export function join(red: usize, green: usize, blue: usize, to: usize, width: i32): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const redBlue = i64x2.shuffle(v128.load64_zero(red + x), v128.load64_zero(blue + x), 0, 2);
    const greenAlpha = i64x2.shuffle(v128.load64_zero(green + x), i8x16.splat(-1), 0, 2);
    storePixels(to + 4 * x, redBlue, greenAlpha);
  }
}

@inline
function triple(values: v128): v128 {
  return i16x8.add(i16x8.add(values, values), values);
}

@inline
function mix(near: usize, far: usize, x: usize): v128 {
  return i16x8.add(triple(v128.load8x8_u(near + x)), v128.load8x8_u(far + x));
}

@inline
function storePairs(to: usize, left: v128, right: v128): void {
  v128.store(to, v128.or(left, i16x8.shl(right, 8)));
}

@inline
function toGreen(pairs: v128): v128 {
  const weighed = i32x4.dot_i16x8_s(pairs, i32x4.splat((18734 << 16) | (-22554 & 0xffff)));
  return i32x4.shr_s(i32x4.add(weighed, i32x4.splat(1 << 15)), 16);
}

/** Stores eight pixels: red then blue, green then alpha. */
@inline
function storePixels(to: usize, redBlue: v128, greenAlpha: v128): void {
  const redGreen = i8x16.shuffle(redBlue, greenAlpha, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const blueAlpha = i8x16.shuffle(redBlue, greenAlpha, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  v128.store(to, i16x8.shuffle(redGreen, blueAlpha, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(to, i16x8.shuffle(redGreen, blueAlpha, 4, 12, 5, 13, 6, 14, 7, 15), 16);
}
