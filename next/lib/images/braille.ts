import type { Pixels } from "./pixels.ts";

/** An edge becomes dots if its gradient is at least this much: 4 × 255 is that between black and white. */
const MIN_GRADIENT = 110;

/** The pixels of a character by their x and y, and the bit of each in U+2800 to U+28FF. */
const BITS = [[0, 0, 1], [0, 1, 2], [0, 2, 4], [1, 0, 8], [1, 1, 16], [1, 2, 32], [0, 3, 64], [1, 3, 128]] as const;

/**
 * Returns the edges in pixels as lines of plain text. A character is two pixels wide and four high. Edges look the same
 * in dark letters and in light ones, where a picture made of brightness would be a negative. Empty lines at the top and
 * at the bottom are left out.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * // The first columns are transparent, the rest is black.
 * const data = Uint8ClampedArray.from({ length: 8 * 8 * 4 }, (_, i) => i % 4 === 3 && i % 32 > 12 ? 255 : 0);
 * assertEquals(toBraille({ width: 8, height: 8, data }), " ⡎⠉⢹\n ⢇⣀⣸\n");
 * ```
 */
export function toBraille(pixels: Pixels): string {
  // With a margin, so that every pixel has neighbours, and every character all of its pixels.
  const stride = pixels.width + 4;
  const isEdge = findEdges(toBrightness(pixels, stride), stride);
  const lines: string[] = [];
  for (let y = 0; y < pixels.height; y += 4) {
    let line = "";
    for (let x = 0; x < pixels.width; x += 2) {
      const start = (y + 1) * stride + x + 1;
      let bits = 0;
      for (const [dx, dy, bit] of BITS) bits += bit * isEdge[start + dy * stride + dx]!;
      line += bits === 0 ? " " : String.fromCharCode(0x2800 + bits);
    }
    lines.push(line.trimEnd());
  }
  return lines.join("\n").replaceAll(/^\n+|\n+$/g, "") + "\n";
}

/** Returns the brightness of each pixel in front of white, from 0 to 255. The margin is white. */
function toBrightness({ width, height, data }: Pixels, stride: number): Float32Array {
  const values = new Float32Array(stride * (height + 5)).fill(255);
  for (let i = 0; i < width * height; i++) {
    const luma = .2126 * data[4 * i]! + .7152 * data[4 * i + 1]! + .0722 * data[4 * i + 2]!;
    values[(Math.floor(i / width) + 1) * stride + i % width + 1] = 255 + (luma - 255) * data[4 * i + 3]! / 255;
  }
  return values;
}

/** Returns 1 for each pixel where the change is strong and, across the edge, strongest: lines are thin. */
function findEdges(values: Float32Array, stride: number): Uint8Array {
  const strengths = new Float32Array(values.length);
  const steps = new Int32Array(values.length);
  const directions = [1, stride + 1, stride, stride - 1];
  for (let i = stride + 1; i < values.length - stride - 1; i++) {
    // The Sobel operator.
    const falling = values[i + stride + 1]! - values[i - stride - 1]!;
    const rising = values[i - stride + 1]! - values[i + stride - 1]!;
    const right = 2 * (values[i + 1]! - values[i - 1]!) + falling + rising;
    const down = 2 * (values[i + stride]! - values[i - stride]!) + falling - rising;
    strengths[i] = Math.hypot(right, down);
    steps[i] = directions[Math.round(Math.atan2(down, right) * 4 / Math.PI + 4) % 4]!;
  }
  return Uint8Array.from(strengths, (strength, i) => {
    if (strength < MIN_GRADIENT) return 0;
    return strength >= strengths[i + steps[i]!]! && strength > strengths[i - steps[i]!]! ? 1 : 0;
  });
}
