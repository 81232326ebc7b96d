import { applyTables, createTable } from "./channel_tables.ts";
import type { Filter } from "./filter.ts";

/** Makes the middle tones brighter (strength above 1) or darker; black and white stay. */
export const gamma: Filter<"gamma", { strength: number }> = {
  name: "gamma",
  summary: "255·(v / 255)^(1 / s)",
  parameters: {
    strength: { type: "number", min: 0.1, max: 10, fallback: 2.2 },
  },
  isPointOperation: true,
  nsPerPixel: 5,
  createKernel({ strength }) {
    const table = createTable((value) => 255 * (value / 255) ** (1 / strength));
    return { apply: (pixels) => applyTables(pixels, [table, table, table]) };
  },
};
