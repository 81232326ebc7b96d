import { createTable, type Table } from "@/lib/images/kernels/tables.ts";

const MIDDLE = 127;

/** Creates the table that moves values away from the middle (strength above 0) or towards it (below 0). */
export function createContrastTable(strength: number): Table {
  // The formula divides by zero here. In the limit every value but the middle becomes 0 or 255.
  if (strength === 1) return createTable((value) => value < MIDDLE ? 0 : value > MIDDLE ? 255 : MIDDLE);
  const factor = (1 + strength) / (1 - strength);
  return createTable((value) => factor * (value - MIDDLE) + MIDDLE);
}
