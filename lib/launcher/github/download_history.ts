import { z } from "zod";
import { count } from "@/lib/http/fields.ts";
import type { DayCount } from "@/lib/launcher/document.ts";

/** The numbers of all downloads up to the end of each day. */
export const historySchema = z.array(z.object({ date: z.iso.date(), total: count }));

/** One entry of a history. */
export type DayTotal = z.output<typeof historySchema>[number];

/** Maximum number of totals in a history: the differences of a year need one more. */
const MAX_TOTALS = 366;

/**
 * Adds a total, replacing that of the same day: GitHub reports only totals, so the last one of each day is stored.
 * Later days stay, so that a clock that goes back removes none.
 */
export function recordTotal(history: readonly DayTotal[], entry: DayTotal): DayTotal[] {
  const others = history.filter(({ date }) => date !== entry.date);
  return [...others, entry].sort((a, b) => a.date < b.date ? -1 : 1).slice(-MAX_TOTALS);
}

/** Returns the downloads of each day but the first. A deleted release lowers the total, but no day may be negative. */
export function toDaily(history: readonly DayTotal[]): DayCount[] {
  return history.slice(1).map(({ date, total }, i) => {
    return { date, downloads: Math.max(0, total - (history[i]?.total ?? total)) };
  });
}
