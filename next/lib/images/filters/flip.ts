import type { Filter } from "./filter.ts";

/** The EXIF orientation that does it. */
const ORIENTATION = 4;

/** Mirrors the picture from top to bottom. */
export const flip: Filter<"flip"> = {
  name: "flip",
  summary: "mirrors from top to bottom",
  parameters: {},
  isPointOperation: false,
  nsPerPixel: 1,
  createKernel: (_, { orient }) => ({ apply: (pixels) => orient(pixels, ORIENTATION) }),
};
