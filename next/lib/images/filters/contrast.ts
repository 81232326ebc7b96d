import { applyTables, createTable, type Table } from "./channel_tables.ts";
import type { Filter } from "./filter.ts";

/** Moves values away from the middle (strength above 0) or towards it (below 0). */
export const contrast: Filter<"contrast", { strength: number }> = {
  name: "contrast",
  summary: "f·(v − 127) + 127 with f = (1 + s) / (1 − s)",
  parameters: {
    strength: { type: "number", min: -1, max: 1, fallback: 0.1 },
  },
  isPointOperation: true,
  nsPerPixel: 2,
  createKernel({ strength }) {
    const table = createContrastTable(strength);
    return { apply: (pixels) => applyTables(pixels, [table, table, table]) };
  },
};

const MIDDLE = 127;

function createContrastTable(strength: number): Table {
  // The formula divides by zero here. In the limit every value but the middle becomes 0 or 255.
  if (strength === 1) return createTable((value) => value < MIDDLE ? 0 : value > MIDDLE ? 255 : MIDDLE);
  const factor = (1 + strength) / (1 - strength);
  return createTable((value) => factor * (value - MIDDLE) + MIDDLE);
}
