/** Pearson's chi-squared statistic of the counts: about k − 1 for k cells, and rarely above the bound. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The value that is exceeded by chance once in ten thousand times (Wilson and Hilferty's approximation). */
export function bound(cells: number): number {
  const k = cells - 1;
  return k * (1 - 2 / (9 * k) + 3.719 * Math.sqrt(2 / (9 * k))) ** 3;
}

/** Counts how often each number below `size` is picked. */
export function tally(size: number, picks: number, pick: (i: number) => number): number[] {
  const counts = Array<number>(size).fill(0);
  for (let i = 0; i < picks; i++) counts[pick(i)]!++;
  return counts;
}
