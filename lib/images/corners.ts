import type { Pixels } from "./pixels.ts";

/** What the radius of round corners can be: pixels, or a word for a circle or a pill. */
export const RADIUS = { min: 1, max: 2048, word: "max" } as const;

/** Rounds the corners in place. `max` is half of the shorter side, which is also the most that any radius can be. */
export function roundCorners(pixels: Pixels, radius: number | typeof RADIUS.word): Pixels {
  const { width, height, data } = pixels;
  const used = Math.min(radius === RADIUS.word ? Infinity : radius, width / 2, height / 2);
  for (let y = 0; y < height; y++) {
    const down = toOverhang(y, height, used);
    if (down > 0) roundRow(data.subarray(4 * y * width, 4 * (y + 1) * width), down, used);
  }
  return { ...pixels, isOpaque: false };
}

/** Reduces the alpha of each pixel by the part that is outside of the circle, by its distance from the edge. */
function roundRow(row: Uint8ClampedArray, down: number, radius: number): void {
  const width = row.length / 4;
  for (let x = 0; x < width; x++) {
    const right = toOverhang(x, width, radius);
    if (right > 0) row[4 * x + 3]! *= Math.min(Math.max(radius + 0.5 - Math.hypot(right, down), 0), 1);
  }
}

/** Returns how far the middle of a pixel is outside of the straight part of a side. */
function toOverhang(at: number, side: number, radius: number): number {
  return Math.max(radius - at - 0.5, at + 0.5 - (side - radius), 0);
}
