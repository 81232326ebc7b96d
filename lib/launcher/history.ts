/** All downloads there were by the end of a day. */
export interface DayTotal {
  readonly date: string;
  readonly total: number;
}

/** Days remembered: a year of differences takes one more. */
const MAX_DAYS = 366;

/** Notes a total: GitHub tells sums only, so each day's last one is kept. */
export function recordTotal(history: readonly DayTotal[], entry: DayTotal): readonly DayTotal[] {
  const earlier = history.filter(({ date }) => date < entry.date);
  return [...earlier, entry].slice(-MAX_DAYS);
}

/** Makes downloads a day from the totals. A deleted release lowers the total, which no day may show as negative. */
export function toDaily(history: readonly DayTotal[]): { date: string; downloads: number }[] {
  return history.slice(1).map(({ date, total }, i) => {
    return { date, downloads: Math.max(0, total - (history[i]?.total ?? total)) };
  });
}
