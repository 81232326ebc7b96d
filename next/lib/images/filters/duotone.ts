import { parseColour } from "../colour.ts";
import type { Filter } from "./filter.ts";
import { createLumaKernel } from "./luma.ts";

/** Replaces black by one colour, white by another, and every grey by a mixture of the two. */
export const duotone: Filter<"duotone", { strength: string }> = {
  name: "duotone",
  summary: "the greyscale value between a dark and a light colour",
  parameters: {
    strength: { type: "colour", count: 2, example: "1b1464-f7d046" },
  },
  isPointOperation: true,
  nsPerPixel: 3,
  createKernel({ strength }) {
    const [dark, light] = strength.split("-").map(parseColour);
    const mix = (channel: 0 | 1 | 2, luma: number) => {
      return dark![channel] + (light![channel] - dark![channel]) * luma / 255;
    };
    return createLumaKernel((luma) => [mix(0, luma), mix(1, luma), mix(2, luma)]);
  },
};
