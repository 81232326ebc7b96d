import { parseColour } from "../colour.ts";
import type { Filter } from "./filter.ts";
import { createLumaKernel } from "./luma.ts";

/** Shows the picture in the shades of one colour. */
export const tint: Filter<"tint", { strength: string }> = {
  name: "tint",
  summary: "the greyscale value in this colour: v·c / 255",
  parameters: {
    strength: { type: "colour", count: 1, example: "ff8800" },
  },
  isPointOperation: true,
  nsPerPixel: 3,
  createKernel({ strength }) {
    const [red, green, blue] = parseColour(strength);
    return createLumaKernel((luma) => [luma * red / 255, luma * green / 255, luma * blue / 255]);
  },
};
