import { HALF } from "@/lib/images/filters/colour_matrix.ts";
import type { Filter } from "@/lib/images/filters/filter.ts";
import { toStrips } from "@/lib/images/pixels.ts";

/** Replaces every colour by its luma (BT.709), rounded. */
export const greyscale: Filter<"greyscale"> = {
  name: "greyscale",
  summary: "0.2126 R + 0.7152 G + 0.0722 B",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 2.5,
  createKernel: () => ({ apply: (pixels) => toStrips(pixels).forEach(toLuma) }),
};

// The factors in 65536ths. Their sum is exactly 65536, so grey pixels do not change.
const RED = 13933, GREEN = 46871, BLUE = 4732;

function toLuma(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const luma = (RED * (word & 255) + GREEN * ((word >> 8) & 255) + BLUE * ((word >> 16) & 255) + HALF) >>> 16;
    words[i] = (word & 0xff000000) | (luma * 0x010101);
  }
}
