import type { Filter } from "./filter.ts";
import { createLumaKernel } from "./luma.ts";

/** Makes every pixel black or white. */
export const threshold: Filter<"threshold", { strength: number }> = {
  name: "threshold",
  summary: "white where the greyscale value is at least s, otherwise black",
  parameters: {
    strength: { type: "number", min: 0, max: 255, fallback: 128 },
  },
  isPointOperation: true,
  nsPerPixel: 3,
  createKernel: ({ strength }) => createLumaKernel((luma) => luma >= strength ? [255, 255, 255] : [0, 0, 0]),
};
