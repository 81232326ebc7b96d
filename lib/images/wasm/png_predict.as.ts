// What the neighbours of a pixel's bytes foretell, for each filter of a PNG's rows, 16 bytes at a time.

/** What bytes are counted from: the pixel to the left, the one above, the mean of both, the closest of three. */
export class Sub {}
export class Up {}
export class Average {}
export class Paeth {}

/** The numbers by which rows name their filters. */
export const NONE: u32 = 0, SUB: u32 = 1, UP: u32 = 2, AVERAGE: u32 = 3, PAETH: u32 = 4;

/** Foretells bytes from those to the left, above, and between the two. */
@inline
export function predict<T>(left: v128, up: v128, between: v128): v128 {
  if (idof<T>() == idof<Sub>()) return left;
  if (idof<T>() == idof<Up>()) return up;
  return idof<T>() == idof<Average>() ? predictAverage(left, up) : predictPaeth(left, up, between);
}

/** The instruction rounds up, the filter down. */
@inline
function predictAverage(left: v128, up: v128): v128 {
  return i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), i8x16.splat(1)));
}

/** Whichever comes closest to left + up - between. Of each difference and its opposite one is cut off to 0. */
@inline
function predictPaeth(left: v128, up: v128, between: v128): v128 {
  const upMore = i8x16.sub_sat_u(up, between), upLess = i8x16.sub_sat_u(between, up);
  const leftMore = i8x16.sub_sat_u(left, between), leftLess = i8x16.sub_sat_u(between, left);
  const more = i8x16.add_sat_u(upMore, leftMore), less = i8x16.add_sat_u(upLess, leftLess);
  const toLeft = v128.or(upMore, upLess), toUp = v128.or(leftMore, leftLess);
  const toBetween = v128.or(i8x16.sub_sat_u(more, less), i8x16.sub_sat_u(less, more));
  const other = i8x16.min_u(toUp, toBetween);
  const rest = v128.bitselect(up, between, i8x16.eq(other, toUp));
  return v128.bitselect(left, rest, i8x16.eq(i8x16.min_u(toLeft, other), toLeft));
}
