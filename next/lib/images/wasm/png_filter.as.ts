// AssemblyScript, part of png.wasm. Scanline filtering: PNG specification, clause 9 (filter types, filtering and
// reconstruction) and clause 12 (filter selection by the smallest sum of absolute differences). State: none. Vectors
// have 16 bytes, so up to 16 bytes before and after a scanline are accessed.

/** The filter types that predict a byte from its neighbours. */
class Sub {}
class Up {}
class Average {}
class Paeth {}

const NONE: u32 = 0, SUB: u32 = 1, UP: u32 = 2, AVERAGE: u32 = 3, PAETH: u32 = 4;

/**
 * Reconstructs a scanline of `bytes` bytes; its filter type is the first byte of the source, and `step` the bytes of a
 * pixel. Returns whether the filter type is valid. The bytes of a pixel are lanes of a vector, because scalar code
 * spends most of its time on mispredicted branches of the Paeth predictor.
 */
export function unfilterScanline(target: usize, source: usize, above: usize, bytes: usize, step: usize): bool {
  const filter: u32 = load<u8>(source++);
  if (filter == NONE) memory.copy(target, source, bytes);
  else if (filter == SUB) unfilter<Sub>(target, source, above, bytes, step);
  else if (filter == UP) {
    for (let i: usize = 0; i < bytes; i += 16) {
      v128.store(target + i, i8x16.add(v128.load(source + i), v128.load(above + i)));
    }
  } else if (filter == AVERAGE) unfilter<Average>(target, source, above, bytes, step);
  else if (filter == PAETH) unfilter<Paeth>(target, source, above, bytes, step);
  return filter <= PAETH;
}

/** Filters a scanline with the best filter type, which is written first. Writes up to 15 bytes beyond. */
export function filterScanline(target: usize, row: usize, above: usize, bytes: usize, step: usize): void {
  const filter = chooseFilter(row, above, bytes, step);
  store<u8>(target++, <u8>filter);
  if (filter == SUB) filterBytes<Sub>(target, row, above, bytes, step);
  else if (filter == UP) filterBytes<Up>(target, row, above, bytes, step);
  else if (filter == AVERAGE) filterBytes<Average>(target, row, above, bytes, step);
  else filterBytes<Paeth>(target, row, above, bytes, step);
}

/** Reconstructs pixel by pixel. A pixel is read and written as eight bytes; the next one overwrites those too many. */
function unfilter<T>(target: usize, source: usize, above: usize, bytes: usize, step: usize): void {
  let left = i8x16.splat(0), upperLeft = i8x16.splat(0);
  for (let i: usize = 0; i < bytes; i += step) {
    const up = v128.load64_zero(above + i);
    left = i8x16.add(v128.load64_zero(source + i), predict<T>(left, up, upperLeft));
    upperLeft = up;
    v128.store64_lane(target + i, left, 0);
  }
}

function filterBytes<T>(target: usize, row: usize, above: usize, bytes: usize, step: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, subtract<T>(row + i, above + i, step));
}

function chooseFilter(row: usize, above: usize, bytes: usize, step: usize): u32 {
  let subs: u32 = 0, ups: u32 = 0, averages: u32 = 0, paeths: u32 = 0;
  for (let i: usize = 0; i < bytes;) {
    let sub = i16x8.splat(0), up = i16x8.splat(0), average = i16x8.splat(0), paeth = i16x8.splat(0);
    // 128 sums of two absolute differences, at most 256 each, fit into 16 bits.
    for (const end = min(i + 128 * 16, bytes); i < end; i += 16) {
      sub = i16x8.add(sub, sumPairs(subtract<Sub>(row + i, above + i, step)));
      up = i16x8.add(up, sumPairs(subtract<Up>(row + i, above + i, step)));
      average = i16x8.add(average, sumPairs(subtract<Average>(row + i, above + i, step)));
      paeth = i16x8.add(paeth, sumPairs(subtract<Paeth>(row + i, above + i, step)));
    }
    subs += total(sub);
    ups += total(up);
    averages += total(average);
    paeths += total(paeth);
  }
  const least = min(min(subs, ups), min(averages, paeths));
  if (least == ups) return UP;
  if (least == subs) return SUB;
  return least == paeths ? PAETH : AVERAGE;
}

@inline function subtract<T>(row: usize, above: usize, step: usize): v128 {
  return i8x16.sub(v128.load(row), predict<T>(v128.load(row - step), v128.load(above), v128.load(above - step)));
}

/** Sums the absolute values of pairs of differences. */
@inline function sumPairs(differences: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.abs(differences));
}

function total(sums: v128): u32 {
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3);
}

/** Predicts bytes from a, b and c of the specification: those to the left, above, and above to the left. */
@inline function predict<T>(left: v128, up: v128, upperLeft: v128): v128 {
  if (idof<T>() == idof<Sub>()) return left;
  if (idof<T>() == idof<Up>()) return up;
  if (idof<T>() == idof<Paeth>()) return predictPaeth(left, up, upperLeft);
  // The instruction rounds up, the filter type down.
  return i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), i8x16.splat(1)));
}

/** Returns the neighbour closest to a + b - c. |a - b| is a - b or b - a: the other one saturates to 0. */
@inline function predictPaeth(left: v128, up: v128, upperLeft: v128): v128 {
  const upMore = i8x16.sub_sat_u(up, upperLeft), upLess = i8x16.sub_sat_u(upperLeft, up);
  const leftMore = i8x16.sub_sat_u(left, upperLeft), leftLess = i8x16.sub_sat_u(upperLeft, left);
  const more = i8x16.add_sat_u(upMore, leftMore), less = i8x16.add_sat_u(upLess, leftLess);
  const toLeft = v128.or(upMore, upLess), toUp = v128.or(leftMore, leftLess);
  const toUpperLeft = v128.or(i8x16.sub_sat_u(more, less), i8x16.sub_sat_u(less, more));
  const other = i8x16.min_u(toUp, toUpperLeft);
  const rest = v128.bitselect(up, upperLeft, i8x16.eq(other, toUp));
  return v128.bitselect(left, rest, i8x16.eq(i8x16.min_u(toLeft, other), toLeft));
}
