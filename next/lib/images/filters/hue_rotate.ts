import { blendMatrix, type ColourMatrix, createMatrixKernel, LUMA } from "./colour_matrix.ts";
import type { Filter } from "./filter.ts";

/** Turns every colour around the axis of greys, as CSS `hue-rotate()` does. */
export const hueRotate: Filter<"hue-rotate", { strength: number }> = {
  name: "hue-rotate",
  summary: "turns the hue, as CSS `hue-rotate()`",
  parameters: {
    strength: { type: "number", min: -360, max: 360, fallback: 90, unit: "degrees" },
  },
  isPointOperation: true,
  nsPerPixel: 12,
  createKernel: ({ strength }) => createMatrixKernel(createRotation(strength * Math.PI / 180)),
};

/** The part of the matrix that grows with the sine; the specification states its factors. */
const SINE: ColourMatrix = [-0.213, -0.715, 0.928, 0.143, 0.14, -0.283, -0.787, 0.715, 0.072];

function createRotation(angle: number): ColourMatrix {
  return blendMatrix(LUMA, 1 - Math.cos(angle)).map((factor, i) => factor + Math.sin(angle) * SINE[i]!);
}
