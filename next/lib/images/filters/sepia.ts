import { blendMatrix, type ColourMatrix, createMatrixKernel } from "./colour_matrix.ts";
import type { Filter } from "./filter.ts";

/** Tints the image brown, as CSS `sepia()` does. */
export const sepia: Filter<"sepia", { strength: number }> = {
  name: "sepia",
  summary: "brown tones, as CSS `sepia()`; 0 changes nothing",
  parameters: {
    strength: { type: "number", min: 0, max: 1, fallback: 1 },
  },
  isPointOperation: true,
  // The kernel takes 12, as in `saturate`. The rest is the time of the PNG encoder, which takes longer for few noisy
  // colours, as after `dither565`.
  nsPerPixel: 40,
  createKernel: ({ strength }) => createMatrixKernel(blendMatrix(SEPIA, strength)),
};

const SEPIA: ColourMatrix = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
