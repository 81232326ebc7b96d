import type { Pixels } from "./pixels.ts";

/**
 * Makes what is outside of round corners transparent, in place, with a smooth edge. The radius is in pixels and at
 * most half of the shorter side: `Infinity` is a circle or a pill.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const pixels = { width: 2, height: 2, data: new Uint8ClampedArray(16).fill(255) };
 * assertEquals(roundCorners(pixels, 1).data[3]! < 255, true);
 * ```
 */
export function roundCorners(pixels: Pixels, radius: number): Pixels {
  const { width, height, data } = pixels;
  const r = Math.min(radius, width / 2, height / 2);
  const size = Math.ceil(r);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // How much of the pixel is inside: its middle is half a pixel from the edge of a pixel that is all inside.
      const share = r + .5 - Math.hypot(r - x - .5, r - y - .5);
      if (share >= 1) continue;
      const [right, bottom] = [width - 1 - x, height - 1 - y];
      // In the middle of an odd side, both corners are the same pixel.
      const corners = new Set([y * width + x, y * width + right, bottom * width + x, bottom * width + right]);
      for (const pixel of corners) data[4 * pixel + 3]! *= Math.max(0, share);
    }
  }
  return { ...pixels, isOpaque: false };
}
