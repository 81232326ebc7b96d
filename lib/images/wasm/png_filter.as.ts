// The filters of a PNG's rows: each byte less what its neighbours foretell. All four are tried, 16 bytes at a time, and
// the one with the smallest sum of absolute values is taken. Before and after a row lie 16 zeros.

import { Average, AVERAGE, Paeth, PAETH, predict, Sub, SUB, Up, UP } from "./png_predict.as";

/** Copies a row of pixels without their alpha; tells whether that shows. Reads and writes up to 16 bytes beyond. */
export function dropAlpha(target: usize, source: usize, width: usize): bool {
  let all = i8x16.splat(-1);
  for (const end = source + width * 4; source < end; source += 16, target += 12) {
    const pixels = v128.load(source);
    all = v128.and(all, pixels);
    v128.store(target, i8x16.shuffle(pixels, i8x16.splat(0), 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16));
  }
  const opaque = i32x4.splat(0xff000000);
  return !i32x4.all_true(i32x4.eq(v128.and(all, opaque), opaque));
}

/** Writes a row with the best filter, its number first. Writes up to 15 bytes beyond. */
export function filterRow(target: usize, row: usize, above: usize, bytes: usize, step: usize): void {
  const filter = choose(row, above, bytes, step);
  store<u8>(target++, <u8>filter);
  if (filter == SUB) write<Sub>(target, row, above, bytes, step);
  else if (filter == UP) write<Up>(target, row, above, bytes, step);
  else if (filter == AVERAGE) write<Average>(target, row, above, bytes, step);
  else write<Paeth>(target, row, above, bytes, step);
}

/** Writes a part of a row, counted from the left, at its start with the filter's number; returns where it ends. */
export function filterFromLeft(target: usize, row: usize, bytes: usize, step: usize, isRowStart: bool): usize {
  if (isRowStart) store<u8>(target++, <u8>SUB);
  write<Sub>(target, row, row, bytes, step);
  return target + bytes;
}

function write<T>(target: usize, row: usize, above: usize, bytes: usize, step: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, reduce<T>(row + i, above + i, step));
}

function choose(row: usize, above: usize, bytes: usize, step: usize): u32 {
  let subs: u32 = 0, ups: u32 = 0, averages: u32 = 0, paeths: u32 = 0;
  for (let i: usize = 0; i < bytes;) {
    let sub = i16x8.splat(0), up = i16x8.splat(0), average = i16x8.splat(0), paeth = i16x8.splat(0);
    // So many that a sum of pairs of bytes cannot overflow 16 bits.
    for (const end = min(i + 128 * 16, bytes); i < end; i += 16) {
      sub = i16x8.add(sub, weigh(reduce<Sub>(row + i, above + i, step)));
      up = i16x8.add(up, weigh(reduce<Up>(row + i, above + i, step)));
      average = i16x8.add(average, weigh(reduce<Average>(row + i, above + i, step)));
      paeth = i16x8.add(paeth, weigh(reduce<Paeth>(row + i, above + i, step)));
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

@inline
function reduce<T>(row: usize, above: usize, step: usize): v128 {
  return i8x16.sub(v128.load(row), predict<T>(v128.load(row - step), v128.load(above), v128.load(above - step)));
}

@inline
function weigh(differences: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.abs(differences));
}

function total(sums: v128): u32 {
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3);
}
