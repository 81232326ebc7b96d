import type { Rgb } from "../colour.ts";
import { HALF } from "./colour_matrix.ts";
import type { Kernel } from "./filter.ts";
import { toStrips } from "../pixels.ts";

// The factors in 65536ths. Their sum is exactly 65536, so grey pixels do not change.
const RED = 13933, GREEN = 46871, BLUE = 4732;

/** Creates a kernel that replaces every pixel by the colour of its luma (BT.709, rounded); alpha is unchanged. */
export function createLumaKernel(toColour: (luma: number) => Rgb): Kernel {
  const colours = Uint32Array.from({ length: 256 }, (_, luma) => {
    const [red, green, blue] = toColour(luma).map(Math.round);
    return blue! << 16 | green! << 8 | red!;
  });
  return { apply: (pixels) => toStrips(pixels).forEach((strip) => replaceColours(strip, colours)) };
}

function replaceColours(words: Uint32Array, colours: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const luma = (RED * (word & 255) + GREEN * ((word >> 8) & 255) + BLUE * ((word >> 16) & 255) + HALF) >>> 16;
    words[i] = (word & 0xff000000) | colours[luma]!;
  }
}
