import type { Filter } from "./filter.ts";

/** The EXIF orientation that turns a picture by each angle. */
const ORIENTATIONS: Readonly<Record<string, number>> = { "90": 6, "180": 3, "270": 8 };

/** Turns the picture clockwise. No pixel changes its colour. */
export const rotate: Filter<"rotate", { strength: string }> = {
  name: "rotate",
  summary: "turns clockwise by this many degrees, without a loss",
  parameters: {
    strength: {
      type: "choice",
      allowed: Object.keys(ORIENTATIONS),
      suggestions: { "-90": "270", "-180": "180", "-270": "90" },
      fallback: "90",
    },
  },
  isPointOperation: false,
  nsPerPixel: 8,
  toSize: ({ width, height }, { strength }) =>
    strength === "180" ? { width, height } : { width: height, height: width },
  createKernel: ({ strength }, { orient }) => ({ apply: (pixels) => orient(pixels, ORIENTATIONS[strength]!) }),
};
