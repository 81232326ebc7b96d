// AssemblyScript, compiled to png.wasm by build.ts: undoes the filters of a PNG's rows, a pixel at a time in the lanes of
// one vector. Scalar code spends most of its time on guessing wrong which neighbour is the closest.

/** What a byte is counted from: nothing, the pixel to its left, the one above, the mean of both, the closest of three. */
const SUB: i32 = 1, UP: i32 = 2, AVERAGE: i32 = 3, PAETH: i32 = 4;

let row: usize = 0;
let above: usize = 0;
let result: usize = 0;

/** Starts a picture: makes room for three rows, the one above the first being zeros. Returns where rows come in. */
export function begin(rowBytes: i32): usize {
  // A pixel of fewer bytes is read and written as four, so that each row needs a little more.
  const stride = <usize>(rowBytes + 31) & ~15;
  row = (__heap_base + 15) & ~15;
  above = row + stride;
  result = above + stride;
  const pages = <i32>((result + stride + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
  memory.fill(above, 0, stride);
  return row;
}

/** Undoes the filter of the row that came in; returns where it is found, until the next but one. */
export function undo(filter: i32, rowBytes: i32, pixelBytes: i32): usize {
  const end = <usize>rowBytes, step = <usize>pixelBytes;
  if (filter == SUB) undoFrom<Sub>(end, step);
  else if (filter == UP) undoUp(end);
  else if (filter == AVERAGE) undoFrom<Average>(end, step);
  else if (filter == PAETH) undoFrom<Paeth>(end, step);
  else memory.copy(result, row, end);
  const done = result;
  result = above;
  above = done;
  return done;
}

class Sub {}
class Average {}
class Paeth {}

function undoUp(end: usize): void {
  for (let i: usize = 0; i < end; i += 16) v128.store(result + i, i8x16.add(v128.load(row + i), v128.load(above + i)));
}

function undoFrom<T>(end: usize, step: usize): void {
  let left = i16x8.splat(0), between = i16x8.splat(0);
  for (let i: usize = 0; i < end; i += step) {
    const up = i16x8.extend_low_i8x16_u(v128.load32_zero(above + i));
    const value = i16x8.extend_low_i8x16_u(v128.load32_zero(row + i));
    left = v128.and(i16x8.add(value, predict<T>(left, up, between)), i16x8.splat(255));
    between = up;
    v128.store32_lane(result + i, i8x16.narrow_i16x8_u(left, left), 0);
  }
}

@inline
function predict<T>(left: v128, up: v128, between: v128): v128 {
  if (isSame<T, Sub>()) return left;
  if (isSame<T, Average>()) return i16x8.shr_u(i16x8.add(left, up), 1);
  // Whichever comes closest to left + up - between.
  const fromUp = i16x8.sub(up, between), fromLeft = i16x8.sub(left, between);
  const toLeft = i16x8.abs(fromUp), toUp = i16x8.abs(fromLeft), toBetween = i16x8.abs(i16x8.add(fromUp, fromLeft));
  const rest = v128.bitselect(up, between, i16x8.le_s(toUp, toBetween));
  const isLeft = v128.and(i16x8.le_s(toLeft, toUp), i16x8.le_s(toLeft, toBetween));
  return v128.bitselect(left, rest, isLeft);
}

@inline
function isSame<A, B>(): bool {
  return idof<A>() == idof<B>();
}
