import { applyTables, createTable } from "./channel_tables.ts";
import type { Filter } from "./filter.ts";

/** Multiplies every channel, as CSS `brightness()` does. */
export const brightness: Filter<"brightness", { strength: number }> = {
  name: "brightness",
  summary: "s·v, as CSS `brightness()`; 0 is black, 1 changes nothing",
  parameters: {
    strength: { type: "number", min: 0, max: 4, fallback: 1.2 },
  },
  isPointOperation: true,
  nsPerPixel: 3,
  createKernel({ strength }) {
    const table = createTable((value) => strength * value);
    return { apply: (pixels) => applyTables(pixels, [table, table, table]) };
  },
};
