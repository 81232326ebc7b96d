import type { Filter } from "./filter.ts";
import { createLumaKernel } from "./luma.ts";

/** Replaces every colour by its luma. */
export const greyscale: Filter<"greyscale"> = {
  name: "greyscale",
  summary: "0.2126 R + 0.7152 G + 0.0722 B",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 2.5,
  createKernel: () => createLumaKernel((luma) => [luma, luma, luma]),
};
