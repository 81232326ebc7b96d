import { blendMatrix, type ColourMatrix, createMatrixKernel } from "@/lib/images/filters/colour_matrix.ts";
import type { Filter } from "@/lib/images/filters/filter.ts";

/** Tints the image brown, as CSS `sepia()` does. */
export const sepia: Filter<"sepia", { strength: number }> = {
  name: "sepia",
  summary: "brown tones, as CSS `sepia()`; 0 changes nothing",
  parameters: {
    strength: { type: "number", min: 0, max: 1, fallback: 1 },
  },
  isPointOperation: true,
  // Mostly that of the encoder of PNG, which takes longer for a few noisy colours, as after `dither565`.
  nsPerPixel: 40,
  createKernel: ({ strength }) => createMatrixKernel(blendMatrix(SEPIA, strength)),
};

const SEPIA: ColourMatrix = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
