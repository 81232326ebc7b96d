import type { Filter } from "./filter.ts";
import { toStrips } from "../pixels.ts";

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
