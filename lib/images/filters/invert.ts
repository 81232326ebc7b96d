import type { Filter } from "@/lib/images/filters/filter.ts";
import { toStrips } from "@/lib/images/pixels.ts";

/** Inverts every channel. */
export const invert: Filter<"invert"> = {
  name: "invert",
  summary: "255 − v",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 2,
  createKernel: () => ({ apply: (pixels) => toStrips(pixels).forEach(invertStrip) }),
};

function invertStrip(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) words[i] = words[i]! ^ 0x00ffffff;
}
