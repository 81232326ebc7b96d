// Undoes the filters of a PNG's rows, a pixel at a time in the lanes of one vector. Scalar code spends most of its time
// on guessing wrong which neighbour is the closest.

import { Average, AVERAGE, NONE, Paeth, PAETH, predict, Sub, SUB, UP } from "./png_predict.as";

/** Bytes behind a row that may be read, and behind its result that may be overwritten. */
export const ROW_MARGIN: usize = 16;

/** Undoes the filter of a row, whose number comes first; tells whether there is such a filter. */
export function undoFilter(target: usize, source: usize, above: usize, bytes: usize, step: usize): bool {
  const filter: u32 = load<u8>(source++);
  if (filter == NONE) memory.copy(target, source, bytes);
  else if (filter == SUB) undo<Sub>(target, source, above, bytes, step);
  else if (filter == UP) undoUp(target, source, above, bytes);
  else if (filter == AVERAGE) undo<Average>(target, source, above, bytes, step);
  else if (filter == PAETH) undo<Paeth>(target, source, above, bytes, step);
  return filter <= PAETH;
}

function undoUp(target: usize, source: usize, above: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(target + i, i8x16.add(v128.load(source + i), v128.load(above + i)));
  }
}

/** A pixel of fewer than four bytes is read and written as four. */
function undo<T>(target: usize, source: usize, above: usize, bytes: usize, step: usize): void {
  let left = i8x16.splat(0), between = i8x16.splat(0);
  for (let i: usize = 0; i < bytes; i += step) {
    const up = v128.load32_zero(above + i);
    left = i8x16.add(v128.load32_zero(source + i), predict<T>(left, up, between));
    between = up;
    v128.store32_lane(target + i, left, 0);
  }
}
