// AssemblyScript, compiled to blur.wasm by build.ts. One round of a box blur at a cost that does not depend on the
// radius: a sum for each column slides down the picture, a sum over columns slides along each row. Edges are repeated
// outwards. The result replaces the picture row by row, so a ring keeps the rows that are still to be subtracted: half
// the memory of a second picture.
//
// T is u8 for opaque pictures. Pictures with transparency are premultiplied into u16 with 14 bits: 8 would shift the
// colour of what is nearly transparent, and with more a sum over 513 × 513 samples would not fit into 32 bits.

const SAMPLES: usize = 4;

let picture: usize = 0;
let row: usize = 0;
let columns: usize = 0;
let ring: usize = 0;

/** Makes room for a picture and returns its address; the row for exchanging pixels follows at {@linkcode rowAddress}. */
export function reserve(width: i32, height: i32, radius: i32, sampleBytes: i32): usize {
  const stride = <usize>width * SAMPLES * <usize>sampleBytes;
  row = (__heap_base + 15) & ~15;
  columns = row + <usize>width * 16;
  ring = columns + <usize>width * 16;
  picture = ring + stride * <usize>min(radius + 1, height);
  const pages = <i32>((picture + stride * <usize>height + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
  return picture;
}

/** The address of the row where pixels come in and go out. */
export function rowAddress(): usize {
  return row;
}

/** Blurs an opaque picture once. */
export function blurOpaque(width: i32, height: i32, radius: i32): void {
  box<u8>(width, height, radius);
}

/** Blurs a premultiplied picture once. */
export function blurPremultiplied(width: i32, height: i32, radius: i32): void {
  box<u16>(width, height, radius);
}

/** Moves the row into line y of the picture, colours weighted by alpha: 14 bits a sample. */
export function premultiplyRow(y: i32, width: i32): void {
  const target = picture + <usize>y * <usize>width * 8;
  for (let x: usize = 0; x < <usize>width; x++) {
    const pixel = i16x8.extend_low_i8x16_u(v128.load32_zero(row + x * 4));
    const alpha = i8x16.shuffle(pixel, pixel, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7);
    const weighted = i16x8.shr_u(i16x8.add(i16x8.mul(pixel, alpha), i16x8.splat(2)), 2);
    const sample = i16x8.replace_lane(weighted, 3, i16x8.extract_lane_u(pixel, 3) << 6);
    v128.store64_lane(target + x * 8, sample, 0);
  }
}

/** Moves line y of the picture into the row, as plain colours again. */
export function unpremultiplyRow(y: i32, width: i32): void {
  const source = picture + <usize>y * <usize>width * 8;
  for (let x: usize = 0; x < <usize>width; x++) {
    const sample = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(v128.load64_zero(source + x * 8)));
    const alpha = f32x4.extract_lane(sample, 3);
    const scale = alpha > 0 ? <f32>256 / alpha : <f32>0;
    const scales = f32x4.replace_lane(f32x4.splat(scale), 3, <f32>1 / 64);
    const pixel = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.mul(sample, scales), f32x4.splat(0.5)));
    const narrow = i16x8.narrow_i32x4_u(pixel, pixel);
    v128.store32_lane(row + x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  }
}

function box<T>(width: i32, height: i32, radius: i32): void {
  const stride = <usize>width * SAMPLES * sizeof<T>();
  const lastRow = height - 1;
  const slots = radius + 1;
  const area = <u32>((2 * radius + 1) * (2 * radius + 1));
  startColumns<T>(stride, width, lastRow, radius);
  for (let y = 0; y < height; y++) {
    const line = picture + <usize>y * stride;
    memory.copy(ring + <usize>(y % slots) * stride, line, stride);
    writeRow<T>(line, width, radius, area);
    const leaving = ring + <usize>(max(y - radius, 0) % slots) * stride;
    slideColumns<T>(picture + <usize>min(y + slots, lastRow) * stride, leaving, width);
  }
}

/** Sums the rows from -radius to radius; those above the picture repeat its first row, those below its last. */
function startColumns<T>(stride: usize, width: i32, lastRow: i32, radius: i32): void {
  memory.fill(columns, 0, <usize>width * 16);
  addRow<T>(picture, width, radius + 1);
  const inside = min(radius, lastRow);
  for (let y = 1; y <= inside; y++) addRow<T>(picture + <usize>y * stride, width, 1);
  if (inside < radius) addRow<T>(picture + <usize>lastRow * stride, width, radius - inside);
}

function addRow<T>(line: usize, width: i32, times: i32): void {
  const factor = i32x4.splat(times);
  for (let x: usize = 0; x < <usize>width; x++) {
    const column = columns + x * 16;
    v128.store(column, i32x4.add(v128.load(column), i32x4.mul(loadPixel<T>(line, x), factor)));
  }
}

function slideColumns<T>(entering: usize, leaving: usize, width: i32): void {
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

/** Four columns at once: half the time of one by one. */
@inline
function slideFour(entering: usize, leaving: usize, column: usize): void {
  const come = v128.load(entering), go = v128.load(leaving);
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(come), i16x8.extend_low_i8x16_u(go));
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(come), i16x8.extend_high_i8x16_u(go));
  v128.store(column, i32x4.add(v128.load(column), i32x4.extend_low_i16x8_s(low)));
  v128.store(column, i32x4.add(v128.load(column, 16), i32x4.extend_high_i16x8_s(low)), 16);
  v128.store(column, i32x4.add(v128.load(column, 32), i32x4.extend_low_i16x8_s(high)), 32);
  v128.store(column, i32x4.add(v128.load(column, 48), i32x4.extend_high_i16x8_s(high)), 48);
}

function writeRow<T>(line: usize, width: i32, radius: i32, area: u32): void {
  // sum / area as (sum * factor) >> (32 + shift): exact for every sum of bytes, as the factor keeps 32 significant bits.
  const shift = 31 - clz(area);
  const factor = i32x4.splat(<i32>((((<u64>1) << (32 + shift)) + area - 1) / area));
  const half = i32x4.splat(sizeof<T>() == 1 ? <i32>(area >> 1) : 0);
  const last = width - 1;
  let sum = i32x4.add(startSum(last, radius), half);
  for (let x = 0; x < width; x++) {
    if (sizeof<T>() == 1) {
      // Away from the edges four pixels at once: half the time of one by one.
      for (; x >= radius && x + radius + 4 <= last; x += 4) {
        const enter = columns + <usize>(x + radius + 1) * 16, leave = columns + <usize>(x - radius) * 16;
        const sum1 = i32x4.add(sum, i32x4.sub(v128.load(enter), v128.load(leave)));
        const sum2 = i32x4.add(sum1, i32x4.sub(v128.load(enter, 16), v128.load(leave, 16)));
        const sum3 = i32x4.add(sum2, i32x4.sub(v128.load(enter, 32), v128.load(leave, 32)));
        const first = i16x8.narrow_i32x4_u(divide(sum, factor, shift), divide(sum1, factor, shift));
        const second = i16x8.narrow_i32x4_u(divide(sum2, factor, shift), divide(sum3, factor, shift));
        v128.store(line + <usize>x * 4, i8x16.narrow_i16x8_u(first, second));
        sum = i32x4.add(sum3, i32x4.sub(v128.load(enter, 48), v128.load(leave, 48)));
      }
    }
    storePixel<T>(line, x, divide(sum, factor, shift));
    const entering = v128.load(columns + <usize>min(x + radius + 1, last) * 16);
    sum = i32x4.add(sum, i32x4.sub(entering, v128.load(columns + <usize>max(x - radius, 0) * 16)));
  }
}

@inline
function divide(sum: v128, factor: v128, shift: i32): v128 {
  const low = i64x2.extmul_low_i32x4_u(sum, factor), high = i64x2.extmul_high_i32x4_u(sum, factor);
  return i32x4.shr_u(i32x4.shuffle(low, high, 1, 3, 5, 7), shift);
}

function startSum(last: i32, radius: i32): v128 {
  let sum = i32x4.mul(v128.load(columns), i32x4.splat(radius + 1));
  const inside = min(radius, last);
  for (let x = 1; x <= inside; x++) sum = i32x4.add(sum, v128.load(columns + <usize>x * 16));
  return i32x4.add(sum, i32x4.mul(v128.load(columns + <usize>last * 16), i32x4.splat(radius - inside)));
}

@inline
function loadPixel<T>(line: usize, x: usize): v128 {
  if (sizeof<T>() == 1) return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(line + x * 4)));
  return i32x4.extend_low_i16x8_u(v128.load64_zero(line + x * 8));
}

@inline
function storePixel<T>(line: usize, x: usize, pixel: v128): void {
  const narrow = i16x8.narrow_i32x4_u(pixel, pixel);
  if (sizeof<T>() == 1) v128.store32_lane(line + x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  else v128.store64_lane(line + x * 8, narrow, 0);
}
