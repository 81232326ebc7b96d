import { blendMatrix, createMatrixKernel, LUMA } from "./colour_matrix.ts";
import type { Filter } from "./filter.ts";

/** Moves colours away from grey (strength above 1) or towards it (below 1), as CSS `saturate()` does. */
export const saturate: Filter<"saturate", { strength: number }> = {
  name: "saturate",
  summary: "stronger colours, as CSS `saturate()`; 0 is grey, 1 changes nothing",
  parameters: {
    strength: { type: "number", min: 0, max: 4, fallback: 1.5 },
  },
  isPointOperation: true,
  nsPerPixel: 12,
  createKernel: ({ strength }) => createMatrixKernel(blendMatrix(LUMA, 1 - strength)),
};
