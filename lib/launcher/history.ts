/** The number of all downloads up to the end of a day. */
export interface DayTotal {
  readonly date: string;
  readonly total: number;
}

/** Maximum number of days: the differences of a year need one more. */
const MAX_DAYS = 366;

/** Adds a total, replacing that of the same day: GitHub reports only totals, so the last one of each day is stored. */
export function recordTotal(history: readonly DayTotal[], entry: DayTotal): DayTotal[] {
  const previousDays = history.filter(({ date }) => date < entry.date);
  return [...previousDays, entry].slice(-MAX_DAYS);
}

/** Returns the downloads of each day but the first. A deleted release lowers the total, but no day may be negative. */
export function toDaily(history: readonly DayTotal[]): { date: string; downloads: number }[] {
  return history.slice(1).map(({ date, total }, i) => {
    return { date, downloads: Math.max(0, total - (history[i]?.total ?? total)) };
  });
}
