import { pickBelow, type Random } from "@pawkit/animals";

/** The source without a seed, whose numbers cannot be repeated. */
export function unseededRandom(): number {
  return Math.random() * 2 ** 32 >>> 0;
}

/**
 * Picks `count` entries of a list that is not empty. None is repeated until all have been picked. The first one is that
 * of `pick`.
 */
export function pickDistinct<Entry>(random: Random, entries: readonly Entry[], count = 1): Entry[] {
  // A Fisher-Yates shuffle that stores only the positions it has swapped, so the list is never copied.
  const swapped = new Map<number, number>();
  const picked: Entry[] = [];
  for (let i = 0; i < count; i++) {
    const position = i % entries.length;
    if (position === 0) swapped.clear();
    const other = position + pickBelow(random, entries.length - position);
    picked.push(entries[swapped.get(other) ?? other]!);
    swapped.set(other, swapped.get(position) ?? position);
  }
  return picked;
}
