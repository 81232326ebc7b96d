import type { Filter } from "@/lib/images/filters/filter.ts";
import { createLumaKernel } from "@/lib/images/filters/luma.ts";

/** Replaces every colour by its luma. */
export const greyscale: Filter<"greyscale"> = {
  name: "greyscale",
  summary: "0.2126 R + 0.7152 G + 0.0722 B",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 2.5,
  createKernel: () => createLumaKernel((luma) => [luma, luma, luma]),
};
