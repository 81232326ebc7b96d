/** The number of all downloads up to the end of a day. */
export interface DayTotal {
  readonly date: string;
  readonly total: number;
}

/** Days stored: a year of differences needs one more. */
const MAX_DAYS = 366;

/** Adds a total, replacing that of the same day: GitHub reports only totals, so the last one of each day is stored. */
export function recordTotal(history: readonly DayTotal[], entry: DayTotal): DayTotal[] {
  const earlier = history.filter(({ date }) => date < entry.date);
  return [...earlier, entry].slice(-MAX_DAYS);
}

/** Returns the downloads per day. A deleted release lowers the total, but no day may be negative. */
export function toDaily(history: readonly DayTotal[]): { date: string; downloads: number }[] {
  return history.slice(1).map(({ date, total }, i) => {
    return { date, downloads: Math.max(0, total - (history[i]?.total ?? total)) };
  });
}
