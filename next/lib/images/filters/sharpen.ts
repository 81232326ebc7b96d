import type { Filter } from "./filter.ts";

/** Sharpens edges: an unsharp mask with the blur of radius 1. */
export const sharpen: Filter<"sharpen", { strength: number }> = {
  name: "sharpen",
  summary: "v + s·(v − b), where b is v blurred with radius 1 (unsharp mask)",
  parameters: {
    strength: { type: "number", min: 0, max: 10, fallback: 1 },
  },
  isPointOperation: false,
  nsPerPixel: 34,
  createKernel: ({ strength }, { blur }) => ({ apply: (pixels) => blur(pixels, 1, -strength) }),
};
