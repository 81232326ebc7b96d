import type { Filter } from "./filter.ts";

/** The EXIF orientation that does it. */
const ORIENTATION = 2;

/** Mirrors the picture from left to right. */
export const flop: Filter<"flop"> = {
  name: "flop",
  summary: "mirrors from left to right",
  parameters: {},
  isPointOperation: false,
  nsPerPixel: 1,
  createKernel: (_, { orient }) => ({ apply: (pixels) => orient(pixels, ORIENTATION) }),
};
