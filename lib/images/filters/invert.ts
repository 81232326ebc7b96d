import type { Filter } from "@/lib/images/filters/filter.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** Inverts every channel. */
export const invert: Filter<"invert"> = {
  name: "invert",
  summary: "255 − v",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 2,
  createKernel: () => ({ apply: invertPixels }),
};

function invertPixels(pixels: Pixels): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) words[i] = words[i]! ^ 0x00ffffff;
}
