import type { Pixels } from "./pixels.ts";

/** What the radius of round corners can be: pixels, or a word for a circle or a pill. */
export const RADIUS = { min: 1, max: 2048, word: "max" } as const;

/**
 * Rounds the corners in place: the alpha of a pixel shrinks to the part of its area that is left. `max` is half of the
 * shorter side, which is also the most that any radius can be; `checkpoint` is called after each row.
 */
export function roundCorners(
  pixels: Pixels,
  radius: number | typeof RADIUS.word,
  checkpoint: () => void = () => {},
): Pixels {
  const { width, height, data } = pixels;
  const most = Math.min(width, height) / 2;
  const used = radius === RADIUS.word ? most : Math.min(radius, most);
  const count = Math.ceil(used);
  for (let y = 0; y < height; y++) {
    // In the middle of an odd height a row belongs to the corners above and below.
    const rows = [y, height - 1 - y].filter((row) => row < count).map((row) => toMissingRow(used, row));
    if (rows.length === 0) continue;
    const missing = rows.reduce((sum, row) => sum.map((part, x) => part + row[x]!));
    cutRow(data.subarray(4 * y * width, 4 * (y + 1) * width), missing);
    checkpoint();
  }
  return { ...pixels, isOpaque: false };
}

/** Removes from a row of pixels the parts that are missing at its left end, and mirrored at its right end. */
function cutRow(row: Uint8ClampedArray, missing: Float64Array): void {
  const width = row.length / 4;
  for (let x = 0; x < missing.length; x++) {
    const right = width - 1 - x;
    // The pixel in the middle of an odd width belongs to the corners at both sides.
    if (right === x) row[4 * x + 3]! *= 1 - 2 * missing[x]!;
    else for (const each of [x, right]) row[4 * each + 3]! *= 1 - missing[x]!;
  }
}

/** Returns the part of each pixel in a row of the top left corner that is outside of the circle. */
function toMissingRow(radius: number, row: number): Float64Array {
  // Distances from the centre of the circle: `far` is that of the upper edge of the row.
  const far = radius - row, near = Math.max(far - 1, 0);
  return new Float64Array(Math.ceil(radius)).map((_, column) => {
    const left = radius - column, right = Math.max(left - 1, 0);
    if (left ** 2 + far ** 2 <= radius ** 2) return 0;
    if (right ** 2 + near ** 2 >= radius ** 2) return (left - right) * (far - near);
    // Up to `start` the circle covers the pixel from edge to edge, and from `end` on none of it.
    const start = clamp(Math.sqrt(Math.max(radius ** 2 - far ** 2, 0)), right, left);
    const end = clamp(Math.sqrt(radius ** 2 - near ** 2), right, left);
    const below = integrate(radius, end) - integrate(radius, start);
    return far * (end - start) - below + (far - near) * (left - end);
  });
}

/** Returns the area below a quarter of a circle from its centre up to `x`. */
function integrate(radius: number, x: number): number {
  return (x * Math.sqrt(radius ** 2 - x ** 2) + radius ** 2 * Math.asin(x / radius)) / 2;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
